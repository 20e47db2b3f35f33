#pragma once

// The desktop's secret service, through libsecret, which is loaded when the first secret is
// requested. Calls wait for the service, and for the user when it asks for a password, so never
// call them on the main thread.

typedef enum {
  lsec_done,
  /// No secret service is running, or libsecret is not installed.
  lsec_unavailable,
  lsec_missing
} lsec_outcome;

/// Stores a secret. `account` identifies it, `label` is what users see.
lsec_outcome lsec_store(const char *account, const char *label, const char *secret);
/// Finds a secret, which is to be freed with lsec_free.
lsec_outcome lsec_find(const char *account, char **secret);
lsec_outcome lsec_remove(const char *account);
/// Overwrites and frees a secret.
void lsec_free(char *secret);
