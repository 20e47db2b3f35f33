#pragma once

#include <stdint.h>

// Notifications through the desktop's service (org.freedesktop.Notifications), and its file manager
// (org.freedesktop.FileManager1), by sd-bus, which is loaded with the first client. Nothing here
// blocks: ln_process handles what has arrived when ln_descriptor is readable. A client belongs to
// one thread.

typedef struct ln_client ln_client;

typedef struct {
  void *context;
  /// The service has assigned a number to a notification.
  void (*shown)(void *context, uint64_t tag, uint32_t number);
  /// The notification was clicked.
  void (*pressed)(void *context, uint32_t number);
  /// The notification is gone, whoever closed it.
  void (*closed)(void *context, uint32_t number);
} ln_callbacks;

/// Opens a client; NULL without a session bus or libsystemd. \p callbacks are for notifications;
/// NULL for a client that shows none.
ln_client *ln_open(const ln_callbacks *callbacks);
void ln_close(ln_client *client);
int ln_descriptor(ln_client *client);
/// Handles what has arrived; returns less than 0 when the bus is gone.
int ln_process(ln_client *client);

/// Largest side of a notification's picture, pixels.
#define LN_IMAGE_SIDE 256

/// A picture: rows of red, green, blue and opacity, not premultiplied, without gaps.
typedef struct {
  uint32_t width, height;
  const uint8_t *rgba;
} ln_image;

/// Shows a notification. \p replaces is the number of a notification that it replaces; 0 for none.
/// \p body is plain text: markup in it is escaped here. \p image may be NULL; it is left out if the
/// service has not said that it shows pictures.
int ln_notify(
    ln_client *client, uint64_t tag, uint32_t replaces, const char *title, const char *body,
    const ln_image *image);
int ln_withdraw(ln_client *client, uint32_t number);

/// Asks the file manager to show the folder of a file with the file selected in it.
///
/// \p answered is called once from within ln_process, or not at all when the bus or the client is
/// closed: \p is_shown is 0 if no file manager supports it.
int ln_show_file(
    ln_client *client, const char *uri, void (*answered)(void *context, int is_shown),
    void *context);
