#include "lcu_client.h"

#include <string.h>
#include <strings.h>

// The first of some variables that is not empty.
static const char *first_of(const char *const *names, size_t count, char *const *environment) {
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(names[i]);
    for (char *const *entry = environment; *entry; entry++)
      if (!strncmp(*entry, names[i], length) && (*entry)[length] == '=' && (*entry)[length + 1])
        return *entry + length + 1;
  }
  return "";
}

// Whether a host is one of a list, or below one: "example.org, .corp 10.0.0.1". As libcurl has it,
// but for ranges of addresses.
static int is_listed(const char *host, const char *list) {
  size_t length = strlen(host);
  // An address of version 6 stands in brackets.
  if (length > 2 && host[0] == '[' && host[length - 1] == ']') host++, length -= 2;
  if (length && host[length - 1] == '.') length--;
  while (*list) {
    list += strspn(list, ", \t");
    size_t count = strcspn(list, ", \t");
    const char *entry = list;
    list += count;
    if (count == 1 && *entry == '*') return 1;
    if (count && *entry == '.') entry++, count--;
    if (count && entry[count - 1] == '.') count--;
    if (!count || count > length || strncasecmp(host + length - count, entry, count)) continue;
    if (count == length || host[length - count - 1] == '.') return 1;
  }
  return 0;
}

const char *lcu_proxy_of(const char *scheme, const char *host, char *const *environment) {
  // HTTP_PROXY in capitals is what a server's scripts are told of a request's header "Proxy".
  static const char *const plain[] = {"http_proxy", "all_proxy", "ALL_PROXY"};
  static const char *const secure[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
  static const char *const none[] = {"no_proxy", "NO_PROXY"};
  const char *proxy = strcasecmp(scheme, "https") == 0 ? first_of(secure, 4, environment)
                                                       : first_of(plain, 3, environment);
  return *proxy && !is_listed(host, first_of(none, 2, environment)) ? proxy : "";
}
