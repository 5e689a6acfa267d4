// Words that came from a node, a file or a model, made harmless for a terminal: what would move the cursor, change
// colours, answer for the user or turn the writing direction is shown as a sign for it, never sent.
#pragma once

#include <QByteArray>
#include <QString>

// What a file or a node says, as part of a sentence: 80 characters at most.
QString shortened(const QString &text);

// ESC becomes ␛, BEL ␇ (Unicode's control pictures), C1 controls and marks of direction <U+009B>, <U+202E>.
// Line ends and tabs stay; so does a CR only where it belongs to a line end.
QString withoutControls(const QString &text);

// The same for JSON text (UTF-8): they become \u escapes, so that the document says the same.
QByteArray withoutControls(const QByteArray &json);
