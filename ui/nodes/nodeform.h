// NodeForm: adds or edits one node in place; says at each field what is wrong with it, and tries the
// connection without saving anything. What a test found stands only as long as the fields that were tested.
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
    QString name, host, jump, identityFile, root;
    bool any() const
    {
        return !name.isEmpty() || !host.isEmpty() || !jump.isEmpty() || !identityFile.isEmpty() || !root.isEmpty();
    }
};
NodeProblems problemsOf(const Node &node, const QStringList &others);

class NodeForm : public QWidget
{
    Q_OBJECT

public:
    explicit NodeForm(ConnectionSettings connections, QWidget *parent = nullptr);

    void edit(const Node &node, const QList<Node> &others, bool isNew);
    void leave();                        // the form is put away: a test that runs is stopped
    Node node() const;                   // as typed; unknown keys of the edited node are kept
    bool isChanged() const;              // something was typed that would be lost
    // What a test of the node as it is typed now came to; nullopt: none was made, or it is under way.
    const std::optional<ConnectionTestResult> &testResult() const { return m_testResult; }
    void setOtherChosen(const QString &node); // the list shows another node now; empty: no
    void answered(const QStringList &nodes);  // a question of theirs: a test that waited for it goes on
    void declined(const QStringList &nodes);

public slots:
    void accept();                       // as its own button: accepted(), or the fields say what is wrong
    void test();

signals:
    void accepted(const Node &node);
    void canceled();
    void importRequested();              // nodes from ~/.ssh/config instead
    void questionRaised(const QString &node, const Error &question); // a test met an unknown key or needs a password
    void questionDropped(const QString &node);                       // nobody waits for its answer any more
    void tested(bool passed);

protected:
    void changeEvent(QEvent *event) override;

private:
    void addField(QLabel *label, QWidget *field, QLabel *problem = nullptr);
    void refresh();                      // what can be seen, what is wrong
    void retranslate();
    void chooseIdentity();
    void showStep(const ConnectionStepResult &step);
    void showOutcome(const ConnectionTestResult &result);
    void clearSteps();
    void forgetOldTest();                // the fields are not those that were tested any more
    void lookForTwin();                  // another node that is the same machine

    ConnectionSettings m_connections;
    Node m_original, m_asEdited;         // as given; as the untouched fields say it
    QList<Node> m_others;
    bool m_isNew = true;
    bool m_showsProblems = false;        // not before the first attempt to save
    QGridLayout *m_grid;
    QLabel *m_title;
    QLineEdit *m_name, *m_host, *m_user, *m_jump, *m_identity, *m_root;
    QSpinBox *m_port;
    QComboBox *m_transport, *m_auth;
    QPushButton *m_browse, *m_save, *m_test, *m_cancel, *m_import;
    QWidget *m_identityRow;
    QLabel *m_nameLabel, *m_transportLabel, *m_hostLabel, *m_portLabel, *m_userLabel, *m_jumpLabel, *m_authLabel,
        *m_identityLabel, *m_rootLabel;
    QLabel *m_nameProblem, *m_hostProblem, *m_jumpProblem, *m_identityProblem, *m_rootProblem, *m_passwordHint, *m_twin,
        *m_leftBehind;
    QWidget *m_steps;
    QLabel *m_outcome;
    QList<ConnectionStepResult> m_shownSteps;
    bool m_testing = false, m_waitsForAnswer = false;
    bool m_asksForKey = false;           // the question: a host key, else a secret
    int m_testNumber = 0;                // of the test whose words may show
    std::optional<Node> m_tested;        // whose result shows
    std::optional<ConnectionTestResult> m_testResult;
    QString m_otherChosen;
    QStringList m_twins;
    std::optional<Node> m_compared;      // m_twins are of it
    Worker m_worker, m_reader;           // tests; reads ~/.ssh/config
};
