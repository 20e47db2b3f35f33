// The chat of `luge drive` in GTK 4: a GtkListView with a factory, pictures decoded at their size on
// worker threads. Prints the protocol's lines.
//
//   cc -O2 -o gtk-chat chat.c $(pkg-config --cflags --libs gtk4 json-glib-1.0) -lm
#include <gtk/gtk.h>
#include <json-glib/json-glib.h>
#include <stdio.h>

#include "../script.h"

// MARK: Messages

#define CHAT_TYPE_MESSAGE chat_message_get_type()
G_DECLARE_FINAL_TYPE(ChatMessage, chat_message, CHAT, MESSAGE, GObject)
struct _ChatMessage {
  GObject parent;
  gint64 id;
  gboolean outgoing;
  char *text;
  char **media;
};
G_DEFINE_TYPE(ChatMessage, chat_message, G_TYPE_OBJECT)
static void chat_message_finalize(GObject *object) {
  ChatMessage *self = CHAT_MESSAGE(object);
  g_free(self->text);
  g_strfreev(self->media);
  G_OBJECT_CLASS(chat_message_parent_class)->finalize(object);
}
static void chat_message_class_init(ChatMessageClass *class) {
  G_OBJECT_CLASS(class)->finalize = chat_message_finalize;
}
static void chat_message_init(ChatMessage *self) { (void)self; }

static GListStore *load(const char *path) {
  GListStore *store = g_list_store_new(CHAT_TYPE_MESSAGE);
  JsonParser *parser = json_parser_new();
  GError *error = NULL;
  if (!json_parser_load_from_file(parser, path, &error)) {
    printf("@FAIL %s\n", error->message);
    exit(1);
  }
  JsonArray *array = json_node_get_array(json_parser_get_root(parser));
  GPtrArray *all = g_ptr_array_new_with_free_func(g_object_unref);
  for (guint i = 0; i < json_array_get_length(array); i++) {
    JsonObject *object = json_array_get_object_element(array, i);
    ChatMessage *message = g_object_new(CHAT_TYPE_MESSAGE, NULL);
    message->id = json_object_get_int_member(object, "messageId");
    message->outgoing =
        !g_strcmp0(json_object_get_string_member_with_default(object, "direction", "in"), "out");
    message->text = g_strdup(json_object_get_string_member_with_default(object, "message", ""));
    if (json_object_has_member(object, "mediaItems")) {
      JsonArray *media = json_object_get_array_member(object, "mediaItems");
      guint count = json_array_get_length(media);
      message->media = g_new0(char *, count + 1);
      for (guint m = 0; m < count; m++)
        message->media[m] = g_strdup(json_array_get_string_element(media, m));
    }
    g_ptr_array_add(all, message);
  }
  g_list_store_splice(store, 0, 0, all->pdata, all->len);
  g_ptr_array_unref(all);
  g_object_unref(parser);
  return store;
}

// MARK: Pictures

static const char *media_folder;
static GHashTable *textures;  // "name side" -> GdkTexture

typedef struct {
  GtkPicture *picture;
  char *path, *key;
  int side;
} Load;

static void load_free(gpointer data) {
  Load *load = data;
  g_object_unref(load->picture);
  g_free(load->path);
  g_free(load->key);
  g_free(load);
}

static void decode(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  (void)source, (void)cancellable;
  Load *load = data;
  int width = 0, height = 0;
  gdk_pixbuf_get_file_info(load->path, &width, &height);
  gboolean wide = width > height;
  GdkPixbuf *whole = gdk_pixbuf_new_from_file_at_scale(
      load->path, wide ? -1 : load->side, wide ? load->side : -1, TRUE, NULL);
  if (!whole) return g_task_return_pointer(task, NULL, NULL);
  int x = (gdk_pixbuf_get_width(whole) - load->side) / 2;
  int y = (gdk_pixbuf_get_height(whole) - load->side) / 2;
  GdkPixbuf *square =
      gdk_pixbuf_new_subpixbuf(whole, MAX(0, x), MAX(0, y), MIN(load->side, gdk_pixbuf_get_width(whole)),
                               MIN(load->side, gdk_pixbuf_get_height(whole)));
  GdkTexture *texture = gdk_texture_new_for_pixbuf(square);
  g_object_unref(square);
  g_object_unref(whole);
  g_task_return_pointer(task, texture, g_object_unref);
}

static void decoded(GObject *source, GAsyncResult *result, gpointer data) {
  (void)source, (void)data;
  Load *load = g_task_get_task_data(G_TASK(result));
  GdkTexture *texture = g_task_propagate_pointer(G_TASK(result), NULL);
  if (!texture) return;
  g_hash_table_insert(textures, g_strdup(load->key), g_object_ref(texture));
  // Reused meanwhile, it wants another picture.
  if (!g_strcmp0(g_object_get_data(G_OBJECT(load->picture), "key"), load->key))
    gtk_picture_set_paintable(load->picture, GDK_PAINTABLE(texture));
  g_object_unref(texture);
}

static void show_picture(GtkPicture *picture, const char *name, int side) {
  char *key = g_strdup_printf("%s %d", name, side);
  g_object_set_data_full(G_OBJECT(picture), "key", key, g_free);
  GdkTexture *known = g_hash_table_lookup(textures, key);
  gtk_picture_set_paintable(picture, known ? GDK_PAINTABLE(known) : NULL);
  if (known) return;
  Load *load = g_new0(Load, 1);
  load->picture = g_object_ref(picture);
  load->path = g_build_filename(media_folder, name, NULL);
  load->key = g_strdup(key);
  load->side = side;
  GTask *task = g_task_new(NULL, NULL, decoded, NULL);
  g_task_set_task_data(task, load, load_free);
  g_task_run_in_thread(task, decode);
  g_object_unref(task);
}

// MARK: Rows

// A row is a widget of its own: bubble or pictures, at its left or right. What it asks its children for is
// remembered until it shows another message; boxes, labels and alignments that are put together ask them
// again in each of the list's measurements, of some two hundred rows and in both directions.
#define CHAT_TYPE_ROW chat_row_get_type()
G_DECLARE_FINAL_TYPE(ChatRow, chat_row, CHAT, ROW, GtkWidget)
struct _ChatRow {
  GtkWidget parent;
  GtkWidget *label, *pictures[3];
  guint count;  // of the pictures that show
  gboolean outgoing, is_styled;
  int known_width, known_height, bubble_width;  // of the last width that was asked for
};
G_DEFINE_FINAL_TYPE(ChatRow, chat_row, GTK_TYPE_WIDGET)

enum { MARGIN = 10, GAP = 3, BETWEEN = 5 };

static int side(ChatRow *row) { return row->count == 1 ? 180 : 90; }

static void place(ChatRow *row, int width) {
  if (row->known_width == width) return;
  row->known_width = width;
  if (row->count) {
    row->known_height = side(row) + 2 * GAP;
    return;
  }
  int minimum, natural, height;
  gtk_widget_measure(row->label, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  row->bubble_width = MAX(minimum, MIN(natural, width * 3 / 4));
  gtk_widget_measure(row->label, GTK_ORIENTATION_VERTICAL, row->bubble_width, &height, NULL, NULL, NULL);
  row->known_height = height + 2 * GAP;
}

static GtkSizeRequestMode chat_row_mode(GtkWidget *widget) {
  (void)widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void chat_row_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                             int *natural, int *minimum_baseline, int *natural_baseline) {
  (void)minimum_baseline, (void)natural_baseline;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    // Whatever it says, a row is as wide as its list.
    *minimum = *natural = 400;
    return;
  }
  place(CHAT_ROW(widget), for_size < 0 ? 400 : for_size);
  *minimum = *natural = CHAT_ROW(widget)->known_height;
}

static void chat_row_allocate(GtkWidget *widget, int width, int height, int baseline) {
  (void)baseline;
  ChatRow *row = CHAT_ROW(widget);
  place(row, width);
  if (row->count == 0) {
    int x = row->outgoing ? width - MARGIN - row->bubble_width : MARGIN;
    GtkAllocation bubble = {x, GAP, row->bubble_width, height - 2 * GAP};
    gtk_widget_size_allocate(row->label, &bubble, -1);
    return;
  }
  int size = side(row);
  int whole = (int)row->count * size + (int)(row->count - 1) * BETWEEN;
  int x = row->outgoing ? width - MARGIN - whole : MARGIN;
  for (guint i = 0; i < row->count; i++) {
    // Stock widgets measure before they are placed.
    gtk_widget_measure(row->pictures[i], GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    GtkAllocation picture = {x + (int)i * (size + BETWEEN), GAP, size, size};
    gtk_widget_size_allocate(row->pictures[i], &picture, -1);
  }
}

static void chat_row_dispose(GObject *object) {
  ChatRow *row = CHAT_ROW(object);
  g_clear_pointer(&row->label, gtk_widget_unparent);
  for (guint i = 0; i < 3; i++) g_clear_pointer(&row->pictures[i], gtk_widget_unparent);
  G_OBJECT_CLASS(chat_row_parent_class)->dispose(object);
}

static void chat_row_class_init(ChatRowClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  widget->get_request_mode = chat_row_mode;
  widget->measure = chat_row_measure;
  widget->size_allocate = chat_row_allocate;
  G_OBJECT_CLASS(class)->dispose = chat_row_dispose;
}

static void chat_row_init(ChatRow *row) {
  GtkLabel *label = GTK_LABEL(gtk_label_new(NULL));
  gtk_label_set_wrap(label, TRUE);
  gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(label, 0);
  row->label = GTK_WIDGET(label);
  gtk_widget_set_parent(row->label, GTK_WIDGET(row));
  row->known_width = -1;
}

// Few rows have pictures: the widgets are made when a row first needs them.
static GtkWidget *picture(ChatRow *row, guint index) {
  if (row->pictures[index]) return row->pictures[index];
  GtkWidget *made = gtk_picture_new();
  gtk_picture_set_can_shrink(GTK_PICTURE(made), TRUE);
  gtk_widget_add_css_class(made, "media");
  gtk_widget_set_overflow(made, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent(made, GTK_WIDGET(row));
  return row->pictures[index] = made;
}

static void show_message(ChatRow *row, ChatMessage *message) {
  row->count = message->media ? MIN(3, g_strv_length(message->media)) : 0;
  row->known_width = -1;
  gtk_widget_set_child_visible(row->label, row->count == 0);
  if (row->count == 0) gtk_label_set_text(GTK_LABEL(row->label), message->text);
  // A class that changes has the label's style computed anew.
  if (message->outgoing != row->outgoing || !row->is_styled) {
    const char *classes[] = {message->outgoing ? "out" : "in", NULL};
    gtk_widget_set_css_classes(row->label, classes);
    row->outgoing = message->outgoing;
    row->is_styled = TRUE;
  }
  for (guint i = 0; i < 3; i++) {
    if (row->pictures[i]) gtk_widget_set_child_visible(row->pictures[i], i < row->count);
    if (i < row->count) show_picture(GTK_PICTURE(picture(row, i)), message->media[i], side(row));
  }
  gtk_widget_queue_resize(GTK_WIDGET(row));
}

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item) {
  (void)factory;
  gtk_list_item_set_activatable(item, FALSE);
  gtk_list_item_set_selectable(item, FALSE);
  gtk_list_item_set_child(item, g_object_new(CHAT_TYPE_ROW, NULL));
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item) {
  (void)factory;
  show_message(CHAT_ROW(gtk_list_item_get_child(item)), CHAT_MESSAGE(gtk_list_item_get_item(item)));
}

// MARK: Driving

static GtkWidget *window;
static GtkAdjustment *adjustment;
static char **workloads;
static int workload;
static Script script;
static gboolean running, shown;
static GString *frames, *segments;

static double now(void) { return g_get_monotonic_time() / 1e6; }

static gboolean begin(gpointer data);

static gboolean quit(gpointer data) {
  (void)data;
  printf("@DONE\n");
  exit(0);
}

static gboolean prepare(gpointer data) {
  (void)data;
  if (!workloads[workload]) {
    printf("@MEM scroll\n");
    g_timeout_add(700, quit, NULL);
    return G_SOURCE_REMOVE;
  }
  gtk_adjustment_set_value(adjustment, 0);
  g_timeout_add(900, begin, NULL);
  return G_SOURCE_REMOVE;
}

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  (void)widget, (void)clock, (void)data;
  if (!running) return G_SOURCE_CONTINUE;
  double value = gtk_adjustment_get_value(adjustment);
  double rest = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - value;
  bool goes_on = true;
  double move = script_step(&script, now(), rest, &goes_on);
  if (move != 0) gtk_adjustment_set_value(adjustment, value + move);
  if (goes_on) return G_SOURCE_CONTINUE;
  running = FALSE;
  printf("@END %s\n@DATA %s {\"frames\":[%s],\"segs\":[%s]}\n", workloads[workload],
         workloads[workload], frames->str, segments->str);
  workload++;
  g_timeout_add(120, prepare, NULL);
  return G_SOURCE_CONTINUE;
}

static gboolean begin(gpointer data) {
  (void)data;
  int kind = script_kind(workloads[workload]);
  if (!kind) {
    printf("@FAIL unknown workload %s\n", workloads[workload]);
    exit(1);
  }
  g_string_truncate(frames, 0);
  g_string_truncate(segments, 0);
  printf("@BEGIN %s\n", workloads[workload]);
  script = script_make(kind, now());
  running = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean opened(gpointer data) {
  (void)data;
  printf("@MEM open\n");
  g_timeout_add(800, prepare, NULL);
  return G_SOURCE_REMOVE;
}

static void painted(GdkFrameClock *clock, gpointer data) {
  (void)clock, (void)data;
  if (running && script.in_segment) {
    const char *comma = frames->len ? "," : "";
    g_string_append_printf(frames, "%s%.2f", comma, (now() - script.start) * 1000);
    g_string_append_printf(segments, "%s%d", comma, script.segment);
  }
  if (shown) return;
  shown = TRUE;
  printf("@FIRST %.1f\n", g_get_real_time() / 1e3);
  g_timeout_add(1500, opened, NULL);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  // The renderer that is faster without a graphics processor.
  g_setenv("GSK_RENDERER", "cairo", FALSE);
  gtk_init();
  media_folder = argv[2];
  workloads = g_strsplit(argv[3], ",", -1);
  frames = g_string_new(NULL);
  segments = g_string_new(NULL);
  textures = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
  GtkCssProvider *css = gtk_css_provider_new();
  gtk_css_provider_load_from_data(
      css,
      "window,listview{background:#fff;}listview>row{padding:0;background:none;}"
      "label{font:14px 'Noto Sans';color:#212121;padding:8px 12px;border-radius:15px;}"
      "label.out{background:#4DB6AC;}label.in{background:#ECEFF1;}"
      ".media{border-radius:15px;background:#CFD8DC;}",
      -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(css),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(setup), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  GtkNoSelection *model = gtk_no_selection_new(G_LIST_MODEL(load(argv[1])));
  GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(model), factory);
  GtkWidget *scroller = gtk_scrolled_window_new();
  // A list that could be scrolled sideways measures its rows in both directions.
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
  adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  window = gtk_window_new();
  gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
  gtk_window_set_default_size(GTK_WINDOW(window), 400, 800);
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  gtk_window_present(GTK_WINDOW(window));
  // A tick callback keeps the frame clock running, in pauses as well.
  gtk_widget_add_tick_callback(scroller, tick, NULL, NULL);
  g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(painted), NULL);
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  g_main_loop_run(loop);
}
