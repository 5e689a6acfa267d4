// SecretName: whether a name tells that its value is a secret: HUAWEICLOUD_SDK_SK, tlsKeyPwd, x-api-key, 密码. A name
// is read as words, however it is written (snake, kebab, camel, shouted), and the words are looked up in tables: a new
// one is an entry there. "max_tokens", "eos_token", "cache_key" and "password_file" tell of none. Pure.
#pragma once

#include <QByteArrayView>

struct SecretName
{
    enum Tells {
        Nothing,
        ByLook, // where the value looks like a key: "tokens", "auth", "sk"
        Assigned, // ... or is set by "=" or in quotes: "token", "OPENAI_KEY"
        Always, // whatever it is: "password", "api_key"
    };
    enum Kind { Plain, Authorization, Cookie, Folder, Signature }; // Folder: PWD is one, mostly

    Tells tells = Nothing;
    Kind kind = Plain;
    bool mayBeCount = false; // "tokens=128", "pass=2": a number is none
};

SecretName secretName(QByteArrayView name);
// Cheap: false where no word of a name could be in the tables.
bool mayTell(QByteArrayView name);
// How many bytes of a Chinese name stand at the beginning, UTF-8 or GBK; 0: there is none.
qsizetype chineseSecretName(QByteArrayView text);
