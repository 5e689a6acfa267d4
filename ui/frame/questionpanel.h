// QuestionPanel: what a node needs to know from a person, asked in place, one question at a time, changed
// host keys (which cannot be accepted here) before all others. A question goes when it is answered or
// declined, when its node is reached or edited; one that was declined comes back only if somebody asks the node again.
// Secrets go to ConnectionSettings::secrets, in memory only, and nowhere else.
#pragma once

#include "core/base/worker.h"
#include "core/cluster/cluster.h"
#include "ui/frame/question.h"

#include <QFrame>
#include <QPointer>

class CopyButton;
class ErrorBar;
class QLabel;
class QLineEdit;
class QPushButton;
class QShortcut;

class QuestionPanel : public QFrame
{
    Q_OBJECT

public:
    explicit QuestionPanel(Cluster &cluster, QWidget *parent = nullptr);

    // The same question is not asked twice, and what is no question (isQuestion()) not at all.
    void ask(const QString &node, const Error &question);
    void drop(const QString &node);      // whoever tried it does not wait any more; what the cluster asked stays
    int waiting() const { return int(m_questions.size()); }

signals:
    void answered(const QStringList &nodes);   // the panel has told the cluster
    void declined(const QStringList &nodes);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void queue(const Question &question);
    void takeOut(const QString &node, const Question *but = nullptr); // of all questions but this one
    void withdraw(const QString &node);
    void forgetEdited();                 // of nodes that are gone or are reached otherwise now
    void showFirst();
    void focusFirst();                   // what the question that is shown begins at
    void showWords();
    void giveFocusBack();
    void accept();
    void decline();
    void finish(const QString &key, bool isAnswered);

    Cluster &m_cluster;
    QList<Question> m_questions;
    QHash<QString, Node> m_asked;        // the deployment's nodes as they were when the cluster asked
    QString m_shown;                     // key of the question that shows
    QPointer<QWidget> m_focusBefore;     // where the focus was that the first question took
    QLabel *m_symbol, *m_title, *m_text, *m_evidence, *m_count;
    CopyButton *m_copy;
    QLineEdit *m_secret;
    QPushButton *m_accept, *m_decline;
    ErrorBar *m_error;
    QShortcut *m_escape;
    Worker m_worker;                     // writes known_hosts
};
