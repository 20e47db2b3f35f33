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
  /// As in "Archives (*.zip *.json);;All files (*)"; NULL for all files.
  const char *filters;
} lq_file_dialog;
/// A count of 0 when cancelled.
void lq_dialog_files(
    lq_window *window, const lq_file_dialog *dialog,
    void (*done)(void *context, const char *const *paths, int32_t count), void *context);

typedef enum { LQ_MESSAGE_PLAIN = 0, LQ_MESSAGE_INFO, LQ_MESSAGE_WARNING, LQ_MESSAGE_ERROR }
    lq_message_kind;
typedef struct {
  lq_message_kind kind;
  const char *title;
  const char *text;
  /// Smaller, below; NULL for none.
  const char *detail;
  /// First one is the default; all NULL for a single OK.
  const char *buttons[3];
} lq_message;
/// Index of the button, -1 when closed by Escape or with its window.
void lq_dialog_message(
    lq_window *window, const lq_message *message, void (*done)(void *context, int32_t button),
    void *context);

typedef struct {
  /// Begins a topic; NULL goes on with the one before.
  const char *topic;
  /// Keys of a combination between "+", other ways between "|", ways to several things between ",":
  /// "Ctrl+F|/", "Left,Right".
  const char *keys;
  const char *use;
} lq_key_line;
/// Shows the keys and their actions, as key caps by topic.
void lq_dialog_keys(
    lq_window *window, const char *title, const lq_key_line *lines, int32_t count);

typedef struct {
  int32_t year;
  /// 1 to 12 and 1 to 31.
  int32_t month;
  int32_t day;
} lq_date;
typedef struct {
  const char *title;
  /// For the button that ends it well.
  const char *accept;
  lq_date first;
  lq_date last;
  /// Shown at first; brought into the range.
  lq_date selected;
  /// Reads what was typed; false for what is no date.
  bool (*read)(void *context, const char *text, lq_date nearby, lq_date *date);
  /// In words, or short as it is typed and read back; freed by the dialog.
  char *(*write)(lq_date date, bool in_words);
} lq_date_dialog;
/// NULL when cancelled. The context is that of read as well.
void lq_dialog_date(
    lq_window *window, const lq_date_dialog *dialog,
    void (*done)(void *context, const lq_date *date), void *context);

typedef struct {
  const char *label;
  /// Shown while the field is empty; NULL for nothing.
  const char *placeholder;
  /// Initial text; NULL for nothing.
  const char *text;
  bool is_secret;
  /// May be left empty.
  bool is_optional;
  /// Offered below while it is written, those that contain it; a line each, NULL for none.
  const char *choices;
} lq_form_field;
typedef struct {
  const char *title;
  /// Above and below the fields; NULL for nothing.
  const char *intro;
  const char *hint;
  /// For the button that hands in what was written.
  const char *accept;
  const lq_form_field *fields;
  int32_t count;
} lq_form_dialog;
typedef struct lq_form lq_form;
typedef struct {
  void *context;
  /// Called with the texts, field by field. The form shows that something is being done until
  /// lq_form_answer.
  void (*submit)(void *context, const char *const *values, int32_t count);
  /// The form is gone, whatever ended it; the last call.
  void (*ended)(void *context);
} lq_form_callbacks;
/// Fields to be filled in. What comes of it is said in the form, which stays until it went well or
/// was cancelled.
lq_form *lq_dialog_form(
    lq_window *window, const lq_form_dialog *dialog, const lq_form_callbacks *callbacks);
/// NULL closes the form; words say what is wrong, and let it be mended.
void lq_form_answer(lq_form *form, const char *problem);

#ifdef __cplusplus
}
#endif
