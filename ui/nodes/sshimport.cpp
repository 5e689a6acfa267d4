#include "ui/nodes/sshimport.h"

#include "core/base/homepath.h"
#include "ui/common/ownkeys.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool holdsAlias(const QList<Node> &nodes, const QString &alias)
{
    return std::any_of(nodes.cbegin(), nodes.cend(),
                       [&](const Node &node) { return node.transport == Transport::Ssh && node.host == alias; });
}

// "root@10.20.0.1:2222, by jump1"
QString describe(const ConfiguredHost &host)
{
    const SshHostConfig &config = host.config;
    QString words = config.hostName.isEmpty() ? host.alias : config.hostName;
    if (!config.user.isEmpty())
        words.prepend(config.user + u'@');
    if (config.port)
        words += u':' + QString::number(*config.port);
    if (!config.proxyJump.isEmpty())
        words = SshImport::tr("%1 through %2", "an address, a jump host").arg(words, config.proxyJump.join(u", "_s));
    return words;
}

} // namespace

Node nodeOf(const ConfiguredHost &host, const QList<Node> &others)
{
    QString stem = host.alias;
    for (QChar &c : stem) {
        if (c.isSpace() || c == u'/' || !c.isPrint())
            c = u'-';
    }
    while (stem.startsWith(u'.') || stem.startsWith(u'-'))
        stem.remove(0, 1);
    if (stem.isEmpty())
        stem = u"node"_s;
    Node node;
    node.name = stem;
    node.host = host.alias;
    for (int number = 2;
         std::any_of(others.cbegin(), others.cend(), [&](const Node &other) { return other.name == node.name; });
         ++number)
        node.name = u"%1-%2"_s.arg(stem).arg(number);
    return node;
}

SshImport::SshImport(ConnectionSettings connections, QWidget *parent)
    : QWidget(parent)
    , m_connections(std::move(connections))
    , m_title(style::label({}, style::Text::Section, this))
    , m_hint(style::label({}, style::Text::Second, this))
    , m_list(new QListWidget(this))
    , m_add(new QPushButton(this))
    , m_cancel(new QPushButton(this))
{
    setObjectName(u"sshImport"_s);
    m_list->setObjectName(u"importHosts"_s);
    m_add->setObjectName(u"importAdd"_s);
    m_cancel->setObjectName(u"importCancel"_s);
    m_hint->setObjectName(u"importHint"_s);
    m_title->setWordWrap(true);
    m_hint->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    style::setKind(m_add, style::Kind::Primary);
    style::setKind(m_cancel, style::Kind::Quiet);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_add);
    buttons->addStretch();
    buttons->addWidget(m_cancel);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, style::grid * 2);
    box->addWidget(m_title);
    box->addWidget(m_hint);
    box->addWidget(m_list, 1);
    box->addLayout(buttons);
    connect(m_list, &QListWidget::itemChanged, this, &SshImport::refresh);
    connect(m_add, &QPushButton::clicked, this, [this] { emit accepted(ticked()); });
    connect(m_cancel, &QPushButton::clicked, this, &SshImport::canceled);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &SshImport::canceled);
    refresh();
}

void SshImport::begin(const QList<Node> &others)
{
    m_others = others;
    m_isReading = true;
    show({});
    m_worker.cancelAll();
    m_worker.run(this, [path = m_connections.sshConfigFile](Job &job) {
        return std::pair(configuredHosts(path), job.stop().stop_requested());
    }, [this](const std::pair<QList<ConfiguredHost>, bool> &read) {
        if (read.second)
            return;
        m_isReading = false;
        show(read.first);
        (m_hosts.isEmpty() ? static_cast<QWidget *>(m_cancel) : m_list)->setFocus();
    });
}

void SshImport::show(const QList<ConfiguredHost> &hosts)
{
    m_hosts = hosts;
    m_list->clear();
    for (const ConfiguredHost &host : hosts) {
        const bool isHere = holdsAlias(m_others, host.alias);
        const QString words = isHere ? tr("a node already") : describe(host);
        auto *item = new QListWidgetItem(words == host.alias ? host.alias : host.alias + u"  "_s + words, m_list);
        item->setToolTip(item->text());
        item->setFlags(isHere ? Qt::ItemIsSelectable
                              : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
    }
    if (!hosts.isEmpty())
        m_list->setCurrentRow(0);
    refresh();
}

QList<Node> SshImport::ticked() const
{
    QList<Node> nodes;
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked)
            nodes << nodeOf(m_hosts[row], m_others + nodes);
    }
    return nodes;
}

void SshImport::refresh()
{
    findChild<QShortcut *>()->setWhatsThis(escapeWords());
    const QString file = withTilde(withHome(m_connections.sshConfigFile));
    m_title->setText(tr("Import from ~/.ssh/config"));
    m_hint->setText(
        m_isReading ? tr("Reading %1…").arg(file)
            : m_hosts.isEmpty()
            ? tr("%1 names no host, or is not there. Hosts with wildcards are not listed.").arg(file)
            : tr("Tick the hosts that become nodes. Address, user, key and jump host stay in %1.").arg(file));
    m_list->setVisible(!m_hosts.isEmpty());
    m_list->setAccessibleName(tr("Hosts of ~/.ssh/config"));
    int count = 0; // not ticked(): the rows and the hosts may be a step apart while the list fills
    for (int row = 0; row < m_list->count(); ++row)
        count += m_list->item(row)->checkState() == Qt::Checked;
    m_add->setText(tr("Add %n nodes", nullptr, count));
    m_add->setVisible(!m_hosts.isEmpty());
    m_add->setEnabled(count > 0);
    m_cancel->setText(tr("Cancel"));
}

void SshImport::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        show(QList(m_hosts));
    QWidget::changeEvent(event);
}
