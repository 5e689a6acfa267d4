#include "ui/nodes/nodeform.h"

#include "core/base/homepath.h"
#include "core/nodes/asking.h"
#include "core/nodes/jumphost.h"
#include "core/nodes/machine.h"
#include "core/nodes/samemachine.h"
#include "core/nodes/nodejson.h"
#include "core/shell/sshconfig.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/ownkeys.h"
#include "ui/common/style.h"

#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QLabel *problemLabel(QWidget *parent)
{
    QLabel *label = style::label({}, style::Text::FieldError, parent);
    label->setWordWrap(true);
    label->hide();
    return label;
}

QLabel *warningLabel(const QString &name, QWidget *parent)
{
    QLabel *label = style::label({}, style::Text::Body, parent);
    label->setObjectName(name);
    style::setNotice(label, style::Tone::Warning);
    label->setMargin(style::grid * 2);
    label->setWordWrap(true);
    label->hide();
    return label;
}

// Emptied, it asks for no port at all; the spin box of Qt would bring the last one back.
class PortField : public QSpinBox
{
public:
    using QSpinBox::QSpinBox;

protected:
    QValidator::State validate(QString &text, int &place) const override
    {
        return text.isEmpty() ? QValidator::Acceptable : QSpinBox::validate(text, place);
    }
    int valueFromText(const QString &text) const override { return text.isEmpty() ? 0 : QSpinBox::valueFromText(text); }
};

// What a test of the connection depends on.
bool isSameConnection(Node a, const Node &b)
{
    a.name = b.name;
    return a == b;
}

QStringList namesOf(const QList<Node> &nodes)
{
    QStringList names;
    for (const Node &node : nodes)
        names << node.name;
    return names;
}

} // namespace

NodeProblems problemsOf(const Node &node, const QStringList &others)
{
    NodeProblems problems;
    const bool isNameClean = std::none_of(node.name.cbegin(), node.name.cend(),
                                          [](QChar c) { return c.isSpace() || c == u'/' || !c.isPrint(); });
    if (node.name.isEmpty())
        problems.name = NodeForm::tr("A node needs a name.");
    else if (!isNameClean || node.name.startsWith(u'.') || node.name.startsWith(u'-'))
        problems.name = NodeForm::tr(
            "A name has no blanks or slashes and does not begin with a dot or a dash; it becomes a folder's name.");
    else if (node.name.size() > longestNodeName)
        problems.name = NodeForm::tr("A name has at most %1 characters.").arg(longestNodeName);
    else if (others.contains(node.name))
        problems.name = NodeForm::tr("Another node has this name.");
    if (node.host.isEmpty())
        problems.host = NodeForm::tr("Give an address, a name or an alias of ~/.ssh/config.");
    else if (node.host.startsWith(u'-')
             || std::any_of(node.host.cbegin(), node.host.cend(), [](QChar c) { return c.isSpace(); }))
        problems.host = NodeForm::tr("An address has no blanks and does not begin with a dash.");
    if (node.transport == Transport::Local)
        return problems;
    if (!isProxyJump(jumpHostOf(node)))
        problems.jump = NodeForm::tr("Give a host such as user@host:port; several are separated by commas.");
    if (node.auth == AuthMethod::Key && node.identityFile.isEmpty())
        problems.identityFile = NodeForm::tr("Choose the private key.");
    else if (node.auth == AuthMethod::Key && !QFileInfo(withHome(node.identityFile)).isReadable())
        problems.identityFile = NodeForm::tr("This file cannot be read.");
    else if (node.auth == AuthMethod::Key && node.identityFile.endsWith(".pub"_L1))
        problems.identityFile
            = NodeForm::tr("This is the public key. Choose the private one, the file of that name without \".pub\".");
    return problems;
}

NodeForm::NodeForm(ConnectionSettings connections, QWidget *parent)
    : QWidget(parent), m_connections(std::move(connections))
{
    setObjectName(u"nodeForm"_s);
    const auto line = [this](const QString &name) {
        auto *edit = new QLineEdit(this);
        edit->setObjectName(name);
        connect(edit, &QLineEdit::textChanged, this, &NodeForm::refresh);
        return edit;
    };
    const auto words = [this] { return style::label({}, style::Text::Second, this); };
    m_title = style::label({}, style::Text::Section, this);
    m_name = line(u"nodeName"_s);
    m_host = line(u"nodeHost"_s);
    m_user = line(u"nodeUser"_s);
    m_jump = line(u"nodeJump"_s);
    m_identity = line(u"nodeIdentity"_s);
    m_root = line(u"nodeRoot"_s);
    m_port = new PortField(this);
    m_port->setObjectName(u"nodePort"_s);
    m_port->setRange(0, 65535); // 0: as ~/.ssh/config says
    m_port->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_port->setMinimumWidth(80); // the words for "none" may be cut rather than widen the panel
    m_transport = new QComboBox(this);
    m_transport->setObjectName(u"nodeTransport"_s);
    m_transport->addItems({QString(), QString()});
    m_auth = new QComboBox(this);
    m_auth->setObjectName(u"nodeAuth"_s);
    m_auth->addItems({QString(), QString(), QString()});
    for (QComboBox *box : {m_transport, m_auth}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
    }
    m_browse = new QPushButton(this);
    m_browse->setIcon(style::icon(u"folder-open"_s));
    m_identityRow = new QWidget(this);
    auto *identityRow = new QHBoxLayout(m_identityRow);
    style::setMargins(identityRow, 0, style::grid);
    identityRow->addWidget(m_identity, 1);
    identityRow->addWidget(m_browse);
    m_save = new QPushButton(this);
    m_save->setObjectName(u"nodeSave"_s);
    m_test = new QPushButton(this);
    m_test->setObjectName(u"nodeTest"_s);
    m_cancel = new QPushButton(this);
    m_cancel->setObjectName(u"nodeCancel"_s);
    m_import = new QPushButton(this);
    m_import->setObjectName(u"nodeImport"_s);
    style::setKind(m_import, style::Kind::Link);
    style::setKind(m_save, style::Kind::Primary);
    style::setKind(m_cancel, style::Kind::Quiet);

    for (QLabel **label : {&m_nameLabel, &m_transportLabel, &m_hostLabel, &m_portLabel, &m_userLabel, &m_jumpLabel,
                           &m_authLabel, &m_identityLabel, &m_rootLabel})
        *label = words();
    for (QLabel **label : {&m_nameProblem, &m_hostProblem, &m_jumpProblem, &m_identityProblem, &m_rootProblem})
        *label = problemLabel(this);
    m_nameProblem->setObjectName(u"nodeNameProblem"_s);
    m_hostProblem->setObjectName(u"nodeHostProblem"_s);
    m_jumpProblem->setObjectName(u"nodeJumpProblem"_s);
    m_twin = warningLabel(u"nodeTwin"_s, this);
    m_leftBehind = warningLabel(u"nodeLeftBehind"_s, this);
    m_identityProblem->setObjectName(u"nodeIdentityProblem"_s);
    m_passwordHint = style::label({}, style::Text::Small, this);
    m_passwordHint->setWordWrap(true);
    m_outcome = style::label({}, style::Text::Strong, this);
    m_outcome->setObjectName(u"testOutcome"_s);
    m_outcome->setWordWrap(true);
    m_steps = new QWidget(this);
    m_steps->setObjectName(u"testSteps"_s);
    auto *steps = new QVBoxLayout(m_steps);
    style::setMargins(steps, 0, style::grid);

    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, style::grid * 2);
    box->addWidget(m_title);
    box->addWidget(m_import);
    box->addWidget(m_leftBehind);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(style::grid * 3);
    m_grid->setVerticalSpacing(style::grid * 2);
    m_grid->setColumnStretch(1, 1);
    box->addLayout(m_grid);
    addField(m_nameLabel, m_name, m_nameProblem);
    addField(m_transportLabel, m_transport);
    addField(m_hostLabel, m_host, m_hostProblem);
    addField(m_portLabel, m_port);
    addField(m_userLabel, m_user);
    addField(m_jumpLabel, m_jump, m_jumpProblem);
    addField(m_authLabel, m_auth);
    addField(m_identityLabel, m_identityRow, m_identityProblem);
    addField(m_rootLabel, m_root, m_rootProblem);
    box->addWidget(m_passwordHint);
    box->addWidget(m_twin);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_save);
    buttons->addStretch();
    buttons->addWidget(m_cancel);
    box->addLayout(buttons);
    auto *testRow = new QHBoxLayout; // a row of its own: three buttons do not fit beside each other in every language
    testRow->addWidget(m_test);
    testRow->addStretch();
    box->addLayout(testRow);
    box->addWidget(m_steps);
    box->addWidget(m_outcome);
    box->addStretch();

    connect(m_transport, &QComboBox::currentIndexChanged, this, &NodeForm::refresh);
    connect(m_auth, &QComboBox::currentIndexChanged, this, &NodeForm::refresh);
    connect(m_browse, &QPushButton::clicked, this, &NodeForm::chooseIdentity);
    connect(m_save, &QPushButton::clicked, this, &NodeForm::accept);
    auto *port = m_port->findChild<QLineEdit *>();
    for (QLineEdit *edit : {m_name, m_host, port, m_user, m_jump, m_identity, m_root})
        connect(edit, &QLineEdit::returnPressed, this, &NodeForm::accept);
    connect(m_port, &QSpinBox::valueChanged, this, &NodeForm::refresh);
    connect(m_cancel, &QPushButton::clicked, this, &NodeForm::canceled);
    connect(m_import, &QPushButton::clicked, this, &NodeForm::importRequested);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &NodeForm::canceled);
    connect(m_test, &QPushButton::clicked, this, [this] {
        if (!m_testing)
            return test();
        m_worker.cancelAll();
        m_outcome->setText(tr("Stopping…")); // what is under way may take a moment to end
    });
    retranslate();
}

void NodeForm::addField(QLabel *label, QWidget *field, QLabel *problem)
{
    const int row = m_grid->rowCount();
    m_grid->addWidget(label, row, 0);
    m_grid->addWidget(field, row, 1);
    if (problem)
        m_grid->addWidget(problem, row + 1, 1);
}

void NodeForm::edit(const Node &node, const QList<Node> &others, bool isNew)
{
    leave();
    m_original = node;
    m_others = others;
    m_isNew = isNew;
    m_showsProblems = false;
    {                                    // shown when all stand there
        const QSignalBlocker name(m_name), host(m_host), user(m_user), port(m_port), jump(m_jump),
            identity(m_identity), root(m_root);
        m_name->setText(node.name);
        m_host->setText(node.host);
        m_user->setText(node.user);
        m_port->setValue(node.port.value_or(0));
        m_jump->setText(jumpHostOf(node));
        m_identity->setText(node.identityFile);
        m_root->setText(node.root);
    }
    m_transport->setCurrentIndex(node.transport == Transport::Local ? 1 : 0);
    m_auth->setCurrentIndex(int(node.auth));
    m_asEdited = this->node();
    retranslate();
    m_name->setFocus();
    m_name->selectAll();
}

void NodeForm::leave()
{
    clearSteps();
    m_otherChosen.clear();
    m_twins.clear();
    m_compared.reset();
}

bool NodeForm::isChanged() const
{
    return node() != m_asEdited;
}

void NodeForm::setOtherChosen(const QString &node)
{
    m_otherChosen = node;
    refresh();
}

Node NodeForm::node() const
{
    Node node = m_original;
    node.name = m_name->text().trimmed();
    node.host = withoutBrackets(m_host->text().trimmed());
    node.user = m_user->text().trimmed();
    node.port = m_port->value() == 0 ? std::nullopt : std::optional(m_port->value());
    node.transport = m_transport->currentIndex() == 1 ? Transport::Local : Transport::Ssh;
    node.auth = AuthMethod(m_auth->currentIndex());
    setJumpHost(node, m_jump->text().trimmed());
    node.identityFile = m_identity->text().trimmed();
    node.root = m_root->text().trimmed();
    return node;
}

void NodeForm::refresh()
{
    const Node typed = node();
    forgetOldTest();
    lookForTwin();
    const bool isLocal = typed.transport == Transport::Local;
    for (QWidget *widget :
         {static_cast<QWidget *>(m_portLabel), static_cast<QWidget *>(m_port), static_cast<QWidget *>(m_userLabel),
          static_cast<QWidget *>(m_user), static_cast<QWidget *>(m_jumpLabel), static_cast<QWidget *>(m_jump),
          static_cast<QWidget *>(m_authLabel), static_cast<QWidget *>(m_auth)})
        widget->setVisible(!isLocal);
    const bool hasIdentity = !isLocal && typed.auth == AuthMethod::Key;
    m_identityLabel->setVisible(hasIdentity);
    m_identityRow->setVisible(hasIdentity);
    m_rootLabel->setVisible(isLocal);
    m_root->setVisible(isLocal);
    m_passwordHint->setVisible(!isLocal && typed.auth == AuthMethod::Password);

    m_import->setVisible(m_isNew);
    m_leftBehind->setText(
        m_isNew
            ? tr("%1 is chosen in the list, but the new node is not added yet. Add it or cancel.").arg(m_otherChosen)
            : tr("%1 is chosen in the list, but your changes to %2 are not applied yet. Apply or cancel them.")
                  .arg(m_otherChosen, m_original.name));
    m_leftBehind->setVisible(!m_otherChosen.isEmpty());
    m_twin->setText(tr("Same address and port as %1: that would be one machine twice.")
                        .arg(format::list(m_twins)));
    m_twin->setVisible(!m_twins.isEmpty());

    const NodeProblems problems = m_showsProblems ? problemsOf(typed, namesOf(m_others)) : NodeProblems{};
    const auto say = [](QLabel *label, QWidget *field, const QString &problem) {
        label->setText(problem);
        label->setVisible(!problem.isEmpty());
        style::setInvalid(field, !problem.isEmpty());
    };
    say(m_nameProblem, m_name, problems.name);
    say(m_hostProblem, m_host, problems.host);
    say(m_jumpProblem, m_jump, problems.jump);
    say(m_identityProblem, m_identity, problems.identityFile);
    say(m_rootProblem, m_root, problems.root);
    m_test->setText(m_testing ? tr("Stop") : tr("Test connection"));
}

void NodeForm::accept()
{
    m_showsProblems = true;
    refresh();
    if (!problemsOf(node(), namesOf(m_others)).any())
        emit accepted(node());
}

void NodeForm::chooseIdentity()
{
    auto *dialog = new QFileDialog(this, tr("Private key"), QDir::homePath() + "/.ssh"_L1);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setFilter(QDir::Files | QDir::Hidden);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString &path) { m_identity->setText(withTilde(path)); });
    openFileDialog(dialog);
}

void NodeForm::lookForTwin()
{
    const Node typed = node();
    if (m_compared && isSameConnection(*m_compared, typed))
        return;
    m_compared = typed;
    m_reader.cancelAll();
    if (typed.host.isEmpty() && typed.transport == Transport::Ssh) {
        m_twins.clear();
        return;
    }
    m_reader.run(
        this,
        [nodes = QList<Node>{typed} + m_others, connections = m_connections](Job &job) {
            return job.stop().stop_requested() ? QStringList()
                                               : nodesOfOneMachine(nodes, connections).value(nodes.first().name);
        },
        [this, typed](const QStringList &twins) {
            if (m_compared != typed || twins == m_twins)
                return;
            m_twins = twins;
            refresh();
        });
}

void NodeForm::test()
{
    const Node typed = node();
    m_showsProblems = true;
    refresh();
    if (problemsOf(typed, {}).any() || m_testing)
        return;
    clearSteps();
    m_testing = true;
    m_tested = typed;
    m_outcome->setText(tr("Connecting to %1…").arg(typed.host));
    refresh();
    const int number = m_testNumber;
    m_worker.run(this, [this, typed, number, connections = m_connections](Job &job) {
        return testConnection(typed, connections, job.stop(), [this, number, &job](const ConnectionStepResult &step) {
            job.notify([this, number, step] {
                if (number == m_testNumber)
                    showStep(step);
            });
        });
    }, [this, number, name = typed.name](const ConnectionTestResult &result) {
        if (number != m_testNumber)
            return;
        m_testing = false;
        m_testResult = result;
        m_waitsForAnswer = result.error && isQuestion(*result.error);
        m_asksForKey = m_waitsForAnswer && result.error->kind == ErrorKind::HostKey;
        refresh();
        showOutcome(result);
        if (m_waitsForAnswer)
            emit questionRaised(name, *result.error);
        emit tested(result.passed());
    });
}

void NodeForm::answered(const QStringList &nodes)
{
    if (m_tested && nodes.contains(m_tested->name) && std::exchange(m_waitsForAnswer, false))
        test();
}

void NodeForm::declined(const QStringList &nodes)
{
    if (!m_waitsForAnswer || !m_tested || !nodes.contains(m_tested->name))
        return;
    m_waitsForAnswer = false;
    m_outcome->setText(
        m_asksForKey ? tr("You declined the host key of %1: nobody logged in and nothing was saved. \"%2\" asks again.")
                           .arg(m_tested->host, m_test->text())
                     : tr("You gave no further secret for %1: nobody logged in. \"%2\" asks again.")
                           .arg(m_tested->host, m_test->text()));
}

void NodeForm::forgetOldTest()
{
    if (m_tested && !isSameConnection(*m_tested, node()))
        clearSteps();
}

void NodeForm::clearSteps()
{
    ++m_testNumber;
    m_worker.cancelAll();
    if (std::exchange(m_waitsForAnswer, false) && m_tested)
        emit questionDropped(m_tested->name);
    m_testing = false;
    m_tested.reset();
    m_testResult.reset();
    m_shownSteps.clear();
    m_outcome->clear();
    style::setText(m_outcome, style::Text::Strong);
    qDeleteAll(m_steps->findChildren<QLabel *>(QString(), Qt::FindDirectChildrenOnly));
}

void NodeForm::showStep(const ConnectionStepResult &step)
{
    using Step = ConnectionStepResult;
    m_shownSteps << step;
    const QString symbol = step.state == Step::Done ? u"✓"_s
        : step.state == Step::Failed                ? u"✕"_s
        : step.state == Step::Asks                  ? u"?"_s
                                                    : u"–"_s;
    QString text = symbol + u"  "_s + stepTitle(step.step);
    if (!step.words.isEmpty())
        text += u" · "_s + step.words;
    if (step.state == Step::Done && step.tookMs > 0)
        text += u" · "_s + format::duration(step.tookMs);
    QLabel *label = style::label(text,
                                 step.state == Step::Failed           ? style::Text::Danger
                                     : step.state == Step::Asks       ? style::Text::Strong
                                     : step.state == Step::NotReached ? style::Text::Second
                                                                      : style::Text::Body,
                                 m_steps);
    label->setWordWrap(true);
    m_steps->layout()->addWidget(label);
}

void NodeForm::showOutcome(const ConnectionTestResult &result)
{
    if (result.passed()) {
        m_outcome->setText(tr("The connection works (%1).").arg(format::duration(result.tookMs)));
        return;
    }
    style::setText(m_outcome, style::Text::Second);
    if (result.error->kind == ErrorKind::Canceled)
        m_outcome->setText(tr("The test was stopped."));
    else if (isChangedHostKey(*result.error))
        m_outcome->setText(tr("Nobody logged in. Read the warning above."));
    else if (isQuestion(*result.error))
        m_outcome->setText(tr("Answer the question above; then the test goes on."));
    else if (result.error->message.contains(result.error->detail.trimmed(), Qt::CaseInsensitive))
        m_outcome->setText(tr("The connection does not work."));
    else // the sentence stands at its step
        m_outcome->setText((tr("The connection does not work.") + u'\n' + result.error->detail.left(1000)).trimmed());
}

void NodeForm::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        if (!m_testing)
            clearSteps(); // words of the other language
        retranslate();
    }
    QWidget::changeEvent(event);
}

void NodeForm::retranslate()
{
    findChild<QShortcut *>()->setWhatsThis(escapeWords());
    m_title->setText(m_isNew ? tr("Add a node") : tr("Edit %1").arg(m_original.name));
    m_nameLabel->setText(tr("Name"));
    m_transportLabel->setText(tr("Reached by"));
    m_transport->setItemText(0, tr("SSH"));
    m_transport->setItemText(1, tr("This machine"));
    m_hostLabel->setText(tr("Host"));
    m_host->setPlaceholderText(tr("Address, name or SSH alias"));
    m_portLabel->setText(tr("Port"));
    m_port->setSpecialValueText(tr("from ~/.ssh/config, else 22"));
    m_userLabel->setText(tr("User"));
    m_user->setPlaceholderText(tr("from ~/.ssh/config"));
    m_jumpLabel->setText(tr("Jump host"));
    m_jump->setPlaceholderText(tr("user@host:port"));
    m_jump->setToolTip(tr("The connection goes through it, as by ProxyJump. Empty: as ~/.ssh/config says; \"none\": "
                          "straight. It is logged in to with the agent or the default keys."));
    m_authLabel->setText(tr("Login by"));
    m_auth->setItemText(int(AuthMethod::Agent), tr("SSH agent and default keys"));
    m_auth->setItemText(int(AuthMethod::Key), tr("Key file"));
    m_auth->setItemText(int(AuthMethod::Password), tr("Password"));
    m_identityLabel->setText(tr("Private key"));
    m_identity->setPlaceholderText(u"~/.ssh/id_ed25519"_s);
    m_rootLabel->setText(tr("Simulated node"));
    m_rootLabel->setWordWrap(true);
    m_root->setPlaceholderText(tr("its folder; empty: this machine"));
    m_passwordHint->setText(
        tr("The password is asked when it is needed, kept in memory only and never written to the file."));
    m_browse->setAccessibleName(tr("Choose the private key"));
    m_browse->setToolTip(tr("Choose the private key"));
    m_save->setText(m_isNew ? tr("Add node") : tr("Apply"));
    m_cancel->setText(tr("Cancel"));
    m_import->setText(tr("Import from ~/.ssh/config"));
    const std::initializer_list<std::pair<QLabel *, QWidget *>> fields{
        {m_nameLabel, m_name}, {m_transportLabel, m_transport}, {m_hostLabel, m_host},
        {m_portLabel, m_port}, {m_userLabel, m_user},           {m_jumpLabel, m_jump},
        {m_authLabel, m_auth}, {m_identityLabel, m_identity},   {m_rootLabel, m_root}};
    for (const auto &[label, field] : fields) {
        field->setAccessibleName(label->text());
        label->setBuddy(field);
    }
    refresh();
}
