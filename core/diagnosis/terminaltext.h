// What stands around a log's lines where somebody took them from a terminal: what grep puts before each, and what was
// typed there. Pure.
#pragma once

#include <QByteArray>
#include <QByteArrayView>

// The line begins with a time or a level, as those of logs do.
bool beginsRecord(QByteArrayView line);

// The size of "node1/a.log:123:" (grep -Hn), "123:" (-n), "a.log:" (-H), with "-" of what stands around a find; 0:
// there is none. What follows it begins a record.
qsizetype grepPrefixSize(QByteArrayView line);

// The word that ends the text below a command that takes one, "cat > a.log <<'EOF'"; empty: it takes none.
QByteArray hereWord(QByteArrayView command);
bool endsHere(QByteArrayView line, QByteArrayView word); // "EOF", as shells show it: "> EOF"
// Where no prompt shows that it was typed: "cat <<EOF".
bool beginsHere(QByteArrayView line);
