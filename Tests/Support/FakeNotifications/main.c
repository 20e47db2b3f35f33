// A desktop's notifications for tests: prints "notify NUMBER REPLACES TITLE|BODY" and "withdraw
// NUMBER", and before the former "image WIDTH HEIGHT BYTES RED GREEN BLUE OPACITY" of its picture's
// middle, where it has one. With the argument "press" each new one is pressed as soon as it is shown.
#include <dlfcn.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef int (*handler)(sd_bus_message *, void *, void *);

static int (*is_call)(sd_bus_message *, const char *, const char *);
static int (*read_message)(sd_bus_message *, const char *, ...);
static int (*reply)(sd_bus_message *, const char *, ...);
static int (*skip)(sd_bus_message *, const char *);
static int (*enter)(sd_bus_message *, char, const char *);
static int (*leave)(sd_bus_message *);
static int (*read_array)(sd_bus_message *, char, const void **, size_t *);
static const char interface[] = "org.freedesktop.Notifications";
static const char object[] = "/org/freedesktop/Notifications";

static int (*emit)(sd_bus *, const char *, const char *, const char *, const char *, ...);
static sd_bus *bus;
static int presses;

/// Prints the picture among a notification's hints.
static int print_image(sd_bus_message *message) {
  if (skip(message, "as") < 0 || enter(message, 'a', "{sv}") <= 0) return -22;
  while (enter(message, 'e', "sv") > 0) {
    const char *name;
    if (read_message(message, "s", &name) < 0) return -22;
    if (strcmp(name, "image-data") != 0) {
      if (skip(message, "v") < 0 || leave(message) < 0) return -22;
      continue;
    }
    int width, height, stride, has_alpha, bits, channels;
    const void *bytes;
    size_t size;
    if (enter(message, 'v', "(iiibiiay)") <= 0 || enter(message, 'r', "iiibiiay") <= 0 ||
        read_message(
            message, "iiibii", &width, &height, &stride, &has_alpha, &bits, &channels) < 0 ||
        read_array(message, 'y', &bytes, &size) < 0 || leave(message) < 0 || leave(message) < 0 ||
        leave(message) < 0)
      return -22;
    const unsigned char *pixel = bytes;
    if (has_alpha && bits == 8 && channels == 4 && size >= (size_t)stride * height)
      pixel += (size_t)(height / 2) * stride + (size_t)(width / 2) * 4;
    printf(
        "image %d %d %zu %d %d %d %d\n", width, height, size, pixel[0], pixel[1], pixel[2],
        pixel[3]);
  }
  return leave(message);
}

static int answer(sd_bus_message *message, void *context, void *error) {
  (void)context, (void)error;
  static uint32_t last;
  const char *program, *icon, *title, *body;
  uint32_t number;
  if (is_call(message, interface, "Notify") > 0) {
    if (read_message(message, "susss", &program, &number, &icon, &title, &body) < 0) return -22;
    if (print_image(message) < 0) return -22;
    const uint32_t given = number ? number : ++last;
    printf("notify %u %u %s|%s\n", given, number, title, body);
    fflush(stdout);
    const int result = reply(message, "u", given);
    if (presses && !number)
      emit(bus, object, interface, "ActionInvoked", "us", given, "default");
    return result;
  }
  if (is_call(message, interface, "GetCapabilities") > 0)
    return reply(message, "as", 2, "body", "icon-static");
  if (is_call(message, interface, "CloseNotification") > 0) {
    if (read_message(message, "u", &number) < 0) return -22;
    printf("withdraw %u\n", number);
    fflush(stdout);
    return reply(message, "");
  }
  return 0;
}

int main(int count, char **arguments) {
  (void)arguments;
  presses = count > 1;
  void *library = dlopen("libsystemd.so.0", RTLD_NOW);
  if (!library) return 1;
  int (*open_user)(sd_bus **) = dlsym(library, "sd_bus_open_user");
  int (*add_object)(sd_bus *, void **, const char *, handler, void *) =
      dlsym(library, "sd_bus_add_object");
  int (*request_name)(sd_bus *, const char *, uint64_t) = dlsym(library, "sd_bus_request_name");
  int (*process)(sd_bus *, sd_bus_message **) = dlsym(library, "sd_bus_process");
  int (*descriptor)(sd_bus *) = dlsym(library, "sd_bus_get_fd");
  emit = dlsym(library, "sd_bus_emit_signal");
  is_call = dlsym(library, "sd_bus_message_is_method_call");
  read_message = dlsym(library, "sd_bus_message_read");
  skip = dlsym(library, "sd_bus_message_skip");
  enter = dlsym(library, "sd_bus_message_enter_container");
  leave = dlsym(library, "sd_bus_message_exit_container");
  read_array = dlsym(library, "sd_bus_message_read_array");
  reply = dlsym(library, "sd_bus_reply_method_return");
  if (open_user(&bus) < 0 || add_object(bus, NULL, object, answer, NULL) < 0 ||
      request_name(bus, interface, 0) < 0)
    return 2;
  puts("ready");
  fflush(stdout);
  struct pollfd watched = {descriptor(bus), POLLIN, 0};
  while (poll(&watched, 1, -1) > 0) {
    int result;
    while ((result = process(bus, NULL)) > 0) {
    }
    if (result < 0) return 0;
  }
  return 0;
}
