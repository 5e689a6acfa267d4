// YAML of Json values, for files that people read: members in their order, one a line. A member whose key begins with
// '#' is no member but a comment before the next one; its value is the text.
#pragma once

#include "core/base/json.h"

// One document after the other, with "---" between them. `head`: comment lines before the first, without "#".
// Whatever a string holds, a parser of YAML 1.1 or 1.2 reads it back as that string: it stands in quotes unless it is
// plainly a word, and text of several lines stands as a block where every character of it can be printed.
QByteArray yamlText(const QList<Json> &documents, const QStringList &head);
