// Dialogs. All open without a loop of their own and call back exactly once.
#pragma once

#include "lq_window.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { LQ_FILE_OPEN = 0, LQ_FILES_OPEN, LQ_FOLDER_OPEN, LQ_FILE_SAVE } lq_file_mode;
typedef struct {
  lq_file_mode mode;
  const char *title;
  /// Folder or file to start with; NULL for the last one.
  const char *path;
  /// Filters such as "Archives (*.zip *.json);;All files (*)"; NULL for all files.
  const char *filters;
} lq_file_dialog;
/// Asks for files; calls back with a count of 0 when cancelled.
void lq_dialog_files(
    lq_window *window, const lq_file_dialog *dialog,
    void (*done)(void *context, const char *const *paths, int32_t count), void *context);

typedef enum { LQ_MESSAGE_PLAIN = 0, LQ_MESSAGE_INFO, LQ_MESSAGE_WARNING, LQ_MESSAGE_ERROR }
    lq_message_kind;
typedef struct {
  lq_message_kind kind;
  const char *title;
  const char *text;
  /// Smaller text below; NULL for none.
  const char *detail;
  /// Up to three buttons, the first is the default; all NULL for a single OK.
  const char *buttons[3];
} lq_message;
/// Shows a message; calls back with the index of the button, -1 when closed by Escape or with its
/// window.
void lq_dialog_message(
    lq_window *window, const lq_message *message, void (*done)(void *context, int32_t button),
    void *context);

typedef struct {
  /// Topic that begins a section; NULL continues the previous one.
  const char *topic;
  /// Keys: those of a combination are separated by "+", alternatives by "|", keys for several
  /// actions by ",": "Ctrl+F|/", "Left,Right".
  const char *keys;
  const char *use;
} lq_key_line;
/// Shows the keys and their actions, as key caps by topic.
void lq_dialog_keys(
    lq_window *window, const char *title, const lq_key_line *lines, int32_t count);

typedef struct {
  int32_t year;
  /// 1 to 12, and 1 to 31.
  int32_t month;
  int32_t day;
} lq_date;
typedef struct {
  const char *title;
  /// Title of the button that accepts the date.
  const char *accept;
  lq_date first;
  lq_date last;
  /// Date selected at first; clamped to the range.
  lq_date selected;
  /// Parses the typed text; false for a text that is no date.
  bool (*read)(void *context, const char *text, lq_date nearby, lq_date *date);
  /// Formats a date in words, or in the short form that can be typed; the result is freed by the
  /// dialog.
  char *(*write)(lq_date date, bool in_words);
  /// First day of the week, 1 (Monday) to 7.
  int32_t week_begins;
} lq_date_dialog;
/// Asks for a date; calls back with NULL when cancelled. The context is also passed to `read`.
void lq_dialog_date(
    lq_window *window, const lq_date_dialog *dialog,
    void (*done)(void *context, const lq_date *date), void *context);

typedef struct {
  const char *label;
  /// Text shown while the field is empty; NULL for none.
  const char *placeholder;
  /// Initial text; NULL for none.
  const char *text;
  bool is_secret;
  /// Whether the field may be left empty.
  bool is_optional;
  /// Suggestions shown below the field while the user types, those that contain the text; one per
  /// line, NULL for none.
  const char *choices;
} lq_form_field;
typedef struct {
  const char *title;
  /// Texts above and below the fields; NULL for none.
  const char *intro;
  const char *hint;
  /// Title of the button that submits the form.
  const char *accept;
  const lq_form_field *fields;
  int32_t count;
} lq_form_dialog;
typedef struct lq_form lq_form;
typedef struct {
  void *context;
  /// The user has submitted the form: its texts, field by field. The form shows that work is in
  /// progress until lq_form_answer.
  void (*submit)(void *context, const char *const *values, int32_t count);
  /// The form has closed, for whatever reason; the last call.
  void (*ended)(void *context);
} lq_form_callbacks;
/// Opens a form. It shows errors, and stays open until the work has succeeded or was cancelled.
lq_form *lq_dialog_form(
    lq_window *window, const lq_form_dialog *dialog, const lq_form_callbacks *callbacks);
/// Ends the work: NULL closes the form; a text is shown as the error, and the user can correct the
/// form.
void lq_form_answer(lq_form *form, const char *problem);

#ifdef __cplusplus
}
#endif
