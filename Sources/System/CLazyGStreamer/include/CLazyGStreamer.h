#pragma once

#include <stddef.h>
#include <stdint.h>

// Playback of sound and video through GStreamer, which is loaded when something is played for the
// first time. Calls wait for files and decoders, so never call them on the main thread. A player is
// used by one thread at a time; GStreamer has threads of its own.

typedef struct lgs_player lgs_player;

typedef enum {
  lgs_nothing,
  /// It can be played and seeked: once after opening, and after each seek.
  lgs_prepared,
  lgs_ended,
  lgs_failed
} lgs_event;

/// Loads the library and makes it search for its plug-ins; returns NULL on success, otherwise what
/// is missing.
const char *lgs_load(void);

/// Opens a file; the player prepares itself and is paused.
///
/// `width` and `height` are the maximum size of its pictures; 0 for sound only. NULL when a part of
/// GStreamer is not installed.
lgs_player *lgs_open(const char *path, int width, int height);
void lgs_close(lgs_player *player);

void lgs_set_playing(lgs_player *player, int is_playing);
/// Continues at a position, at a speed at which voices keep their pitch. Returns 0 when the file
/// does not support it.
int lgs_seek(lgs_player *player, double seconds, double speed);
/// Return seconds; less than 0 while they are not known.
double lgs_position(lgs_player *player);
double lgs_duration(lgs_player *player);
/// Returns the event since the last call. `words` receives the reason of a failure.
lgs_event lgs_poll(lgs_player *player, char *words, size_t count);
/// Returns whether the file would need an element of GStreamer that may not read untrusted files.
int lgs_has_refused(lgs_player *player);

/// Computes the loudness of a recording from beginning to end: `count` values of 0 to 255. Nothing
/// is played; it is decoded as fast as possible, by the elements that may also play it.
///
/// Returns 0 if it can't be decoded, is longer than `longest` seconds, or takes more than
/// `patience` seconds; then `loudest` is invalid.
int lgs_listen(const char *path, double longest, double patience, uint8_t *loudest, size_t count);

/// A picture that is to be shown now: rows of `stride` bytes, each pixel blue, green, red and
/// alpha.
typedef struct {
  const uint8_t *pixels;
  size_t byte_count;
  int width, height, stride;
  void *owner[2];
} lgs_picture;

/// Returns 0 when there is no new picture since the last call; otherwise the picture has to be
/// released.
int lgs_next_picture(lgs_player *player, lgs_picture *picture);
void lgs_release_picture(lgs_picture *picture);
