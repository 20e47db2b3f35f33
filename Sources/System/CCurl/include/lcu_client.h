#pragma once
#include <stddef.h>
#include <stdint.h>

// libcurl's multi interface, for fetching and for calls of a server's interface. The library is loaded when the first
// client is made, so that programs that fetch nothing do not carry it and what it depends on.
// A client belongs to one thread, but for lcu_wake.

typedef struct lcu_client lcu_client;

/// Parts of the network that are not for everybody: a server elsewhere has no business leading
/// there.
typedef enum {
  lcu_public,
  /// This computer.
  lcu_loopback,
  /// Hosts on the same link, including services of data centres that hand out passwords.
  lcu_link_local,
  /// Networks of a house or firm; also what is no address of a host at all.
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
  /// Seconds in which next to nothing comes before the transfer ends.
  long stall_s;
  /// The same once an answer's body has begun: a server may think for long, but then it has to talk.
  long body_stall_s;
  long total_ms;
  int64_t max_bytes;
} lcu_request;

/// Bytes that came; any answer but `count` ends the transfer.
typedef size_t (*lcu_on_bytes)(void *context, const void *bytes, size_t count);
/// Bytes of the body that are on their way to the server, and of all there are.
typedef void (*lcu_on_sent)(void *context, int64_t sent, int64_t total);

/// A request of a server's interface. Answers of every status are `lcu_done` with their body, and no
/// redirection is followed: what a header says is for the server that was named, and nobody else.
/// `url` may lead into any part of the network, for it is the reader who named the server.
/// `total_ms`, `stall_s` and `body_stall_s` of 0 mean no such limit.
typedef struct {
  lcu_request base;
  const char *method;
  /// Whether a server named the address: then it may lead only where any server may.
  int stays_outside;
  /// Lines such as "Authorization: …"; `header_count` of them.
  const char *const *headers;
  size_t header_count;
  /// Copied; NULL for none.
  const void *body;
  size_t body_count;
  /// The lines of the answer's head, one at a time.
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
  /// It leads to a part of the network where its own address is not.
  lcu_wrong_zone,
  /// The receiver of the bytes wanted no more.
  lcu_unwanted,
  /// The connection ended before the answer did.
  lcu_cut,
  lcu_failed
} lcu_outcome;

typedef struct {
  void *context;
  lcu_outcome outcome;
  long status;
  /// Seconds after which the server wants to be asked again; 0 when it says nothing.
  long retry_after_s;
  /// Connections that had to be made; 0 when one was used again.
  long new_connections;
  char reason[128];
} lcu_end;

/// Whether libcurl could be loaded.
int lcu_is_available(void);

/// NULL when it could not.
lcu_client *lcu_client_new(long connections, long per_host);
/// Transfers must have ended or been stopped.
void lcu_client_free(lcu_client *client);

/// Redirections are followed, a few, and only to http and https. Names and passwords in the address
/// are not sent, and a redirection that has some is not followed. Connections are made to the
/// public network, and beside it to the zone that the address itself names a host of: whatever a
/// server or the answers to a name say. Behind a proxy, which makes the connections, only hosts are
/// looked at; whether there is one is decided by the address itself, for its redirections too. NULL
/// on failure.
void *lcu_start(lcu_client *client, const lcu_request *request, lcu_on_bytes on_bytes,
                void *context);
/// See lcu_call. NULL on failure.
void *lcu_start_call(lcu_client *client, const lcu_call *call, lcu_on_bytes on_bytes,
                     void *context);
void lcu_stop(lcu_client *client, void *transfer);

/// Waits until something comes, the time is over or lcu_wake is called, and takes in what came.
void lcu_perform(lcu_client *client, int milliseconds);
/// The transfer that ended, or NULL; it is gone after.
void *lcu_next_end(lcu_client *client, lcu_end *end);
/// From any thread.
void lcu_wake(lcu_client *client);
