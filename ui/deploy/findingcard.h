// FindingCard: one answer with its evidence, folded away until asked for.
#pragma once

#include "core/checks/finding.h"
#include "ui/common/card.h"

class QPlainTextEdit;
class QPushButton;

class FindingCard : public Card
{
    Q_OBJECT

public:
    FindingCard(const QString &title, const Finding &finding, QWidget *parent = nullptr);

private:
    void fold(bool open);

    QPushButton *m_fold;
    QPlainTextEdit *m_evidence;
};
