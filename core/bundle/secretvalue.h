// Whether a value is a secret: by what its name tells, what stands between the two, and how it looks. "Password:
// required", "token = sampler(logits)" and "HF_TOKEN=$HF_TOKEN" are none. Pure.
#pragma once

#include "core/bundle/secretnames.h"
#include "core/bundle/secrettext.h"

enum class SecretSign { Equals, Colon, Flag, Speech, Pair }; // between name and value

// own: the name as it is written
bool isSecretValue(const SecretText &whole, const SecretName &name, const SecretValue &value, SecretSign sign,
                   QByteArrayView own = {});
// What is written for a value that stands elsewhere, or was taken out already.
bool isStandIn(QByteArrayView value);
bool isNumber(QByteArrayView value);
bool looksLikeAName(QByteArrayView value);
