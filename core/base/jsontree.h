// JSON text as a tree, in time that grows with the text: nlohmann's own readers look through an object once more for
// each of its keys, which took 40 s for 200,000 of them. And what is wrong with a text, where, in our own words: the
// library's exceptions speak to programmers. For files whose every finding counts (lint); everybody else calls
// parseJson().
#pragma once

#include "core/base/json.h"

struct JsonFlaw
{
    enum Kind { Syntax, End, Number, Encoding, Memory };
    Kind kind = Syntax;
    qsizetype byte = 0;                  // where in the text, from 0

    bool operator==(const JsonFlaw &) const = default;
};

struct JsonTree
{
    // of two members with one key the last; nothing of it counts where there is a flaw
    Json root;
    QStringList twice;                   // pointers to members whose key stands twice in their object
    std::optional<JsonFlaw> flaw;
};

JsonTree readJsonTree(const QByteArray &text); // the caller has looked at its depth (core/base/jsonmeasure.h)

// "line 3, column 7" of a byte; columns are characters.
QString jsonPlace(const QByteArray &text, qsizetype byte);
// `what` names the text. message: what is wrong; detail: where, and what stands there; facts["where"]: the place alone.
// Parse.
Error jsonError(const QByteArray &text, const JsonFlaw &flaw, const QString &what);
