#pragma once
#include <stddef.h>
#include <stdint.h>

// libcurl's multi interface, for downloads and for calls of a server's API. The library is loaded
// when the first client is made, so that programs without network access do not load it and its
// dependencies. A client belongs to one thread, except lcu_wake.

typedef struct lcu_client lcu_client;

/// Parts of the network that are not public, to which a public server must not redirect.
typedef enum {
  lcu_public,
  /// This computer.
  lcu_loopback,
  /// Hosts on the same link, including services of data centres that hand out passwords.
  lcu_link_local,
  /// Private networks; also addresses that belong to no host.
  lcu_private
} lcu_zone;

/// Returns the zone of an address in its binary form: 4 or 16 bytes.
lcu_zone lcu_zone_of_address(const unsigned char *bytes, size_t count);
/// Returns the zone of a host as a URL names it, without a look-up: by its digits, or by names of
/// such networks ("localhost", "nas", "printer.local").
lcu_zone lcu_zone_of_host(const char *host);

/// The proxy that an environment names for addresses of a scheme and host; "" for none. As libcurl
/// reads it, but for ranges of addresses in `no_proxy`.
const char *lcu_proxy_of(const char *scheme, const char *host, char *const *environment);

typedef struct {
  const char *url;
  const char *user_agent;
  long connect_ms;
  /// Seconds with almost no bytes after which the transfer ends.
  long stall_s;
  /// The same limit once an answer's body has begun: a server may take long to answer, but then has
  /// to send.
  long body_stall_s;
  long total_ms;
  int64_t max_bytes;
} lcu_request;

/// Receives bytes; any result other than `count` ends the transfer.
typedef size_t (*lcu_on_bytes)(void *context, const void *bytes, size_t count);
/// Reports how many bytes of the body were sent, and of how many.
typedef void (*lcu_on_sent)(void *context, int64_t sent, int64_t total);

/// Request to a server's API. Answers of every status are `lcu_done` with their body, and
/// redirections are not followed, because the headers are only for the named server. `url` may lead
/// into any part of the network, because the user named the server. A `total_ms`, `stall_s` or
/// `body_stall_s` of 0 means no such limit.
typedef struct {
  lcu_request base;
  const char *method;
  /// Whether a server named the address: then it may lead only where any server may.
  int stays_outside;
  /// Lines such as "Authorization: …"; `header_count` of them.
  const char *const *headers;
  size_t header_count;
  /// Body, copied; NULL for none.
  const void *body;
  size_t body_count;
  /// Receives the lines of the answer's head, one at a time.
  lcu_on_bytes on_header;
  lcu_on_sent on_sent;
} lcu_call;

typedef enum {
  lcu_done,
  lcu_bad_address,
  lcu_unreachable,
  lcu_timed_out,
  lcu_insecure,
  lcu_too_large,
  /// `status` is 400 or more.
  lcu_refused,
  /// The address leads to a forbidden part of the network.
  lcu_wrong_zone,
  /// The receiver of the bytes ended the transfer.
  lcu_unwanted,
  /// The connection ended before the answer was complete.
  lcu_cut,
  lcu_failed
} lcu_outcome;

typedef struct {
  void *context;
  lcu_outcome outcome;
  long status;
  /// Seconds after which the server asks for a retry; 0 if it does not say.
  long retry_after_s;
  /// Number of connections that had to be made; 0 when one was reused.
  long new_connections;
  char reason[128];
} lcu_end;

/// Returns whether libcurl could be loaded.
int lcu_is_available(void);

/// Makes a client; NULL if libcurl could not be loaded.
lcu_client *lcu_client_new(long connections, long per_host);
/// Frees a client; its transfers must have ended or been stopped.
void lcu_client_free(lcu_client *client);

/// Redirections are followed, a few, and only to http and https. Names and passwords in the address
/// are not sent, and a redirection that has some is not followed. Connections are made to the
/// public network, and beside it to the zone that the address itself names a host of: whatever a
/// server or the answers to a name say. Behind a proxy, which makes the connections, only hosts are
/// looked at; whether there is one is decided by the address itself, for its redirections too. NULL
/// on failure.
void *lcu_start(lcu_client *client, const lcu_request *request, lcu_on_bytes on_bytes,
                void *context);
/// Begins a call; see lcu_call. NULL on failure.
void *lcu_start_call(lcu_client *client, const lcu_call *call, lcu_on_bytes on_bytes,
                     void *context);
void lcu_stop(lcu_client *client, void *transfer);

/// Waits until data arrive, the time has passed or lcu_wake is called, and processes the data.
void lcu_perform(lcu_client *client, int milliseconds);
/// Returns a transfer that has ended, or NULL; it is freed afterwards.
void *lcu_next_end(lcu_client *client, lcu_end *end);
/// Wakes lcu_perform; may be called from any thread.
void lcu_wake(lcu_client *client);
