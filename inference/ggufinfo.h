// What a GGUF file says about itself, read and checked before llama.cpp sees it: ggml ends the whole
// program on some damaged files. Layout: gguf.h of llama.cpp v0.5.0 (magic, version, counts, key-value
// pairs, tensor infos, data at an aligned offset). Pure; any bytes end in a value or a sentence.
#pragma once

#include "core/base/result.h"

#include <QIODevice>

struct GgufInfo
{
    int version = 0;
    QString architecture;                // "llama", "deepseek2"
    QString name;                        // general.name; empty: the file did not say
    QString quantization;                // "Q4_1"; of most of the bytes when the file does not say
    bool hasChatTemplate = false;
    bool hasVocabulary = false;
    std::optional<qint64> contextTokens; // what the model was trained for
    std::optional<qint64> layers, embedding, heads, kvHeads, keyLength, valueLength, experts;
    qint64 tensors = 0;
    qint64 parameters = 0;
    qint64 tensorBytes = 0;              // what loading needs at least
    qint64 fileBytes = 0;

    bool operator==(const GgufInfo &) const = default;
};

// ErrorKind::Storage: no such file, not a regular file, unreadable. Parse: not GGUF, damaged, cut short,
// a version or tensor type that llama.cpp v0.5.0 does not read.
Result<GgufInfo> readGguf(const QString &path);
// `size` bytes are in the device; `what` names it in sentences.
Result<GgufInfo> readGguf(QIODevice &device, qint64 size, const QString &what);

// Parse when it is a GGUF file without a language model in it (a vocabulary, a projector, an adapter).
Result<void> isLanguageModel(const GgufInfo &info, const QString &what);

// Keys and values of `contextTokens` tokens in 16 bits; unset when the file does not say enough.
std::optional<qint64> kvCacheBytes(const GgufInfo &info, qint64 contextTokens);

// What the model is called when nobody says otherwise. general.name says less: "Smollm2 135M 8k Lc100K Mix1 Ep2".
QString servedNameOf(const QString &path);
