// The application object, its loop, descriptors, desktop services.
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
  /// Such as "de" or "de_AT": of Qt's own dialogs, of calendars.
  const char *language;
  bool right_to_left;
  /// The translation of a text, to be freed with lq_free, or NULL; `owner` is "QObject" for texts of
  /// this library and a class of Qt's otherwise, `context` may be NULL.
  char *(*translate)(const char *owner, const char *text, const char *context);
  /// Said where the window system does not answer.
  const char *unavailable;
} lq_app_info;

/// Creates the one application object; false when there is one already. Arguments are copied.
///
/// Without a usable display Qt cannot be initialised at all: the reason goes to standard error and
/// the process exits with 69 (EX_UNAVAILABLE).
bool lq_app_create(int argc, const char *const *argv, const lq_app_info *info);
/// Runs the loop until lq_app_quit or the last window closed; the exit code.
int lq_app_exec(void);
void lq_app_quit(int code);
/// Returns the version of the library in use; from any thread.
const char *lq_app_qt_version(void);

/// Runs the callback on the application's thread soon. May be called from any thread.
void lq_app_post(void (*callback)(void *context), void *context);

typedef struct lq_fd_watch lq_fd_watch;
/// Calls back whenever the descriptor is readable. The descriptor is not closed with the watch.
lq_fd_watch *lq_fd_watch_create(int fd, void (*callback)(void *context, int fd), void *context);
void lq_fd_watch_destroy(lq_fd_watch *watch);

/// How often the loop went round (woke up), counted since the application was created.
uint64_t lq_app_wakeups(void);

typedef enum { LQ_SCHEME_SYSTEM = 0, LQ_SCHEME_LIGHT = 1, LQ_SCHEME_DARK = 2 } lq_scheme;
/// Whether widgets are drawn light on dark.
bool lq_app_is_dark(void);
/// Draws widgets light or dark whatever the desktop says, or as it says.
void lq_app_set_scheme(lq_scheme scheme);

/// Colours as 0xRRGGBB: of what is chosen, has the focus or leads elsewhere, and of text on that; of windows,
/// of fields and dialogs, and of buttons; of text.
typedef struct {
  uint32_t accent, on_accent, window, base, button, text, secondary;
} lq_tones;
typedef struct {
  lq_tones light, dark;
} lq_look;
/// Colours of all controls, and flat buttons; where the desktop has a style of its own and the scheme is the
/// desktop's, of the accent alone. Best before the first window is made.
void lq_app_set_look(const lq_look *look);
/// Whether the desktop lets widgets move by themselves.
bool lq_app_animates(void);
/// Calls back after colours or fonts changed.
void lq_app_on_appearance_changed(void (*callback)(void *context), void *context);

/// Hands a URL to the desktop; which schemes are safe, the caller decides.
bool lq_open_url(const char *url);
/// The host of a URL as it is looked up; NULL where there is none. To be freed with lq_free.
char *lq_url_host(const char *url);
/// The host that opening a URL leads to, if a name or password stands in front of it, as it is
/// looked up; else NULL. To be freed with lq_free.
char *lq_url_host_behind_credentials(const char *url);
/// Hands a local file or folder to the desktop.
bool lq_open_path(const char *path);
void lq_clipboard_set_text(const char *text);
/// Returns whether there is a primary selection, which a middle click pastes (X11, some Wayland
/// desktops).
bool lq_clipboard_has_primary(void);
void lq_clipboard_set_primary(const char *text);
/// Premultiplied 0xAARRGGBB words without gaps, copied; and the file they come from, or NULL.
void lq_clipboard_set_image(
    const uint32_t *pixels, int32_t width, int32_t height, const char *path);
/// The clipboard's text, or NULL; the caller frees it with lq_free.
char *lq_clipboard_text(void);

typedef enum {
  LQ_PATH_DATA = 0, LQ_PATH_CACHE, LQ_PATH_CONFIG, LQ_PATH_DOCUMENTS, LQ_PATH_DOWNLOADS,
  LQ_PATH_HOME
} lq_path;
/// A writable folder, which may not exist yet; NULL when there is none. Freed with lq_free.
char *lq_standard_path(lq_path kind);

void lq_free(void *memory);

#ifdef __cplusplus
}
#endif
