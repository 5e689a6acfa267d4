// FindingPanel: one answer of one check in full: what was asked and came back, the verdict, why it matters, what to do.
#pragma once

#include "core/findings/finding.h"

#include <QFrame>

class CopyButton;
class PairMap;
class QBoxLayout;
class QLabel;
class WrappedText;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;

class FindingPanel : public QFrame
{
    Q_OBJECT

public:
    explicit FindingPanel(QWidget *parent = nullptr);

    // node empty: across nodes; finding nullptr: not asked yet. isAwaited: it is being asked, and that was before.
    void setFinding(const CheckInfo &info, const QString &node, const Finding *finding, bool isAwaited = false,
                    bool isAccepted = false);
    void clear();
    void setAgainEnabled(bool enabled);
    void setPast(bool isPast);           // what it said need not hold any more

signals:
    void againRequested(const QString &check, const QString &node);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();

    std::optional<CheckInfo> m_info;
    QString m_node;
    bool m_isPast = false, m_isAwaited = false, m_isAccepted = false;
    std::optional<Finding> m_finding;    // nullopt also while it is awaited
    QLabel *m_title, *m_meta, *m_verdict, *m_askedTitle, *m_whyTitle, *m_why, *m_doTitle;
    QLabel *m_pairsTitle, *m_pairsLegend;
    PairMap *m_pairs;
    WrappedText *m_verdictText, *m_do;
    QFrame *m_notice;
    QBoxLayout *m_noticeBox;
    QPlainTextEdit *m_asked;
    CopyButton *m_copy;
    QPushButton *m_again;
    QScrollArea *m_scroll;
    QWidget *m_content, *m_empty;
    QLabel *m_emptyText;
};

// Words with `code` in back quotes as rich text; everything else is escaped.
QString withCode(const QString &words);
