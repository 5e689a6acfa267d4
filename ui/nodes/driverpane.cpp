#include "ui/nodes/driverpane.h"

#include "core/base/homepath.h"
#include "ui/common/breakable.h"
#include "ui/common/card.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/icons.h"
#include "ui/common/ownkeys.h"
#include "ui/common/style.h"
#include "ui/deploy/logview.h"
#include "ui/nodes/nodeinstallcard.h"
#include "ui/nodes/restartbar.h"

#include <QCheckBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// As tall as its words at the width that it has: a splitter asks for no height by width, and would cut them.
class WholeWords : public QLabel
{
public:
    explicit WholeWords(const QString &name, QWidget *parent)
        : QLabel(parent)
    {
        setObjectName(name);
        style::setText(this, style::Text::Body);
        setTextFormat(Qt::PlainText);
        setTextInteractionFlags(Qt::TextSelectableByMouse);
        setWordWrap(true);
    }
    QSize minimumSizeHint() const override
    {
        const QSize least = QLabel::minimumSizeHint();
        return {least.width(), std::max(least.height(), heightForWidth(std::max(width(), least.width())))};
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QLabel::resizeEvent(event);
        if (event->size().width() != event->oldSize().width())
            updateGeometry();
    }
};

} // namespace

DriverPane::DriverPane(Cluster &cluster, DriverInstall &install, QWidget *parent)
    : QWidget(parent), m_cluster(cluster), m_install(install)
{
    setObjectName(u"driverPane"_s);
    const auto button = [this](const QString &name, style::Kind kind, const QString &icon = {},
                               style::Tint tint = style::Tint::Second) {
        auto *one = new QPushButton(this);
        one->setObjectName(name);
        style::setKind(one, kind);
        if (!icon.isEmpty())
            style::setIcon(one, icon, tint);
        return one;
    };
    m_title = style::label({}, style::Text::Title, this);
    m_back = button(u"driverBack"_s, style::Kind::Quiet, u"undo-2"_s);
    m_check = button(u"driverCheck"_s, style::Kind::Secondary, u"list-checks"_s);
    m_start = button(u"driverStart"_s, style::Kind::Primary, u"download"_s, style::Tint::OnAccent);
    m_stop = button(u"driverStop"_s, style::Kind::Danger, u"square"_s, style::Tint::Danger);
    m_driverBrowse = button(u"driverBrowse"_s, style::Kind::Secondary, u"folder-open"_s);
    m_firmwareBrowse = button(u"firmwareBrowse"_s, style::Kind::Secondary, u"folder-open"_s);

    auto *head = new QHBoxLayout;
    head->setSpacing(style::grid * 2);
    head->addWidget(m_title);
    head->addStretch(1);
    head->addWidget(m_back);
    auto *splitter = style::splitter(Qt::Horizontal, u"driverSplitter"_s, {makeForm(), makeResults()}, this);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({480, 580});
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(splitter, 1);

    connect(m_back, &QPushButton::clicked, this, &DriverPane::closed);
    connect(m_driverBrowse, &QPushButton::clicked, this, [this] { browse(m_driver, PackageKind::Driver); });
    connect(m_firmwareBrowse, &QPushButton::clicked, this, [this] { browse(m_firmware, PackageKind::Firmware); });
    connect(m_check, &QPushButton::clicked, this, &DriverPane::check);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (isAsItWasChecked() && (!m_obstacle || m_obstacle().isEmpty()))
            m_install.start();
    });
    connect(m_stop, &QPushButton::clicked, &m_install, &DriverInstall::stop);
    connect(m_stopsServices, &QCheckBox::toggled, &m_install, &DriverInstall::agree);
    for (QLineEdit *field : {m_driver, m_firmware, m_driverSum, m_firmwareSum}) {
        connect(field, &QLineEdit::textChanged, this, &DriverPane::refresh);
        connect(field, &QLineEdit::returnPressed, this, &DriverPane::check);
    }
    connect(m_nodes, &QListWidget::itemChanged, this, &DriverPane::refresh);
    connect(m_oneByOne, &QRadioButton::toggled, this, [this] {
        m_install.setAllAtOnce(m_allAtOnce->isChecked());
        refresh();
    });
    connect(&m_install, &DriverInstall::changed, this, [this] {
        const bool hadFocus = m_stop->hasFocus();
        refresh();
        if (hadFocus && m_install.state() == DriverInstall::State::Prepared)
            (m_start->isEnabled() ? m_start : m_check)->setFocus();
    });
    connect(&m_install, &DriverInstall::nodeChanged, this, [this](const QString &node) {
        refreshNode(node);
        m_restart->follow();
    });
    connect(&m_install, &DriverInstall::stageChanged, this, [this](const QString &node) {
        if (m_logOf != node)
            showLog(node);
        refreshNode(node);
    });
    connect(&m_install, &DriverInstall::logReceived, this, [this](const QString &node, const QByteArray &text) {
        if (m_logOf != node)
            showLog(node);
        else
            m_log->append(text);
    });
    connect(&m_install, &DriverInstall::finished, this, [this](bool, const Error &error) {
        if (error.kind != ErrorKind::Canceled && m_install.error())
            m_error->setError(error);
    });
    connect(&cluster, &Cluster::deploymentChanged, this, [this] {
        if (!isVisible())
            return;                      // looked at when it is shown
        fillNodes();
        refresh();
    });
    m_escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    m_escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(m_escape, &QShortcut::activated, this, &DriverPane::closed);
    setFocusProxy(m_driver);
    retranslate();
}

DriverPane::~DriverPane() { hide(); }

QWidget *DriverPane::makeForm()
{
    auto *form = new QWidget(this);
    form->setObjectName(u"driverForm"_s);
    auto *box = new QVBoxLayout(form);
    style::setMargins(box, style::margin, style::grid * 2);
    m_hint = style::label({}, style::Text::Second, form);
    m_hint->setWordWrap(true);
    m_packages = style::label({}, style::Text::Section, form);
    m_nodesTitle = style::label({}, style::Text::Section, form);
    const auto field = [&](const QString &name, QLabel *&label, QPushButton *browses) {
        label = style::label({}, style::Text::Body, form);
        label->setWordWrap(true);
        auto *edit = new QLineEdit(form);
        edit->setObjectName(name);
        label->setBuddy(edit);
        auto *row = new QHBoxLayout;     // beside the field the button would leave no room for a package's name
        row->addWidget(label, 1);
        if (browses)
            row->addWidget(browses);
        box->addLayout(row);
        box->addWidget(edit);
        return edit;
    };
    box->addWidget(m_packages);
    box->addWidget(m_hint);
    m_driver = field(u"driverFile"_s, m_driverLabel, m_driverBrowse);
    m_firmware = field(u"firmwareFile"_s, m_firmwareLabel, m_firmwareBrowse);
    m_hasSums = new QCheckBox(form);
    m_hasSums->setObjectName(u"driverSums"_s);
    box->addWidget(m_hasSums);
    m_driverSum = field(u"driverSum"_s, m_driverSumLabel, nullptr);
    m_firmwareSum = field(u"firmwareSum"_s, m_firmwareSumLabel, nullptr);
    const QList<QWidget *> sums{m_driverSumLabel, m_driverSum, m_firmwareSumLabel, m_firmwareSum};
    for (QWidget *one : sums)
        one->hide();
    connect(m_hasSums, &QCheckBox::toggled, this, [this, sums](bool on) {
        for (QWidget *one : sums)
            one->setVisible(on);
        refresh();
    });
    box->addSpacing(style::grid * 2);
    box->addWidget(m_nodesTitle);
    m_nodes = new QListWidget(form);
    m_nodes->setObjectName(u"driverNodes"_s);
    m_nodes->setMinimumHeight(88);
    m_nodes->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    box->addWidget(m_nodes, 1);
    m_oneByOne = new QRadioButton(form);
    m_oneByOne->setObjectName(u"driverOneByOne"_s);
    m_oneByOne->setChecked(true);
    m_allAtOnce = new QRadioButton(form);
    m_allAtOnce->setObjectName(u"driverAllAtOnce"_s);
    box->addWidget(m_oneByOne);
    box->addWidget(m_allAtOnce);

    auto *card = new Card(this, 0);
    card->setMinimumWidth(300);
    QScrollArea *scroll = style::scrollArea(form, card);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    card->box()->addWidget(scroll, 1);
    card->box()->addWidget(style::horizontalLine(card));
    auto *foot = new QHBoxLayout;
    style::setMargins(foot, style::grid * 3, style::grid * 2);
    foot->addWidget(m_check, 1);
    card->box()->addLayout(foot);
    return card;
}

QWidget *DriverPane::makeResults()
{
    m_error = new ErrorBar(this);
    m_error->setObjectName(u"driverError"_s);
    m_restart = new RestartBar(m_install, this);
    m_summary = new WholeWords(u"driverSummary"_s, this);
    m_pairNotes = style::label({}, style::Text::Body, this);
    m_pairNotes->setObjectName(u"driverPairNotes"_s);
    m_pairNotes->setWordWrap(true);
    m_stopsServices = new QCheckBox(this);
    m_stopsServices->setObjectName(u"driverStopServices"_s);
    m_stopped = new WholeWords(u"driverStopped"_s, this);
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(style::grid);

    auto *list = new QWidget(this);
    m_cards = new QVBoxLayout(list);
    style::setMargins(m_cards, style::margin, style::grid * 2);
    m_cards->addWidget(m_pairNotes);
    m_cards->addStretch(1);
    auto *plan = new Card(this, 0);
    auto *head = new QHBoxLayout;
    style::setMargins(head, style::grid * 3, style::grid * 2);
    head->addWidget(m_summary, 1);
    head->addWidget(m_stop);
    head->addWidget(m_start);
    plan->box()->addLayout(head);
    auto *agreement = new QVBoxLayout;
    agreement->setContentsMargins(style::grid * 3, 0, style::grid * 3, style::grid * 2);
    agreement->setSpacing(style::grid);
    agreement->addWidget(m_stopsServices);
    agreement->addWidget(m_stopped);
    plan->box()->addLayout(agreement);
    plan->box()->addWidget(m_progress);
    plan->box()->addWidget(style::horizontalLine(plan));
    QScrollArea *scroll = style::scrollArea(list, plan);
    scroll->setObjectName(u"driverPlan"_s);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    plan->box()->addWidget(scroll, 1);

    m_logTitle = style::label({}, style::Text::Section, this);
    m_log = new LogView(this);
    m_log->setObjectName(u"driverLog"_s);
    auto *log = new Card(this, 0);
    auto *logHead = new QHBoxLayout;
    style::setMargins(logHead, style::grid * 3, style::grid);
    logHead->addWidget(m_logTitle);
    log->box()->addLayout(logHead);
    log->box()->addWidget(style::horizontalLine(log));
    log->box()->addWidget(m_log, 1);

    auto *column = style::splitter(Qt::Vertical, u"driverLogSplitter"_s, {plan, log}, this);
    column->setStretchFactor(0, 1);
    column->setSizes({460, 150});
    auto *side = new QWidget(this);
    side->setMinimumWidth(380);
    auto *box = new QVBoxLayout(side);
    style::setMargins(box, 0, style::grid * 2);
    box->addWidget(m_error);
    box->addWidget(m_restart);
    box->addWidget(column, 1);
    return side;
}

void DriverPane::browse(QLineEdit *field, PackageKind kind)
{
    QString folder = QFileInfo(withHome(m_driver->text())).path();
    if (m_driver->text().isEmpty() || !QFileInfo(folder).isDir())
        folder = QDir::homePath();
    const bool isDriver = kind == PackageKind::Driver;
    auto *dialog = new QFileDialog(
        this, isDriver ? tr("Choose the driver package") : tr("Choose the firmware package"), folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({isDriver ? tr("Driver packages (*npu-driver*.run)")
                                     : tr("Firmware packages (*npu-firmware*.run)"),
                            tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, field,
            [field](const QString &path) { field->setText(withTilde(path)); });
    openFileDialog(dialog);
}

InstallRequest DriverPane::request() const
{
    InstallRequest request;
    request.driver = withHome(m_driver->text().trimmed());
    request.firmware = withHome(m_firmware->text().trimmed());
    if (m_hasSums->isChecked()) {
        request.driverSha256 = m_driverSum->text().trimmed();
        request.firmwareSha256 = m_firmwareSum->text().trimmed();
    }
    for (int row = 0; row < m_nodes->count(); ++row) {
        const QListWidgetItem *item = m_nodes->item(row);
        for (const Node &node : m_cluster.deployment().nodes) {
            if (item->checkState() == Qt::Checked && node.name == item->text())
                request.nodes << node;
        }
    }
    request.stopsServices = m_stopsServices->isChecked();
    request.isAllAtOnce = m_allAtOnce->isChecked();
    request.demands = m_demands;
    return request;
}

QString DriverPane::endedWords() const
{
    QStringList ended;
    for (const EndedService &one : m_install.endedServices()) {
        if (m_cluster.deployment().nodes.contains(one.node))
            ended << tr("%1 on %2", "containers, a node").arg(one.container, one.node.name);
    }
    return ended.isEmpty() ? QString()
                           : tr("What was ended for it does not run now: %1. \"Run again\" (Deploy, step Run) starts "
                                "what this deployment serves.",
                                "containers and nodes")
                                 .arg(ended.join(u"; "_s));
}

// What was checked is what would be installed.
bool DriverPane::isAsItWasChecked() const
{
    const InstallRequest now = request(), then = m_install.request();
    return now.driver == then.driver && now.firmware == then.firmware && now.driverSha256 == then.driverSha256
        && now.firmwareSha256 == then.firmwareSha256 && now.nodes == then.nodes && now.demands == then.demands;
}

void DriverPane::check()
{
    if (!m_check->isEnabled())
        return;
    m_error->clear();
    m_log->showAll({});
    m_logOf.clear();
    m_stopsServices->setChecked(false);
    m_install.prepare(request());
    m_stop->setFocus();                  // what was pressed is greyed now; the focus is not to fall into the log
}

void DriverPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fillNodes();
    refresh();
}

void DriverPane::begin()
{
    m_driver->setFocus();
}

void DriverPane::answered(const QStringList &nodes)
{
    const QList<NodeView> views = m_install.nodes();
    const bool waits = std::any_of(views.cbegin(), views.cend(), [&](const NodeView &view) {
        return view.error && nodes.contains(view.node.name);
    });
    if (waits && m_install.state() == DriverInstall::State::Prepared && isVisible() && isAsItWasChecked())
        check();
}

void DriverPane::fillNodes()
{
    m_demands = driverDemandsOf(m_cluster.deployment());
    QHash<QString, Qt::CheckState> ticks;
    for (int row = 0; row < m_nodes->count(); ++row)
        ticks.insert(m_nodes->item(row)->text(), m_nodes->item(row)->checkState());
    const QSignalBlocker quiet(m_nodes);
    m_nodes->clear();
    for (const Node &node : m_cluster.deployment().nodes) {
        auto *item = new QListWidgetItem(node.name, m_nodes);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(ticks.value(node.name, Qt::Checked));
    }
}

void DriverPane::refreshNode(const QString &node)
{
    for (const NodeView &view : m_install.nodes()) {
        if (view.node.name != node)
            continue;
        for (NodeInstallCard *card : std::as_const(m_nodeCards)) {
            if (card->node() == node)
                card->show(view, m_install.state() == DriverInstall::State::Running);
        }
    }
}

void DriverPane::refresh()
{
    using State = DriverInstall::State;
    const QList<NodeView> nodes = m_install.nodes();
    QStringList names, shown;
    for (const NodeView &view : nodes)
        names << view.node.name;
    for (const NodeInstallCard *card : std::as_const(m_nodeCards))
        shown << card->node();
    if (names != shown) {
        qDeleteAll(m_nodeCards);
        m_nodeCards.clear();
        for (const QString &name : std::as_const(names)) {
            m_nodeCards << new NodeInstallCard(name, this);
            m_cards->insertWidget(m_cards->count() - 1, m_nodeCards.last());
        }
    }
    for (const QString &name : std::as_const(names))
        refreshNode(name);

    QStringList pair, stopped;
    const bool isWarned = !m_install.notes().isEmpty()
        || std::any_of(nodes.cbegin(), nodes.cend(),
                       [](const NodeView &view) { return view.plan && !view.plan->notes.isEmpty(); });
    for (const InstallNote &note : m_install.notes())
        pair << (note.refuses ? u"✕ "_s : u"! "_s) + note.sentence
                + (note.remedy.isEmpty() ? QString() : u"\n   → "_s + note.remedy);
    for (const NodeView &view : nodes) {
        if (view.plan && !view.plan->stopped.isEmpty())
            stopped << tr("%1 on %2", "containers, a node").arg(view.plan->stopped.join(u", "_s), view.node.name);
    }
    m_pairNotes->setText(pair.join(u'\n'));
    m_pairNotes->setVisible(!pair.isEmpty());
    m_stopsServices->setText(tr("Stop what uses the NPUs, and end what it serves:"));
    m_stopsServices->setAccessibleDescription(stopped.join(u"; "_s));
    setBreakable(m_stopped, stopped.join(u'\n'));
    for (QWidget *one : {static_cast<QWidget *>(m_stopsServices), static_cast<QWidget *>(m_stopped)})
        one->setVisible(!stopped.isEmpty() && m_install.state() == State::Prepared);

    const bool isBusy = m_install.isBusy(), isSame = isAsItWasChecked();
    const QString obstacle = m_obstacle ? m_obstacle() : QString();
    const std::optional<QString> refusal = m_install.startRefusal();
    m_check->setEnabled(!isBusy && !m_driver->text().trimmed().isEmpty() && !m_firmware->text().trimmed().isEmpty()
                        && !request().nodes.isEmpty());
    m_start->setEnabled(!isBusy && !refusal && isSame && obstacle.isEmpty());
    m_start->setVisible(m_install.state() != State::Running);
    m_stop->setVisible(isBusy);
    m_start->setText(names.isEmpty() ? tr("Install") : tr("Install on %n nodes", nullptr, int(names.size())));
    m_progress->setVisible(m_install.state() == State::Preparing && m_install.examined() < 0.99);
    m_progress->setValue(int(m_install.examined() * 1000));
    findChild<QWidget *>(u"driverForm"_s)->setEnabled(!isBusy);
    const std::optional<Error> error = m_install.error();
    if (error && error->kind != ErrorKind::Canceled)
        m_error->setError(*error);
    else
        m_error->clear();

    QString words;
    switch (m_install.state()) {
    case State::Nothing:
        words = tr("Choose the two packages and the nodes, then check. Checking changes nothing on any node.");
        break;
    case State::Preparing:
        words = m_install.order() ? tr("Asking the nodes…") : tr("Reading the packages…");
        break;
    case State::Prepared:
        words = !isSame              ? tr("Something was changed since the check: check again.")
            : !obstacle.isEmpty()    ? obstacle
            : refusal                ? *refusal
            : isWarned               ? tr("It can be installed; read the warnings below first. This is what will be "
                                          "done; each restart is asked for.")
                                     : tr("Nothing speaks against it. This is what will be done; each restart is asked "
                                          "for.");
        break;
    case State::Running:
        words = tr("Installing. Do not switch off a node meanwhile.");
        break;
    case State::Ended: {
        const bool isAnyOwed
            = std::any_of(nodes.cbegin(), nodes.cend(), [](const NodeView &view) { return view.owesRestart; });
        words = error && error->kind == ErrorKind::Canceled
            ? tr("Stopped. Check again to see what is done; what is installed is not installed anew.")
            : error       ? tr("It did not come to its end. Check again to go on from there.")
            : isAnyOwed   ? tr("Installed; it takes effect after a restart. Check again to restart.")
                          : tr("Done: driver and firmware take effect on all nodes, and all chips are OK.");
        break;
    }
    }
    const bool isOver = m_install.state() == State::Ended || m_install.state() == State::Prepared;
    if (const QString ended = isOver ? endedWords() : QString(); !ended.isEmpty())
        words += u'\n' + ended;
    m_summary->setText(words);
    m_restart->follow();
}

void DriverPane::showLog(const QString &node)
{
    m_logOf = node;
    m_logTitle->setText(tr("Log of %1").arg(node));
    m_log->showAll(m_install.log(node).toUtf8());
}

void DriverPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void DriverPane::retranslate()
{
    m_title->setText(tr("Driver and firmware"));
    m_back->setText(tr("Back to the nodes"));
    m_escape->setWhatsThis(escapeWords());
    m_packages->setText(tr("Packages"));
    m_hint->setText(tr("The two *.run files as downloaded from Huawei, under their own names."));
    m_driverLabel->setText(tr("Driver package"));
    m_firmwareLabel->setText(tr("Firmware package"));
    m_hasSums->setText(tr("Compare with checksums that I was given"));
    m_driverSumLabel->setText(tr("SHA-256 of the driver package"));
    m_firmwareSumLabel->setText(tr("SHA-256 of the firmware package"));
    m_driver->setPlaceholderText(u"Ascend-hdk-910b-npu-driver_…_linux-aarch64.run"_s);
    m_firmware->setPlaceholderText(u"Ascend-hdk-910b-npu-firmware_….run"_s);
    m_driver->setAccessibleName(m_driverLabel->text());
    m_firmware->setAccessibleName(m_firmwareLabel->text());
    m_driverSum->setAccessibleName(m_driverSumLabel->text());
    m_firmwareSum->setAccessibleName(m_firmwareSumLabel->text());
    for (QPushButton *browse : {m_driverBrowse, m_firmwareBrowse}) {
        browse->setText(tr("Browse…"));
        browse->setAccessibleName(browse == m_driverBrowse ? tr("Choose the driver package")
                                                           : tr("Choose the firmware package"));
    }
    m_nodesTitle->setText(tr("Nodes"));
    m_nodes->setAccessibleName(tr("Nodes to install on"));
    m_oneByOne->setText(tr("One after the other"));
    m_oneByOne->setToolTip(tr("A failure stops before the next node."));
    m_allAtOnce->setText(tr("All at once"));
    m_check->setText(tr("Check"));
    m_check->setToolTip(tr("Reads the packages and asks the nodes; changes nothing."));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("An installer that runs on a node goes on there to its end."));
    m_logTitle->setText(m_logOf.isEmpty() ? tr("Log") : tr("Log of %1").arg(m_logOf));
    m_log->setAccessibleName(tr("Log"));
    refresh();
}
