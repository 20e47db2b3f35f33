#include "lcu_client.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

// RFC 6890 and its successors list the ranges.
static lcu_zone zone_of_4(const unsigned char *a) {
  if (a[0] == 127 || a[0] == 0) return lcu_loopback;
  if (a[0] == 169 && a[1] == 254) return lcu_link_local;
  if (a[0] == 10 || (a[0] == 172 && (a[1] & 0xF0) == 16) || (a[0] == 192 && a[1] == 168))
    return lcu_private;
  // Carrier-grade NAT, benchmark networks, protocol assignments; multicast and reserved addresses.
  if ((a[0] == 100 && (a[1] & 0xC0) == 64) || (a[0] == 198 && (a[1] & 0xFE) == 18) ||
      (a[0] == 192 && a[1] == 0 && a[2] == 0) || a[0] >= 224)
    return lcu_private;
  return lcu_public;
}

static int begins(const unsigned char *a, const char *bytes, size_t count) {
  return memcmp(a, bytes, count) == 0;
}

static lcu_zone zone_of_16(const unsigned char *a) {
  static const char zeros[15] = {0};
  if (begins(a, zeros, 15) && a[15] <= 1) return lcu_loopback;
  // IPv4 addresses within IPv6 addresses: mapped, compatible, translated (NAT64), 6to4.
  if (begins(a, "\0\0\0\0\0\0\0\0\0\0\xFF\xFF", 12) || begins(a, zeros, 12) ||
      begins(a, "\0\x64\xFF\x9B\0\0\0\0\0\0\0\0", 12))
    return zone_of_4(a + 12);
  if (begins(a, "\x20\x02", 2)) return zone_of_4(a + 2);
  if (a[0] == 0xFE && (a[1] & 0xC0) == 0x80) return lcu_link_local;
  // Unique local, formerly site-local, multicast, and translated within a network (64:ff9b:1::/48).
  if ((a[0] & 0xFE) == 0xFC || (a[0] == 0xFE && (a[1] & 0xC0) == 0xC0) || a[0] == 0xFF ||
      begins(a, "\0\x64\xFF\x9B\0\1", 6))
    return lcu_private;
  return lcu_public;
}

lcu_zone lcu_zone_of_address(const unsigned char *bytes, size_t count) {
  return count == 4 ? zone_of_4(bytes) : count == 16 ? zone_of_16(bytes) : lcu_private;
}

static int ends_with(const char *text, size_t length, const char *end) {
  size_t count = strlen(end);
  return length >= count && strncasecmp(text + length - count, end, count) == 0;
}

lcu_zone lcu_zone_of_host(const char *host) {
  char name[256];
  size_t length = strlen(host);
  if (length > 2 && host[0] == '[' && host[length - 1] == ']') host++, length -= 2;
  while (length && host[length - 1] == '.') length--;
  if (!length || length >= sizeof name) return lcu_private;
  memcpy(name, host, length);
  name[length] = 0;
  unsigned char address[16];
  if (inet_pton(AF_INET, name, address) == 1) return lcu_zone_of_address(address, 4);
  char *interface = strchr(name, '%');
  if (interface) *interface = 0;
  if (inet_pton(AF_INET6, name, address) == 1) return lcu_zone_of_address(address, 16);
  if (strcasecmp(name, "localhost") == 0 || ends_with(name, length, ".localhost"))
    return lcu_loopback;
  static const char *const own[] = {".local", ".lan",     ".home",     ".home.arpa",
                                    ".corp",  ".private", ".internal", ".intranet"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (ends_with(name, length, own[i])) return lcu_private;
  return strchr(name, '.') ? lcu_public : lcu_private;
}
