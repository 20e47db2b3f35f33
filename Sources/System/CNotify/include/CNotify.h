#pragma once

#include <stdint.h>

// Notifications by the desktop's service (org.freedesktop.Notifications), and its file manager
// (org.freedesktop.FileManager1), through sd-bus, which is loaded with the first client. Nothing here
// waits: what comes is taken by ln_process when ln_descriptor is readable. One thread alone uses a
// client.

typedef struct ln_client ln_client;

typedef struct {
  void *context;
  /// The service has given a notification its number.
  void (*shown)(void *context, uint64_t tag, uint32_t number);
  /// Somebody clicked it.
  void (*pressed)(void *context, uint32_t number);
  /// It is gone, whoever closed it.
  void (*closed)(void *context, uint32_t number);
} ln_callbacks;

/// NULL where there is no session bus, or no libsystemd. \p callbacks are of notifications; NULL for a
/// client that shows none.
ln_client *ln_open(const ln_callbacks *callbacks);
void ln_close(ln_client *client);
int ln_descriptor(ln_client *client);
/// Less than 0 when the bus is gone.
int ln_process(ln_client *client);

/// \p replaces is the number of a notification that gives its place to this one; 0 for none.
/// \p body is taken as it is: what would be markup is escaped here.
int ln_notify(
    ln_client *client, uint64_t tag, uint32_t replaces, const char *title, const char *body);
int ln_withdraw(ln_client *client, uint32_t number);

/// Asks the file manager to show the folder of a file with the file chosen in it.
///
/// \p answered is called once from within ln_process, or not at all when the bus or the client goes:
/// \p is_shown is 0 where no file manager answers to this.
int ln_show_file(
    ln_client *client, const char *uri, void (*answered)(void *context, int is_shown),
    void *context);
