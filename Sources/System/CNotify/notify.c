#include "CNotify.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Declarations of sd-bus.h, which need not be installed.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef int (*handler)(sd_bus_message *, void *, void *);

static struct {
  int (*open_user)(sd_bus **);
  int (*process)(sd_bus *, sd_bus_message **);
  int (*get_fd)(sd_bus *);
  sd_bus *(*close_unref)(sd_bus *);
  int (*match_signal_async)(
      sd_bus *, sd_bus_slot **, const char *, const char *, const char *, const char *, handler,
      handler, void *);
  int (*new_method_call)(
      sd_bus *, sd_bus_message **, const char *, const char *, const char *, const char *);
  int (*append)(sd_bus_message *, const char *, ...);
  int (*call_async)(sd_bus *, sd_bus_slot **, sd_bus_message *, handler, void *, uint64_t);
  int (*open_container)(sd_bus_message *, char, const char *);
  int (*close_container)(sd_bus_message *);
  int (*append_array)(sd_bus_message *, char, const void *, size_t);
  int (*read)(sd_bus_message *, const char *, ...);
  int (*read_strv)(sd_bus_message *, char ***);
  int (*is_error)(sd_bus_message *, const char *);
  sd_bus_message *(*unref)(sd_bus_message *);
  int (*slot_set_floating)(sd_bus_slot *, int);
  int (*slot_set_destroy)(sd_bus_slot *, void (*)(void *));
} bus;

static int load(void) {
  static int is_loaded;
  if (is_loaded) return is_loaded > 0;
  is_loaded = -1;
  void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  *(void **)&bus.open_user = dlsym(library, "sd_bus_open_user");
  *(void **)&bus.process = dlsym(library, "sd_bus_process");
  *(void **)&bus.get_fd = dlsym(library, "sd_bus_get_fd");
  *(void **)&bus.close_unref = dlsym(library, "sd_bus_close_unref");
  *(void **)&bus.match_signal_async = dlsym(library, "sd_bus_match_signal_async");
  *(void **)&bus.new_method_call = dlsym(library, "sd_bus_message_new_method_call");
  *(void **)&bus.append = dlsym(library, "sd_bus_message_append");
  *(void **)&bus.call_async = dlsym(library, "sd_bus_call_async");
  *(void **)&bus.open_container = dlsym(library, "sd_bus_message_open_container");
  *(void **)&bus.close_container = dlsym(library, "sd_bus_message_close_container");
  *(void **)&bus.append_array = dlsym(library, "sd_bus_message_append_array");
  *(void **)&bus.read_strv = dlsym(library, "sd_bus_message_read_strv");
  *(void **)&bus.read = dlsym(library, "sd_bus_message_read");
  *(void **)&bus.is_error = dlsym(library, "sd_bus_message_is_method_error");
  *(void **)&bus.unref = dlsym(library, "sd_bus_message_unref");
  *(void **)&bus.slot_set_floating = dlsym(library, "sd_bus_slot_set_floating");
  *(void **)&bus.slot_set_destroy = dlsym(library, "sd_bus_slot_set_destroy_callback");
  if (bus.open_user && bus.process && bus.get_fd && bus.close_unref && bus.match_signal_async &&
      bus.new_method_call && bus.append && bus.open_container && bus.close_container &&
      bus.append_array && bus.read_strv && bus.call_async && bus.read && bus.is_error &&
      bus.unref && bus.slot_set_floating && bus.slot_set_destroy)
    is_loaded = 1;
  return is_loaded > 0;
}

struct ln_client {
  sd_bus *bus;
  ln_callbacks callbacks;
  /// Whether the service shows pictures; 0 until it has said so.
  int takes_images;
};

/// A notification that has no number yet.
struct waiting {
  ln_client *client;
  uint64_t tag;
};

static const char service[] = "org.freedesktop.Notifications";
static const char object[] = "/org/freedesktop/Notifications";

static int pressed(sd_bus_message *message, void *context, void *error) {
  (void)error;
  ln_client *client = context;
  uint32_t number = 0;
  const char *action = NULL;
  if (bus.read(message, "us", &number, &action) >= 0)
    client->callbacks.pressed(client->callbacks.context, number);
  return 0;
}

static int closed(sd_bus_message *message, void *context, void *error) {
  (void)error;
  ln_client *client = context;
  uint32_t number = 0, reason = 0;
  if (bus.read(message, "uu", &number, &reason) >= 0)
    client->callbacks.closed(client->callbacks.context, number);
  return 0;
}

static int shown(sd_bus_message *message, void *context, void *error) {
  (void)error;
  struct waiting *waiting = context;
  uint32_t number = 0;
  if (!bus.is_error(message, NULL) && bus.read(message, "u", &number) >= 0)
    waiting->client->callbacks.shown(
        waiting->client->callbacks.context, waiting->tag, number);
  return 0;
}

static int capable(sd_bus_message *message, void *context, void *error) {
  (void)error;
  ln_client *client = context;
  char **names = NULL;
  if (bus.is_error(message, NULL) || bus.read_strv(message, &names) < 0 || !names) return 0;
  for (char **name = names; *name; ++name) {
    if (strcmp(*name, "icon-static") == 0 || strcmp(*name, "icon-multi") == 0)
      client->takes_images = 1;
    free(*name);
  }
  free(names);
  return 0;
}

static int send_call(
    ln_client *client, sd_bus_message *message, handler answer, void *context,
    void (*release)(void *));

/// Asks what the service can show. Notifications do not wait for the answer.
static int ask_capabilities(ln_client *client) {
  sd_bus_message *message = NULL;
  int result = bus.new_method_call(
      client->bus, &message, service, object, service, "GetCapabilities");
  if (result >= 0) result = send_call(client, message, capable, client, NULL);
  if (message) bus.unref(message);
  return result;
}

ln_client *ln_open(const ln_callbacks *callbacks) {
  // Without a session bus no service can be asked.
  const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
  if (!address || !*address) {
    const char *folder = getenv("XDG_RUNTIME_DIR");
    char path[512];
    if (!folder || snprintf(path, sizeof path, "%s/bus", folder) >= (int)sizeof path ||
        access(path, R_OK | W_OK) != 0)
      return NULL;
  }
  if (!load()) return NULL;
  ln_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  if (callbacks) client->callbacks = *callbacks;
  int result = bus.open_user(&client->bus);
  if (result >= 0 && callbacks)
    result = bus.match_signal_async(
        client->bus, NULL, service, object, service, "ActionInvoked", pressed, NULL, client);
  if (result >= 0 && callbacks)
    result = bus.match_signal_async(
        client->bus, NULL, service, object, service, "NotificationClosed", closed, NULL, client);
  if (result >= 0 && callbacks) result = ask_capabilities(client);
  if (result < 0) {
    ln_close(client);
    return NULL;
  }
  return client;
}

void ln_close(ln_client *client) {
  if (!client) return;
  if (client->bus) bus.close_unref(client->bus);
  free(client);
}

int ln_descriptor(ln_client *client) { return bus.get_fd(client->bus); }

int ln_process(ln_client *client) {
  int result;
  while ((result = bus.process(client->bus, NULL)) > 0) {
  }
  return result;
}

/// Returns a text with markup escaped, for services that interpret it. To be freed.
static char *escaped(const char *text) {
  char *result = malloc(strlen(text) * 5 + 1), *end = result;
  if (!result) return NULL;
  for (; *text; ++text) {
    const char *word = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
    if (word) {
      end = stpcpy(end, word);
    } else {
      *end++ = *text;
    }
  }
  *end = 0;
  return result;
}

static int send_call(
    ln_client *client, sd_bus_message *message, handler answer, void *context,
    void (*release)(void *)) {
  sd_bus_slot *slot = NULL;
  int result = bus.call_async(client->bus, &slot, message, answer, context, 10 * 1000000ull);
  if (result >= 0) {
    // The request ends with the answer, or with the bus.
    if (release) bus.slot_set_destroy(slot, release);
    bus.slot_set_floating(slot, 1);
    result = ln_process(client);
  } else if (release) {
    release(context);
  }
  return result;
}

static int ignore(sd_bus_message *message, void *context, void *error) {
  (void)message, (void)context, (void)error;
  return 0;
}

/// Appends the hint with the pixels themselves: no file, which others could read.
static int append_image(sd_bus_message *message, const ln_image *image) {
  const size_t size = (size_t)image->width * image->height * 4;
  int result = bus.open_container(message, 'e', "sv");
  if (result >= 0) result = bus.append(message, "s", "image-data");
  if (result >= 0) result = bus.open_container(message, 'v', "(iiibiiay)");
  if (result >= 0) result = bus.open_container(message, 'r', "iiibiiay");
  if (result >= 0)
    result = bus.append(
        message, "iiibii", (int)image->width, (int)image->height, (int)image->width * 4, 1, 8, 4);
  if (result >= 0) result = bus.append_array(message, 'y', image->rgba, size);
  for (int open = 0; open < 3 && result >= 0; ++open) result = bus.close_container(message);
  return result;
}

static int append_hints(sd_bus_message *message, const ln_image *image) {
  int result = bus.open_container(message, 'a', "{sv}");
  if (result >= 0) result = bus.append(message, "{sv}", "category", "s", "im.received");
  if (result >= 0) result = bus.append(message, "{sv}", "desktop-entry", "s", "luge");
  if (result >= 0 && image) result = append_image(message, image);
  if (result >= 0) result = bus.close_container(message);
  return result;
}

int ln_notify(
    ln_client *client, uint64_t tag, uint32_t replaces, const char *title, const char *body,
    const ln_image *image) {
  sd_bus_message *message = NULL;
  char *words = escaped(body);
  struct waiting *waiting = malloc(sizeof *waiting);
  int result = -1;
  if (words && waiting &&
      (result = bus.new_method_call(
           client->bus, &message, service, object, service, "Notify")) >= 0) {
    const int is_shown =
        image && client->takes_images && image->rgba && image->width > 0 && image->height > 0 &&
        image->width <= LN_IMAGE_SIDE && image->height <= LN_IMAGE_SIDE;
    result = bus.append(
        message, "susssas", "Luge", replaces, "luge", title, words, 2, "default", "Open");
    if (result >= 0) result = append_hints(message, is_shown ? image : NULL);
    if (result >= 0) result = bus.append(message, "i", -1);
  }
  if (result >= 0) {
    *waiting = (struct waiting){client, tag};
    result = send_call(client, message, shown, waiting, free);
  } else {
    free(waiting);
  }
  if (message) bus.unref(message);
  free(words);
  return result;
}

int ln_withdraw(ln_client *client, uint32_t number) {
  sd_bus_message *message = NULL;
  int result = bus.new_method_call(
      client->bus, &message, service, object, service, "CloseNotification");
  if (result >= 0) result = bus.append(message, "u", number);
  if (result >= 0) result = send_call(client, message, ignore, NULL, NULL);
  if (message) bus.unref(message);
  return result;
}

/// A pending request to show a file.
struct asking {
  void (*answered)(void *context, int is_shown);
  void *context;
};

static int file_shown(sd_bus_message *message, void *context, void *error) {
  (void)error;
  struct asking *asking = context;
  asking->answered(asking->context, !bus.is_error(message, NULL));
  return 0;
}

int ln_show_file(
    ln_client *client, const char *uri, void (*answered)(void *context, int is_shown),
    void *context) {
  static const char manager[] = "org.freedesktop.FileManager1";
  sd_bus_message *message = NULL;
  struct asking *asking = malloc(sizeof *asking);
  int result = -1;
  if (asking && (result = bus.new_method_call(
                     client->bus, &message, manager, "/org/freedesktop/FileManager1", manager,
                     "ShowItems")) >= 0)
    result = bus.append(message, "ass", 1, uri, "");
  if (result >= 0) {
    *asking = (struct asking){answered, context};
    result = send_call(client, message, file_shown, asking, free);
  } else {
    free(asking);
  }
  if (message) bus.unref(message);
  return result;
}
