// OwnKeys: a widget that does something by keys while it has the focus, and no action or shortcut tells of it. The
// window's list of keys asks for them.
#pragma once

#include <QCoreApplication>
#include <QKeySequence>
#include <QList>
#include <QString>

struct OwnKey
{
    QList<QKeySequence> keys;
    QString words;                       // in which part, and what it does
};

class OwnKeys
{
public:
    virtual ~OwnKeys() = default;
    virtual QList<OwnKey> ownKeys() const = 0;
};

// Of Esc in every pane, form and question: one line of the list.
inline QString escapeWords()
{
    return QCoreApplication::translate("OwnKeys", "Close what was opened or is asked here, and change nothing");
}
