// Finds the secrets of a text: names that tell of one (secretnames.h) and what is their value, keys that are known by
// their shape (secretshapes.h), passwords of commands (sshpass -p). Pure; the time grows with the text's length.
//
// A value stands after =, :, =>, their full-width forms or %3D; in quotes of any kind (also b'', $'', \"\" of JSON
// within a string), in lists and tuples, in the next words or elements of a command up to the next flag, between XML's
// tags, in "value" beside "name", and in the lines below of YAML; all of these also percent-encoded. All of it goes,
// never half.
#pragma once

#include "core/bundle/secretshapes.h"

// In order, none within another.
QList<SecretSpan> secretsOf(QByteArrayView text);
