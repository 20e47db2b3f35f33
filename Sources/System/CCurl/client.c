#include "lcu_client.h"

#include <curl/curl.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// The functions that are used, by the names they have in libcurl.
#define LCU_FUNCTIONS(X)                                                             \
  X(CURLcode, global_init, "curl_global_init", (long))                               \
  X(CURL *, easy_init, "curl_easy_init", (void))                                     \
  X(void, easy_cleanup, "curl_easy_cleanup", (CURL *))                               \
  X(CURLcode, easy_setopt, "curl_easy_setopt", (CURL *, CURLoption, ...))            \
  X(CURLcode, easy_getinfo, "curl_easy_getinfo", (CURL *, CURLINFO, ...))            \
  X(const char *, easy_strerror, "curl_easy_strerror", (CURLcode))                   \
  X(CURLM *, multi_init, "curl_multi_init", (void))                                  \
  X(CURLMcode, multi_cleanup, "curl_multi_cleanup", (CURLM *))                       \
  X(CURLMcode, multi_setopt, "curl_multi_setopt", (CURLM *, CURLMoption, ...))       \
  X(CURLMcode, multi_add, "curl_multi_add_handle", (CURLM *, CURL *))                \
  X(CURLMcode, multi_remove, "curl_multi_remove_handle", (CURLM *, CURL *))          \
  X(CURLMcode, multi_perform, "curl_multi_perform", (CURLM *, int *))                \
  X(CURLMcode, multi_poll, "curl_multi_poll",                                        \
    (CURLM *, struct curl_waitfd *, unsigned int, int, int *))                       \
  X(CURLMcode, multi_wakeup, "curl_multi_wakeup", (CURLM *))                         \
  X(CURLMsg *, multi_info_read, "curl_multi_info_read", (CURLM *, int *))            \
  X(CURLU *, url, "curl_url", (void))                                                \
  X(void, url_cleanup, "curl_url_cleanup", (CURLU *))                                \
  X(CURLUcode, url_set, "curl_url_set", (CURLU *, CURLUPart, const char *, unsigned))\
  X(CURLUcode, url_get, "curl_url_get", (CURLU *, CURLUPart, char **, unsigned))     \
  X(struct curl_slist *, slist_append, "curl_slist_append",                           \
    (struct curl_slist *, const char *))                                             \
  X(void, slist_free, "curl_slist_free_all", (struct curl_slist *))                  \
  X(void, release, "curl_free", (void *))

static struct {
#define LCU_DECLARE(result, name, symbol, parameters) result(*name) parameters;
  LCU_FUNCTIONS(LCU_DECLARE)
#undef LCU_DECLARE
} lib;

static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
  void *handle = NULL;
  for (const char *const *name = names; *name && !handle; name++)
    handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  int complete = 1;
#define LCU_FIND(result, name, symbol, parameters)            \
  lib.name = (result(*) parameters)dlsym(handle, symbol); \
  complete = complete && lib.name;
  LCU_FUNCTIONS(LCU_FIND)
#undef LCU_FIND
  is_loaded = complete && lib.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int lcu_is_available(void) {
  pthread_once(&once, load);
  return is_loaded;
}

struct lcu_client {
  CURLM *multi;
  // Transfers that were begun and not taken out again.
  int transfers;
};

lcu_client *lcu_client_new(long connections, long per_host) {
  if (!lcu_is_available()) return NULL;
  lcu_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->multi = lib.multi_init();
  if (!client->multi) {
    free(client);
    return NULL;
  }
  lib.multi_setopt(client->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
  lib.multi_setopt(client->multi, CURLMOPT_MAX_HOST_CONNECTIONS, per_host);
  lib.multi_setopt(client->multi, CURLMOPT_MAXCONNECTS, connections);
  return client;
}

void lcu_client_free(lcu_client *client) {
  lib.multi_cleanup(client->multi);
  free(client);
}

typedef struct {
  CURL *easy;
  lcu_on_bytes on_bytes;
  void *context;
  int is_unwanted;
  /// 0 for none, and once it holds.
  long body_stall_s;
  /// Zone of the host that the address names.
  lcu_zone zone;
  int has_proxy;
  /// It was led elsewhere.
  int is_wrong_zone;
  // For calls only.
  int is_anywhere;
  lcu_on_bytes on_header;
  lcu_on_sent on_sent;
  struct curl_slist *headers;
} transfer;

// Ends the transfer when next to nothing comes for so long.
static void limit_stalls(CURL *easy, long seconds) {
  lib.easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 64L);
  lib.easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, seconds);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  transfer *own = context;
  if (own->body_stall_s > 0) limit_stalls(own->easy, own->body_stall_s);
  own->body_stall_s = 0;
  size_t taken = own->on_bytes(own->context, bytes, size * count);
  if (taken != size * count) own->is_unwanted = 1;
  return taken;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
  transfer *own = context;
  return own->on_header(own->context, bytes, size * count);
}

static int report_sent(void *context, curl_off_t download_total, curl_off_t downloaded,
                       curl_off_t total, curl_off_t sent) {
  transfer *own = context;
  (void)download_total, (void)downloaded;
  own->on_sent(own->context, sent, total);
  return 0;
}

static int may_reach(transfer *own, lcu_zone zone) {
  if (zone == lcu_public || zone == own->zone || own->is_anywhere) return 1;
  own->is_wrong_zone = 1;
  return 0;
}

// Before a connection is made: an answer to a name may have any address in it.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to) {
  transfer *own = context;
  (void)purpose;
  const void *address = &to->addr;
  lcu_zone zone = lcu_private;
  if (to->family == AF_INET)
    zone = lcu_zone_of_address(
        (const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr, 4);
  else if (to->family == AF_INET6)
    zone = lcu_zone_of_address(
        (const unsigned char *)&((const struct sockaddr_in6 *)address)->sin6_addr, 16);
  if (!own->has_proxy && !may_reach(own, zone)) return CURL_SOCKET_BAD;
  return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

// The host that an address of the web names, to be freed with lib.release; NULL for none.
static char *host_of(const char *address) {
  char *host = NULL;
  CURLU *parts = lib.url();
  if (parts && !lib.url_set(parts, CURLUPART_URL, address, 0))
    lib.url_get(parts, CURLUPART_HOST, &host, 0);
  lib.url_cleanup(parts);
  return host;
}

// Before a request is sent, perhaps over a connection that another transfer has made.
static int before_request(void *context, char *remote, char *local, int remote_port,
                          int local_port) {
  transfer *own = context;
  (void)local, (void)remote_port, (void)local_port;
  if (!own->has_proxy)
    return may_reach(own, lcu_zone_of_host(remote)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
  char *address = NULL;
  lib.easy_getinfo(own->easy, CURLINFO_EFFECTIVE_URL, &address);
  char *host = address ? host_of(address) : NULL;
  int is_fine = host && may_reach(own, lcu_zone_of_host(host));
  lib.release(host);
  return is_fine ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

extern char **environ;

// Decides here, and not in libcurl, whether there is a proxy: where there is none, each connection
// is looked at.
static int choose_proxy(CURL *easy, transfer *own, const char *address) {
  char *scheme = NULL, *host = NULL;
  CURLU *parts = lib.url();
  const char *proxy = NULL;
  if (parts && !lib.url_set(parts, CURLUPART_URL, address, 0) &&
      !lib.url_get(parts, CURLUPART_SCHEME, &scheme, 0) &&
      !lib.url_get(parts, CURLUPART_HOST, &host, 0))
    proxy = lcu_proxy_of(scheme, host, environ);
  lib.release(scheme);
  lib.release(host);
  lib.url_cleanup(parts);
  own->has_proxy = proxy && *proxy;
  return proxy && !lib.easy_setopt(easy, CURLOPT_PROXY, proxy) &&
         !lib.easy_setopt(easy, CURLOPT_NOPROXY, "");
}

// Without a name and a password, to be freed with lib.release; NULL for what is no address.
static char *plain_address(const char *given, transfer *own) {
  char *address = NULL, *host = NULL;
  CURLU *parts = lib.url();
  if (parts && !lib.url_set(parts, CURLUPART_URL, given, 0)) {
    lib.url_set(parts, CURLUPART_USER, NULL, 0);
    lib.url_set(parts, CURLUPART_PASSWORD, NULL, 0);
    lib.url_set(parts, CURLUPART_OPTIONS, NULL, 0);
    if (!lib.url_get(parts, CURLUPART_HOST, &host, 0)) own->zone = lcu_zone_of_host(host);
    lib.release(host);
    lib.url_get(parts, CURLUPART_URL, &address, 0);
  }
  lib.url_cleanup(parts);
  return address;
}

static transfer *transfer_of(CURL *easy) {
  char *own = NULL;
  lib.easy_getinfo(easy, CURLINFO_PRIVATE, &own);
  return (transfer *)own;
}

static void discard(CURL *easy, transfer *own) {
  if (easy) lib.easy_cleanup(easy);
  if (own) lib.slist_free(own->headers);
  free(own);
}

// A transfer that is not begun yet, NULL on failure. `address` is to be freed with lib.release.
static CURL *prepare(const lcu_request *request, lcu_on_bytes on_bytes, void *context,
                     transfer **prepared, char **address) {
  CURL *easy = lib.easy_init();
  transfer *own = calloc(1, sizeof *own);
  *address = own ? plain_address(request->url, own) : NULL;
  if (!easy || !*address) goto failed;
  own->easy = easy;
  own->on_bytes = on_bytes;
  own->context = context;
  CURLcode (*set)(CURL *, CURLoption, ...) = lib.easy_setopt;
  set(easy, CURLOPT_NOSIGNAL, 1L);
  // Options that matter for safety must be supported; the others are tuning.
  if (set(easy, CURLOPT_PROTOCOLS_STR, "http,https") ||
      set(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https") ||
      set(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L) ||
      set(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) ||
      set(easy, CURLOPT_OPENSOCKETDATA, own) ||
      set(easy, CURLOPT_PREREQFUNCTION, before_request) || set(easy, CURLOPT_PREREQDATA, own) ||
      set(easy, CURLOPT_URL, *address) || set(easy, CURLOPT_WRITEFUNCTION, receive) ||
      set(easy, CURLOPT_WRITEDATA, own) || set(easy, CURLOPT_PRIVATE, own))
    goto failed;
  set(easy, CURLOPT_USERAGENT, request->user_agent);
  set(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
  set(easy, CURLOPT_TIMEOUT_MS, request->total_ms);
  if (request->stall_s > 0) limit_stalls(easy, request->stall_s);
  own->body_stall_s = request->body_stall_s;
  set(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->max_bytes);
  set(easy, CURLOPT_BUFFERSIZE, 128L << 10);
  set(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  // Rather wait for a connection that others may share than open one more; but only where the
  // handshake says whether they may. Without TLS that is known when the first answer is there, and
  // one slow picture would hold up all others of its server.
  set(easy, CURLOPT_PIPEWAIT, strncasecmp(*address, "https:", 6) == 0 ? 1L : 0L);
  *prepared = own;
  return easy;
failed:
  if (*address) lib.release(*address);
  discard(easy, own);
  return NULL;
}

static int add(lcu_client *client, CURL *easy) {
  if (lib.multi_add(client->multi, easy) != CURLM_OK) return 0;
  client->transfers++;
  return 1;
}

void *lcu_start(lcu_client *client, const lcu_request *request, lcu_on_bytes on_bytes,
                void *context) {
  transfer *own = NULL;
  char *address = NULL;
  CURL *easy = prepare(request, on_bytes, context, &own, &address);
  if (!easy) return NULL;
  int is_ready = choose_proxy(easy, own, address);
  lib.release(address);
  lib.easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  lib.easy_setopt(easy, CURLOPT_MAXREDIRS, 5L);
  lib.easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  if (is_ready && add(client, easy)) return easy;
  discard(easy, own);
  return NULL;
}

// Checks a header that was built from several parts; a line break would begin another header.
static int is_one_line(const char *text) { return !strpbrk(text, "\r\n"); }

void *lcu_start_call(lcu_client *client, const lcu_call *call, lcu_on_bytes on_bytes,
                     void *context) {
  transfer *own = NULL;
  char *address = NULL;
  CURL *easy = prepare(&call->base, on_bytes, context, &own, &address);
  if (!easy) return NULL;
  int is_ready = !call->stays_outside || choose_proxy(easy, own, address);
  lib.release(address);
  if (!is_ready) goto failed;
  CURLcode (*set)(CURL *, CURLoption, ...) = lib.easy_setopt;
  own->is_anywhere = !call->stays_outside;
  if (call->stays_outside) own->zone = lcu_public;
  own->on_header = call->on_header;
  own->on_sent = call->on_sent;
  for (size_t i = 0; i <= call->header_count; i++) {
    // Bodies are sent at once, not after a question whether they may be.
    const char *line = i < call->header_count ? call->headers[i] : "Expect:";
    struct curl_slist *list = is_one_line(line) ? lib.slist_append(own->headers, line) : NULL;
    if (!list) goto failed;
    own->headers = list;
  }
  if (set(easy, CURLOPT_FOLLOWLOCATION, 0L) || set(easy, CURLOPT_HTTPHEADER, own->headers))
    goto failed;
  if (call->body) {
    if (set(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)call->body_count) ||
        set(easy, CURLOPT_COPYPOSTFIELDS, call->body))
      goto failed;
  }
  if (set(easy, CURLOPT_CUSTOMREQUEST, call->method)) goto failed;
  if (call->on_header &&
      (set(easy, CURLOPT_HEADERFUNCTION, receive_header) || set(easy, CURLOPT_HEADERDATA, own)))
    goto failed;
  if (call->on_sent) {
    set(easy, CURLOPT_XFERINFOFUNCTION, report_sent);
    set(easy, CURLOPT_XFERINFODATA, own);
    set(easy, CURLOPT_NOPROGRESS, 0L);
  }
  if (add(client, easy)) return easy;
failed:
  discard(easy, own);
  return NULL;
}

void lcu_stop(lcu_client *client, void *easy) {
  transfer *own = transfer_of(easy);
  lib.multi_remove(client->multi, easy);
  client->transfers--;
  discard(easy, own);
}

void lcu_perform(lcu_client *client, int milliseconds) {
  int running = 0;
  lib.multi_perform(client->multi, &running);
  // One that has just ended is to be taken out; nothing would wake the poll for it.
  lib.multi_poll(client->multi, NULL, 0, running < client->transfers ? 0 : milliseconds, NULL);
  lib.multi_perform(client->multi, &running);
}

void lcu_wake(lcu_client *client) { lib.multi_wakeup(client->multi); }

static lcu_outcome outcome_of(CURLcode code, const transfer *own) {
  if (code != CURLE_OK && own->is_wrong_zone) return lcu_wrong_zone;
  switch (code) {
    case CURLE_OK: return lcu_done;
    // A name or password in the address of a redirection.
    case CURLE_LOGIN_DENIED:
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL: return lcu_bad_address;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return lcu_unreachable;
    case CURLE_OPERATION_TIMEDOUT: return lcu_timed_out;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS: return lcu_insecure;
    case CURLE_FILESIZE_EXCEEDED: return lcu_too_large;
    case CURLE_HTTP_RETURNED_ERROR: return lcu_refused;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR: return own->is_unwanted ? lcu_unwanted : lcu_cut;
    default: return own->is_unwanted ? lcu_unwanted : lcu_failed;
  }
}

void *lcu_next_end(lcu_client *client, lcu_end *end) {
  int left = 0;
  CURLMsg *message;
  do {
    message = lib.multi_info_read(client->multi, &left);
    if (!message) return NULL;
  } while (message->msg != CURLMSG_DONE);
  CURL *easy = message->easy_handle;
  CURLcode code = message->data.result;
  transfer *own = transfer_of(easy);
  memset(end, 0, sizeof *end);
  end->context = own->context;
  end->outcome = outcome_of(code, own);
  lib.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &end->status);
  lib.easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &end->new_connections);
  curl_off_t seconds = 0;
  if (lib.easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0)
    end->retry_after_s = (long)seconds;
  strncpy(end->reason, lib.easy_strerror(code), sizeof end->reason - 1);
  lcu_stop(client, easy);
  return easy;
}
