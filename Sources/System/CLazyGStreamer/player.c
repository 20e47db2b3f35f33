#include "CLazyGStreamer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Declarations of GStreamer 1.x, whose binary interface is stable; its headers need not be
// installed.

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} g_error;

// Beginning of GstMessage: 64 bytes of GstMiniObject, then its type.
typedef struct {
  uint64_t mini_object[8];
  unsigned type;
} gst_message;

typedef struct {
  void *memory;
  int flags;
  uint8_t *data;
  size_t size;
  size_t maxsize;
  void *user_data[4];
  void *reserved[4];
} gst_map_info;

enum { message_eos = 1 << 0, message_error = 1 << 1, message_async_done = 1 << 21 };
enum { state_null = 1, state_paused = 3, state_playing = 4 };
enum { format_time = 3, seek_flush = 1 << 0, seek_accurate = 1 << 1 };
enum { seek_none = 0, seek_set = 1 };
enum { map_read = 1 };
// Flags of playbin.
enum { flag_video = 1 << 0, flag_audio = 1 << 1, flag_soft_volume = 1 << 4 };

static struct {
  int (*init_check)(int *, char ***, g_error **);
  void *(*element_factory_make)(const char *, const char *);
  int (*element_set_state)(void *, int);
  int (*element_query_position)(void *, int, int64_t *);
  int (*element_query_duration)(void *, int, int64_t *);
  int (*element_seek)(void *, double, int, int, int, int64_t, int, int64_t);
  void *(*element_get_bus)(void *);
  gst_message *(*bus_pop)(void *);
  void (*message_parse_error)(gst_message *, g_error **, char **);
  void (*mini_object_unref)(void *);
  void (*object_unref)(void *);
  char *(*filename_to_uri)(const char *, g_error **);
  void *(*caps_from_string)(const char *);
  void *(*sample_get_buffer)(void *);
  void *(*sample_get_caps)(void *);
  void *(*caps_get_structure)(void *, unsigned);
  int (*structure_get_int)(void *, const char *, int *);
  int (*buffer_map)(void *, gst_map_info *, int);
  void (*buffer_unmap)(void *, gst_map_info *);
  void (*object_set)(void *, const char *, ...);
  void (*object_get)(void *, const char *, ...);
  void (*signal_emit_by_name)(void *, const char *, ...);
  unsigned long (*signal_connect_data)(void *, const char *, void (*)(void), void *, void *, int);
  void *(*element_get_factory)(void *);
  char *(*object_get_name)(void *);
  void (*error_free)(g_error *);
  void (*free)(void *);
} gst;

static const char *missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libgstreamer-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    missing = "GStreamer is not installed (libgstreamer1.0-0)";
    return;
  }
  int is_whole = 1;
  // GLib's functions are found through GStreamer, which depends on it.
#define FIND(field, name) \
  is_whole &= (*(void **)&gst.field = dlsym(library, name)) != NULL
  FIND(init_check, "gst_init_check");
  FIND(element_factory_make, "gst_element_factory_make");
  FIND(element_set_state, "gst_element_set_state");
  FIND(element_query_position, "gst_element_query_position");
  FIND(element_query_duration, "gst_element_query_duration");
  FIND(element_seek, "gst_element_seek");
  FIND(element_get_bus, "gst_element_get_bus");
  FIND(bus_pop, "gst_bus_pop");
  FIND(message_parse_error, "gst_message_parse_error");
  FIND(mini_object_unref, "gst_mini_object_unref");
  FIND(object_unref, "gst_object_unref");
  FIND(filename_to_uri, "gst_filename_to_uri");
  FIND(caps_from_string, "gst_caps_from_string");
  FIND(sample_get_buffer, "gst_sample_get_buffer");
  FIND(sample_get_caps, "gst_sample_get_caps");
  FIND(caps_get_structure, "gst_caps_get_structure");
  FIND(structure_get_int, "gst_structure_get_int");
  FIND(buffer_map, "gst_buffer_map");
  FIND(buffer_unmap, "gst_buffer_unmap");
  FIND(object_set, "g_object_set");
  FIND(object_get, "g_object_get");
  FIND(signal_emit_by_name, "g_signal_emit_by_name");
  FIND(signal_connect_data, "g_signal_connect_data");
  FIND(element_get_factory, "gst_element_get_factory");
  FIND(object_get_name, "gst_object_get_name");
  FIND(error_free, "g_error_free");
  FIND(free, "g_free");
#undef FIND
  g_error *error = NULL;
  if (!is_whole || !gst.init_check(NULL, NULL, &error)) {
    if (error && gst.error_free) gst.error_free(error);
    missing = "GStreamer is there, but does not start";
    return;
  }
  void *player = gst.element_factory_make("playbin", NULL);
  if (!player) {
    missing = "GStreamer's plug-ins are not installed (gstreamer1.0-plugins-base)";
    return;
  }
  gst.object_unref(player);
}

const char *lgs_load(void) {
  pthread_once(&once, load);
  return missing;
}

struct lgs_player {
  void *playbin;
  void *bus;
  /// Sink of pictures; NULL for sound only. It belongs to playbin.
  void *pictures;
  /// Whether it stopped at a position whose picture was not taken yet.
  int has_still;
  /// Whether an element that is not allowed was refused; set by GStreamer's threads.
  atomic_int has_refused;
};

// Elements that may read an untrusted file. GStreamer has more than a hundred others, for old
// formats and for playlists that it would then fetch. These are for the formats that phones,
// browsers and chat programs write; their libraries are shipped by browsers or fuzzed continuously.
static const char *const readers[] = {
    // Containers, and tags of sound files.
    "oggdemux", "matroskademux", "qtdemux", "wavparse", "avidemux", "aiffparse", "id3demux",
    "apedemux",
    // Parsers, which find the boundaries of frames.
    "aacparse", "amrparse", "flacparse", "mpegaudioparse", "opusparse", "vorbisparse", "theoraparse",
    "h263parse", "h264parse", "h265parse", "mpeg4videoparse", "vp9parse", "av1parse",
    // Sound.
    "opusdec", "vorbisdec", "flacdec", "mpg123audiodec", "speexdec", "alawdec", "mulawdec", "amrnbdec",
    "amrwbdec", "fdkaacdec", "faad", "avdec_aac", "avdec_alac", "avdec_amrnb", "avdec_amrwb",
    "avdec_mp3", "avdec_mp3float", "avdec_opus", "avdec_flac",
    // Pictures.
    "vp8dec", "vp9dec", "theoradec", "dav1ddec", "av1dec", "openh264dec", "jpegdec", "avdec_h263",
    "avdec_h264", "avdec_h265", "avdec_mpeg4", "avdec_vp8", "avdec_vp9", "avdec_mjpeg"};

static int may_read(const char *name) {
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (!strcmp(name, readers[i])) return 1;
  // Sinks do not read files.
  size_t length = strlen(name);
  return length > 4 && !strcmp(name + length - 4, "sink");
}

enum { select_try = 0, select_skip = 2 };

// Called before an element is made, on a thread of GStreamer's.
static int select_reader(void *bin, void *pad, void *caps, void *factory, void *context) {
  (void)bin, (void)pad, (void)caps;
  char *name = gst.object_get_name(factory);
  int is_allowed = name && may_read(name);
  gst.free(name);
  if (is_allowed) return select_try;
  atomic_store(&((lgs_player *)context)->has_refused, 1);
  return select_skip;
}

// Connects to every element that chooses others, so that it asks before it does.
static void watch_chooser(void *playbin, void *bin, void *element, void *context) {
  (void)playbin, (void)bin;
  void *factory = gst.element_get_factory(element);
  char *name = factory ? gst.object_get_name(factory) : NULL;
  if (name && (!strcmp(name, "decodebin") || !strcmp(name, "parsebin")))
    gst.signal_connect_data(element, "autoplug-select", (void (*)(void))select_reader, context, NULL,
                            0);
  gst.free(name);
}

int lgs_has_refused(lgs_player *player) { return atomic_load(&player->has_refused); }

// Makes a player; nothing of it runs yet.
static lgs_player *make_player(const char *path) {
  if (lgs_load()) return NULL;
  char *uri = gst.filename_to_uri(path, NULL);
  if (!uri) return NULL;
  lgs_player *player = calloc(1, sizeof *player);
  void *playbin = player ? gst.element_factory_make("playbin", NULL) : NULL;
  if (!playbin) {
    gst.free(uri);
    free(player);
    return NULL;
  }
  player->playbin = playbin;
  player->bus = gst.element_get_bus(playbin);
  gst.signal_connect_data(playbin, "deep-element-added", (void (*)(void))watch_chooser, player, NULL,
                          0);
  gst.object_set(playbin, "uri", uri, (void *)NULL);
  gst.free(uri);
  return player;
}

lgs_player *lgs_open(const char *path, int width, int height) {
  lgs_player *player = make_player(path);
  if (!player) return NULL;
  void *playbin = player->playbin;
  int flags = flag_audio | flag_soft_volume;
  // Speech keeps its pitch at another speed. Without the plug-in it sounds higher.
  void *tempo = gst.element_factory_make("scaletempo", NULL);
  if (tempo) gst.object_set(playbin, "audio-filter", tempo, (void *)NULL);
  if (width > 0 && height > 0) {
    void *sink = gst.element_factory_make("appsink", NULL);
    if (sink) {
      flags |= flag_video;
      char words[200];
      snprintf(words, sizeof words,
               "video/x-raw,format=BGRA,pixel-aspect-ratio=1/1,width=[1,%d],height=[1,%d]", width,
               height);
      void *caps = gst.caps_from_string(words);
      // At most one picture waits: if the program is late, it continues with the newest.
      gst.object_set(sink, "caps", caps, "max-buffers", 1u, "drop", 1, "sync", 1, (void *)NULL);
      if (caps) gst.mini_object_unref(caps);
      player->pictures = sink;
      gst.object_set(playbin, "video-sink", sink, (void *)NULL);
    }
  }
  gst.object_set(playbin, "flags", flags, (void *)NULL);
  // A failure is reported by the bus.
  gst.element_set_state(playbin, state_paused);
  return player;
}

void lgs_close(lgs_player *player) {
  if (!player) return;
  gst.element_set_state(player->playbin, state_null);
  if (player->bus) gst.object_unref(player->bus);
  gst.object_unref(player->playbin);
  free(player);
}

void lgs_set_playing(lgs_player *player, int is_playing) {
  gst.element_set_state(player->playbin, is_playing ? state_playing : state_paused);
}

int lgs_seek(lgs_player *player, double seconds, double speed) {
  if (!(seconds >= 0 && seconds < 1e9 && speed > 0)) return 0;
  return gst.element_seek(player->playbin, speed, format_time, seek_flush | seek_accurate,
                          seek_set, (int64_t)(seconds * 1e9), seek_none, -1);
}

double lgs_position(lgs_player *player) {
  int64_t nanoseconds = -1;
  int is_known = gst.element_query_position(player->playbin, format_time, &nanoseconds);
  return is_known && nanoseconds >= 0 ? nanoseconds / 1e9 : -1;
}

double lgs_duration(lgs_player *player) {
  int64_t nanoseconds = -1;
  int is_known = gst.element_query_duration(player->playbin, format_time, &nanoseconds);
  return is_known && nanoseconds >= 0 ? nanoseconds / 1e9 : -1;
}

lgs_event lgs_poll(lgs_player *player, char *words, size_t count) {
  if (count > 0) words[0] = 0;
  lgs_event event = lgs_nothing;
  gst_message *message;
  while (event == lgs_nothing && player->bus && (message = gst.bus_pop(player->bus))) {
    switch (message->type) {
    case message_eos: event = lgs_ended; break;
    case message_async_done:
      event = lgs_prepared;
      player->has_still = 1;
      break;
    case message_error: {
      g_error *error = NULL;
      char *details = NULL;
      gst.message_parse_error(message, &error, &details);
      snprintf(words, count, "%s", error && error->message ? error->message : "");
      if (error) gst.error_free(error);
      if (details) gst.free(details);
      event = lgs_failed;
      break;
    }
    default: break;
    }
    gst.mini_object_unref(message);
  }
  return event;
}

int lgs_next_picture(lgs_player *player, lgs_picture *picture) {
  if (!player->pictures) return 0;
  void *sample = NULL;
  gst.signal_emit_by_name(player->pictures, "try-pull-sample", (uint64_t)0, &sample);
  // A paused player shows the picture at its position.
  if (!sample && player->has_still)
    gst.object_get(player->pictures, "last-sample", &sample, (void *)NULL);
  player->has_still = 0;
  if (!sample) return 0;
  gst_map_info *map = calloc(1, sizeof *map);
  void *buffer = gst.sample_get_buffer(sample);
  void *caps = gst.sample_get_caps(sample);
  void *structure = caps ? gst.caps_get_structure(caps, 0) : NULL;
  int width = 0, height = 0;
  if (map && buffer && structure && gst.structure_get_int(structure, "width", &width) &&
      gst.structure_get_int(structure, "height", &height) && width > 0 && height > 0 &&
      gst.buffer_map(buffer, map, map_read)) {
    // Rows of four bytes per pixel have no padding.
    if ((size_t)width * 4 <= map->size / (size_t)height) {
      picture->pixels = map->data;
      picture->byte_count = map->size;
      picture->width = width;
      picture->height = height;
      picture->stride = width * 4;
      picture->owner[0] = sample;
      picture->owner[1] = map;
      return 1;
    }
    gst.buffer_unmap(buffer, map);
  }
  free(map);
  gst.mini_object_unref(sample);
  return 0;
}

void lgs_release_picture(lgs_picture *picture) {
  void *buffer = gst.sample_get_buffer(picture->owner[0]);
  gst.buffer_unmap(buffer, picture->owner[1]);
  free(picture->owner[1]);
  gst.mini_object_unref(picture->owner[0]);
}

enum { listened_rate = 8000, step_samples = listened_rate / 20 };

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + now.tv_nsec / 1e9;
}

// Adds the loudest value of each step; returns 0 when there are more than `most` steps.
static int add_steps(void *sample, uint8_t *steps, size_t most, size_t *samples) {
  void *buffer = gst.sample_get_buffer(sample);
  gst_map_info map;
  memset(&map, 0, sizeof map);
  if (!buffer || !gst.buffer_map(buffer, &map, map_read)) return 1;
  int has_room = 1;
  for (size_t i = 0; i + 1 < map.size; i += 2) {
    size_t step = *samples / step_samples;
    if (step >= most) {
      has_room = 0;
      break;
    }
    int value = (int16_t)(map.data[i] | map.data[i + 1] << 8);
    int loud = (value < 0 ? -value : value) / 128;
    if (loud > 255) loud = 255;
    if (loud > steps[step]) steps[step] = (uint8_t)loud;
    *samples += 1;
  }
  gst.buffer_unmap(buffer, &map);
  return has_room;
}

int lgs_listen(const char *path, double longest, double patience, uint8_t *loudest, size_t count) {
  if (count == 0 || !(longest > 0 && longest <= 36000)) return 0;
  lgs_player *player = make_player(path);
  if (!player) return 0;
  size_t most = (size_t)(longest * listened_rate / step_samples);
  uint8_t *steps = calloc(most, 1);
  void *sink = steps ? gst.element_factory_make("appsink", NULL) : NULL;
  int is_whole = 0;
  size_t samples = 0;
  if (sink) {
    void *caps = gst.caps_from_string(
        "audio/x-raw,format=S16LE,layout=interleaved,channels=1,rate=8000");
    // Decode as fast as possible, with few buffers waiting.
    gst.object_set(sink, "caps", caps, "max-buffers", 16u, "sync", 0, (void *)NULL);
    if (caps) gst.mini_object_unref(caps);
    gst.object_set(player->playbin, "audio-sink", sink, "flags", (int)flag_audio, (void *)NULL);
    gst.element_set_state(player->playbin, state_playing);
    double end = seconds_now() + patience;
    int goes_on = 1;
    while (goes_on && seconds_now() < end) {
      void *sample = NULL;
      gst.signal_emit_by_name(sink, "try-pull-sample", (uint64_t)50000000, &sample);
      if (sample) {
        goes_on = add_steps(sample, steps, most, &samples);
        gst.mini_object_unref(sample);
        continue;
      }
      char words[64];
      int is_at_end = 0;
      lgs_event event = lgs_poll(player, words, sizeof words);
      gst.object_get(sink, "eos", &is_at_end, (void *)NULL);
      is_whole = event == lgs_ended || is_at_end;
      goes_on = !is_whole && event != lgs_failed;
    }
  }
  size_t found = (samples + step_samples - 1) / step_samples;
  is_whole = is_whole && found > 0;
  for (size_t i = 0; is_whole && i < count; i++) {
    size_t from = i * found / count, to = (i + 1) * found / count;
    loudest[i] = steps[from];
    for (size_t step = from; step < to; step++)
      if (steps[step] > loudest[i]) loudest[i] = steps[step];
  }
  free(steps);
  lgs_close(player);
  return is_whole;
}
