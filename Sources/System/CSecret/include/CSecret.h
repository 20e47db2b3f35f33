#pragma once

// The desktop's keeper of secrets, through libsecret, which is loaded when the first secret is asked
// for. Calls wait for the keeper, and for the reader when it asks for a password: never on the main
// thread.

typedef enum {
  lsec_done,
  /// Nobody keeps secrets here, or libsecret is not installed.
  lsec_unavailable,
  lsec_missing
} lsec_outcome;

/// `account` names the secret, `label` is what people see.
lsec_outcome lsec_store(const char *account, const char *label, const char *secret);
/// The secret is to be freed with lsec_free.
lsec_outcome lsec_find(const char *account, char **secret);
lsec_outcome lsec_remove(const char *account);
/// Overwrites it first.
void lsec_free(char *secret);
