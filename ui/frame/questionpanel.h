// QuestionPanel: what a node needs to know from a person, asked in place, one question at a time:
// an unknown host key, a changed one (which cannot be accepted here), a password or passphrase.
// Secrets go to ConnectionSettings::secrets, in memory only, and nowhere else.
#pragma once

#include "core/nodes/cluster.h"

#include <QFrame>

class ErrorBar;
class QLabel;
class QLineEdit;
class QPushButton;

class QuestionPanel : public QFrame
{
    Q_OBJECT

public:
    explicit QuestionPanel(Cluster &cluster, QWidget *parent = nullptr);

    void ask(const QString &node, const Error &question);   // the same question is not asked twice
    int waiting() const { return int(m_questions.size()); }

signals:
    void answered();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Question
    {
        QString node;
        Error error;
        QString key() const;
        bool isHostKey() const { return error.kind == ErrorKind::HostKey; }
        bool isChangedKey() const;
    };

    void showFirst();
    void showHostKey(const Question &question);
    void showSecret(const Question &question);
    void accept();
    void decline();
    void drop(const QString &key);

    Cluster &m_cluster;
    QList<Question> m_questions;
    QLabel *m_symbol, *m_title, *m_text, *m_fingerprint, *m_count;
    QLineEdit *m_secret;
    QPushButton *m_accept, *m_decline;
    ErrorBar *m_error;
};
