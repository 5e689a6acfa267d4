// NodeForm: adds or edits one node in place; says at each field what is wrong with it, and tries the
// connection without saving anything.
#pragma once

#include "core/base/worker.h"
#include "core/nodes/connectiontest.h"

#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

// What is wrong with a node as typed; empty: nothing. Pure. others: names already taken.
struct NodeProblems
{
    QString name, host, identityFile, root;
    bool any() const { return !name.isEmpty() || !host.isEmpty() || !identityFile.isEmpty() || !root.isEmpty(); }
};
NodeProblems problemsOf(const Node &node, const QStringList &others);

class NodeForm : public QWidget
{
    Q_OBJECT

public:
    explicit NodeForm(ConnectionSettings connections, QWidget *parent = nullptr);

    void edit(const Node &node, const QStringList &otherNames, bool isNew);
    Node node() const;                   // as typed; unknown keys of the edited node are kept

public slots:
    void test();                         // also after a question was answered

signals:
    void accepted(const Node &node);
    void canceled();
    void questionRaised(const QString &node, const Error &question); // a test met an unknown key or needs a password
    void tested(bool passed);

protected:
    void changeEvent(QEvent *event) override;

private:
    void addField(QLabel *label, QWidget *field, QLabel *problem = nullptr);
    void refresh();                      // what can be seen, what is wrong
    void retranslate();
    void chooseIdentity();
    void accept();
    void showStep(const ConnectionStepResult &step);
    void showOutcome(const ConnectionTestResult &result);
    void clearSteps();

    ConnectionSettings m_connections;
    Node m_original;
    QStringList m_others;
    bool m_isNew = true;
    bool m_showsProblems = false;        // not before the first attempt to save
    QGridLayout *m_grid;
    QLabel *m_title;
    QLineEdit *m_name, *m_host, *m_user, *m_identity, *m_root;
    QSpinBox *m_port;
    QComboBox *m_transport, *m_auth;
    QPushButton *m_browse, *m_save, *m_test, *m_cancel;
    QWidget *m_identityRow;
    QLabel *m_nameLabel, *m_transportLabel, *m_hostLabel, *m_portLabel, *m_userLabel, *m_authLabel, *m_identityLabel, *m_rootLabel;
    QLabel *m_nameProblem, *m_hostProblem, *m_identityProblem, *m_rootProblem, *m_passwordHint;
    QWidget *m_steps;
    QLabel *m_outcome;
    QList<ConnectionStepResult> m_shownSteps;
    bool m_testing = false;
    Worker m_worker;
};
