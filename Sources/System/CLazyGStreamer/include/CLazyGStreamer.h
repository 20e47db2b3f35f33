#pragma once

#include <stddef.h>
#include <stdint.h>

// Sound and moving pictures through GStreamer, which is loaded when something is played for the
// first time. Calls wait for files and decoders: never on the main thread. A player is used by one
// thread at a time; GStreamer works on threads of its own.

typedef struct lgs_player lgs_player;

typedef enum {
  lgs_nothing,
  /// It can be played and looked for places in: once after opening, and after each seek.
  lgs_prepared,
  lgs_ended,
  lgs_failed
} lgs_event;

/// Loads the library and has it look for its plug-ins; NULL when it is there, otherwise what is
/// missing.
const char *lgs_load(void);

/// A player of the file, which prepares itself and is paused.
///
/// `width` and `height` are the largest of its pictures; 0 for sound alone. NULL when a part of
/// GStreamer is not installed.
lgs_player *lgs_open(const char *path, int width, int height);
void lgs_close(lgs_player *player);

void lgs_set_playing(lgs_player *player, int is_playing);
/// Goes on there, with a speed at which voices keep their pitch. 0 when the file does not take it.
int lgs_seek(lgs_player *player, double seconds, double speed);
/// Seconds; less than 0 while they are not known.
double lgs_position(lgs_player *player);
double lgs_duration(lgs_player *player);
/// Returns the event since the last call. `words` says why something failed.
lgs_event lgs_poll(lgs_player *player, char *words, size_t count);
/// Whether something in the file would have been read by a part of GStreamer that is not among those
/// that may read what strangers sent.
int lgs_has_refused(lgs_player *player);

/// How loud a recording is from its beginning to its end: `count` values of 0 to 255. Nothing is
/// heard; it is decoded as fast as that goes, by the parts that may also play it.
///
/// 0 where it can't be decoded, is longer than `longest` seconds, or takes more than `patience`
/// seconds; `loudest` is not to be used then.
int lgs_listen(const char *path, double longest, double patience, uint8_t *loudest, size_t count);

/// A picture that is to be shown now: rows of `stride` bytes, each pixel blue, green, red and how
/// opaque it is.
typedef struct {
  const uint8_t *pixels;
  size_t byte_count;
  int width, height, stride;
  void *owner[2];
} lgs_picture;

/// 0 when there is none since the last call; otherwise it is to be released.
int lgs_next_picture(lgs_player *player, lgs_picture *picture);
void lgs_release_picture(lgs_picture *picture);
