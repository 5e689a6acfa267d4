// FindingCard: one answer with its evidence, folded away until asked for.
#pragma once

#include "core/findings/finding.h"
#include "ui/common/card.h"

class QPlainTextEdit;
class QPushButton;

class FindingCard : public Card
{
    Q_OBJECT

public:
    // isPast: it was so once; shown without the colour of its verdict.
    FindingCard(const QString &title, const Finding &finding, bool isPast = false, QWidget *parent = nullptr);

private:
    void fold(bool open);

    QPushButton *m_fold;
    QPlainTextEdit *m_evidence;
};
