// Records of `journalctl -o json` (one JSON object a line, systemd.journal-fields(7)) as lines of a log. Pure.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QByteArrayView>

// The record as `journalctl -o short-unix` would show it, "1764480000.123456 node1 qwen[991]: text", one for each line
// of its message. Empty: it is no such record, or one without a time or a message.
QByteArrayList journalLines(QByteArrayView line);
