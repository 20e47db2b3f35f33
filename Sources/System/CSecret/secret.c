#include "CSecret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Declarations of libsecret's headers (secret-schema.h), which need not be installed.
typedef struct {
  const char *name;
  int type;
} attribute;

typedef struct {
  const char *name;
  int flags;
  attribute attributes[32];
  int reserved;
  void *reserved_pointers[7];
} schema;

static const schema accounts = {"io.luge.Account", 0, {{"account", 0}, {NULL, 0}}, 0, {NULL}};

static int (*store)(const schema *, const char *, const char *, const char *, void *, void **, ...);
static char *(*lookup)(const schema *, void *, void **, ...);
static int (*clear)(const schema *, void *, void **, ...);
static void (*free_password)(char *);
static void (*free_error)(void *);
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Without a session bus libsecret would try to start one.
static int has_bus(void) {
  const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address && *address) return 1;
  const char *folder = getenv("XDG_RUNTIME_DIR");
  char path[512];
  if (!folder || snprintf(path, sizeof path, "%s/bus", folder) >= (int)sizeof path) return 0;
  return access(path, R_OK | W_OK) == 0;
}

static void load(void) {
  if (!has_bus()) return;
  void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&store = dlsym(handle, "secret_password_store_sync");
  *(void **)&lookup = dlsym(handle, "secret_password_lookup_sync");
  *(void **)&clear = dlsym(handle, "secret_password_clear_sync");
  *(void **)&free_password = dlsym(handle, "secret_password_free");
  // Found because libsecret depends on GLib.
  *(void **)&free_error = dlsym(handle, "g_error_free");
  is_loaded = store && lookup && clear && free_password && free_error;
}

static int is_available(void) {
  pthread_once(&once, load);
  return is_loaded;
}

lsec_outcome lsec_store(const char *account, const char *label, const char *secret) {
  if (!is_available()) return lsec_unavailable;
  void *error = NULL;
  int is_stored =
      store(&accounts, "default", label, secret, NULL, &error, "account", account, (void *)NULL);
  if (error) free_error(error);
  return is_stored && !error ? lsec_done : lsec_unavailable;
}

lsec_outcome lsec_find(const char *account, char **secret) {
  *secret = NULL;
  if (!is_available()) return lsec_unavailable;
  void *error = NULL;
  char *found = lookup(&accounts, NULL, &error, "account", account, (void *)NULL);
  if (error) {
    free_error(error);
    return lsec_unavailable;
  }
  if (!found) return lsec_missing;
  *secret = strdup(found);
  free_password(found);
  return *secret ? lsec_done : lsec_unavailable;
}

lsec_outcome lsec_remove(const char *account) {
  if (!is_available()) return lsec_unavailable;
  void *error = NULL;
  int is_removed = clear(&accounts, NULL, &error, "account", account, (void *)NULL);
  if (error) {
    free_error(error);
    return lsec_unavailable;
  }
  return is_removed ? lsec_done : lsec_missing;
}

void lsec_free(char *secret) {
  if (!secret) return;
  explicit_bzero(secret, strlen(secret));
  free(secret);
}
