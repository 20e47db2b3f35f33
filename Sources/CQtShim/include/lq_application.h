// Application object, its loop, descriptors, desktop services.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  /// Short lower-case name, used in paths.
  const char *name;
  const char *display_name;
  const char *version;
  const char *organization;
  /// Base name of the .desktop file, by which Wayland finds the icon.
  const char *desktop_file;
  /// Language of Qt's own dialogs and of calendars, such as "de" or "de_AT".
  const char *language;
  bool right_to_left;
  /// Returns the translation of a text, to be freed with lq_free, or NULL; `owner` is "QObject" for
  /// texts of this library and a class of Qt's otherwise, `context` may be NULL.
  char *(*translate)(const char *owner, const char *text, const char *context);
  /// Text printed when the window system does not answer.
  const char *unavailable;
} lq_app_info;

/// Creates the one application object; false when there is one already. Arguments are copied.
///
/// Without a usable display Qt cannot be initialised at all: the reason is printed to standard
/// error and the process exits with 69 (EX_UNAVAILABLE).
bool lq_app_create(int argc, const char *const *argv, const lq_app_info *info);
/// Runs the loop until lq_app_quit or until the last window is closed; returns the exit code.
int lq_app_exec(void);
void lq_app_quit(int code);
/// Returns the version of the library in use; may be called from any thread.
const char *lq_app_qt_version(void);

/// Runs the callback on the application's thread soon. May be called from any thread.
void lq_app_post(void (*callback)(void *context), void *context);

typedef struct lq_fd_watch lq_fd_watch;
/// Calls back whenever the descriptor is readable. The descriptor is not closed with the watch.
lq_fd_watch *lq_fd_watch_create(int fd, void (*callback)(void *context, int fd), void *context);
void lq_fd_watch_destroy(lq_fd_watch *watch);

/// Returns the number of times that the loop woke up since the application was created.
uint64_t lq_app_wakeups(void);

typedef enum { LQ_SCHEME_SYSTEM = 0, LQ_SCHEME_LIGHT = 1, LQ_SCHEME_DARK = 2 } lq_scheme;
/// Returns whether widgets are drawn light on dark.
bool lq_app_is_dark(void);
/// Draws widgets light or dark regardless of the desktop, or as the desktop does.
void lq_app_set_scheme(lq_scheme scheme);

/// Colours as 0xRRGGBB: of selected or focused parts and links, and of text on them; of windows, of
/// fields and dialogs, and of buttons; of text.
typedef struct {
  uint32_t accent, on_accent, window, base, button, text, secondary;
} lq_tones;
typedef struct {
  lq_tones light, dark;
} lq_look;
/// Sets the colours of all controls, and makes buttons flat. Where the desktop has a style of its
/// own and the scheme is the desktop's, only the accent is set. Best called before the first window
/// is made.
void lq_app_set_look(const lq_look *look);
/// Returns whether the desktop permits animations of widgets.
bool lq_app_animates(void);
/// Calls back after colours or fonts changed.
void lq_app_on_appearance_changed(void (*callback)(void *context), void *context);

/// Opens a URL in the desktop's program for it; the caller decides which schemes are safe.
bool lq_open_url(const char *url);
/// Returns the host of a URL as it is looked up; NULL if it has none. To be freed with lq_free.
char *lq_url_host(const char *url);
/// Returns the host that opening a URL leads to, as it is looked up, if a name or password precedes
/// it; else NULL. To be freed with lq_free.
char *lq_url_host_behind_credentials(const char *url);
/// Opens a local file or folder in the desktop's program for it.
bool lq_open_path(const char *path);
void lq_clipboard_set_text(const char *text);
/// Returns whether there is a primary selection, which a middle click pastes (X11, some Wayland
/// desktops).
bool lq_clipboard_has_primary(void);
void lq_clipboard_set_primary(const char *text);
/// Sets a picture: premultiplied 0xAARRGGBB words without gaps, copied; and the file they come
/// from, or NULL.
void lq_clipboard_set_image(
    const uint32_t *pixels, int32_t width, int32_t height, const char *path);
/// Returns the clipboard's text, or NULL; the caller frees it with lq_free.
char *lq_clipboard_text(void);

typedef enum {
  LQ_PATH_DATA = 0, LQ_PATH_CACHE, LQ_PATH_CONFIG, LQ_PATH_DOCUMENTS, LQ_PATH_DOWNLOADS,
  LQ_PATH_HOME
} lq_path;
/// Returns a writable folder, which may not exist yet; NULL if the system has none. Freed with
/// lq_free.
char *lq_standard_path(lq_path kind);

void lq_free(void *memory);

#ifdef __cplusplus
}
#endif
