// A recipe that is another one but for some things: {"extends": "mindie-deepseek-v3.2-w8a8-2xA2", "id": ..., "title":
// ..., "description": ..., "nodes": 4}. What it says is laid over the other one's file: objects member by member, null
// takes a member away, anything else stands in the place of what was there (RFC 7396). A list whose entries have a
// "key", "id", "name", "path" or "flag" (settings, groups, variables, mounts, arguments) is changed by those names:
// {"settings": {"maxSeqLen": {"default": 16384}, "atbModels": null}}; an entry of a new name comes last (of settings:
// one that says its type), and of several with one name (each under another "when") all are changed. Pure.
#pragma once

#include "core/base/json.h"

// The recipe that it extends; empty: it stands by itself.
QString extendedId(const Json &file);

// By which member the entries of a list are told apart; nullptr: by none.
const char *nameOfEntries(const Json &list);

// The whole file, without "extends". ErrorKind::Parse, with `what` and the place: what is to be taken away or changed
// and is not there, and id, title or description that are not its own.
Result<Json> extendedFile(const Json &base, const Json &file, const QString &what);
