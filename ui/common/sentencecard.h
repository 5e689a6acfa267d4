// SentenceCard: a state in one sentence, and below it what was found: a sentence each, with a sign before it. All of
// them can be copied.
#pragma once

#include "ui/common/card.h"
#include "ui/common/icons.h"

class CopyButton;
class QLabel;
class QListWidget;

class SentenceCard : public Card
{
    Q_OBJECT

public:
    explicit SentenceCard(QWidget *parent = nullptr);

    void add(const QString &icon, style::Tint tint, const QString &sentence);
    void clear();
    QLabel *state() { return m_state; }
    QListWidget *list() { return m_list; }
    CopyButton *copy() { return m_copy; }

private:
    QLabel *m_state;
    CopyButton *m_copy;
    QListWidget *m_list;
};
