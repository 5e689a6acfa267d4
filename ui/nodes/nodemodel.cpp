#include "ui/nodes/nodemodel.h"

#include "core/base/languages.h"
#include "core/engines/recipebook.h"
#include "core/facts/npufacts.h"
#include "core/nodes/asking.h"
#include "core/targets/layout.h"
#include "ui/common/format.h"
#include "ui/common/nodelook.h"


#include <algorithm>

using namespace Qt::StringLiterals;

// By the newest word on it, which may be newer than the facts.
static bool isWell(const NpuChip &chip, const NodeHealth &health)
{
    if (!health.chips)
        return chip.health == "OK"_L1;
    const QString whole = npuAndChip(chip), npu = whole.section(u'/', 0, 0);
    return std::none_of(health.chips->cbegin(), health.chips->cend(), [&](const ChipTrouble &trouble) {
        return !trouble.isGone && (trouble.chip.isEmpty() || trouble.chip == whole || trouble.chip == npu);
    });
}

QString authWord(const Node &node)
{
    if (node.transport == Transport::Local)
        return NodeModel::tr("not needed");
    switch (node.auth) {
    case AuthMethod::Key: return NodeModel::tr("key", "a private key file");
    case AuthMethod::Password: return NodeModel::tr("password");
    case AuthMethod::Agent: break;
    }
    return NodeModel::tr("agent", "the SSH agent");
}

// By node; as the recipe says it, or of the first of several in its engine's own word.
static QHash<QString, QString> rolesIn(const Deployment &deployment)
{
    if (deployment.nodes.size() < 2)
        return {};
    const Result<Recipe> recipe = findRecipe(deployment.recipe);
    if (!recipe)
        return {};
    if (recipe->engine == "mindie"_L1)
        return {{deployment.nodes.first().name, u"master"_s}};
    if (!member(member(recipe->data, "serve"), "roles").is_array())
        return recipe->engine == "vllm-ascend"_L1
            ? QHash<QString, QString>{{deployment.nodes.first().name, u"head"_s}}
            : QHash<QString, QString>();
    QHash<QString, QString> roles;
    for (const LaidNode &node : layoutOf(deployment, *recipe, {}).nodes)
        roles.insert(node.name, node.role);
    return roles;
}

NodeModel::NodeModel(Cluster &cluster, QObject *parent)
    : QAbstractTableModel(parent)
    , m_cluster(cluster)
    , m_nodes(cluster.deployment().nodes)
    , m_roles(rolesIn(cluster.deployment()))
{
    connect(&cluster, &Cluster::deploymentChanged, this, [this] {
        beginResetModel();
        m_nodes = m_cluster.deployment().nodes;
        m_roles = rolesIn(m_cluster.deployment());
        endResetModel();
    });
    connect(&cluster, &Cluster::factsChanged, this, &NodeModel::rowChanged);
    connect(&cluster, &Cluster::healthChanged, this, &NodeModel::rowChanged);
}

QString NodeModel::nodeAt(int row) const
{
    return row >= 0 && row < m_nodes.size() ? m_nodes[row].name : QString();
}

int NodeModel::rowOf(const QString &node) const
{
    for (int row = 0; row < m_nodes.size(); ++row) {
        if (m_nodes[row].name == node)
            return row;
    }
    return -1;
}

void NodeModel::setTwins(const QHash<QString, QStringList> &twins)
{
    m_twins = twins;
    if (!m_nodes.isEmpty())
        emit dataChanged(index(0, Host), index(rowCount() - 1, Host));
}

void NodeModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_nodes.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void NodeModel::rowChanged(const QString &node)
{
    if (const int row = rowOf(node); row >= 0)
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int NodeModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_nodes.size());
}

int NodeModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString NodeModel::nameOf(const QString &node) const
{
    const QString role = m_roles.value(node);
    return role == "master"_L1 ? tr("%1 (master)").arg(node)
        : role == "head"_L1    ? tr("%1 (head)", "node; vLLM's head node").arg(node)
        : role == "prefill"_L1 ? tr("%1 (prefill)").arg(node)
        : role == "decode"_L1  ? tr("%1 (decode)").arg(node)
                               : node;
}

QString NodeModel::text(int row, int column) const
{
    const Node &node = m_nodes[row];
    const std::optional<NodeFacts> facts = m_cluster.facts(node.name);
    switch (column) {
    case Name: return nameOf(node.name);
    case State: {
        const Look look = lookOf(m_cluster.health(node.name));
        return textOf(look);
    }
    case Host: {
        const QString place = node.port ? u"%1:%2"_s.arg(node.host).arg(*node.port) : node.host;
        return m_twins.contains(node.name) ? u"! "_s + place : place;
    }
    case User: return node.user.isEmpty() ? format::none() : node.user;
    case Auth: return authWord(node);
    case Chips: {
        const NodeHealth health = m_cluster.health(node.name);
        if (!facts || !facts->npuSmi || health.isCutOff())
            return format::none();       // nobody knows how they are
        const QList<NpuChip> &chips = facts->npuSmi->chips;
        QStringList gone = health.gone; // some of them may have gone since the facts were asked
        const auto isOk = [&](const NpuChip &chip) {
            const bool isGone = gone.removeAll(npuAndChip(chip)) > 0;
            return isWell(chip, health) && !isGone;
        };
        const auto ok = std::count_if(chips.cbegin(), chips.cend(), isOk);
        return tr("%1 of %2").arg(ok).arg(chips.size() + gone.size());
    }
    case Driver: {
        const QString words = facts ? driverInWords(*facts) : QString();
        return words.isEmpty() ? format::none() : words;
    }
    case Engine:
        return facts && !facts->container.engine.isEmpty() ? facts->container.engine + u' ' + facts->container.version
                                                           : format::none();
    }
    return {};
}

QVariant NodeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QString node = m_nodes[index.row()].name;
    if (role == Qt::DisplayRole)
        return text(index.row(), index.column());
    if (role == Qt::AccessibleTextRole && index.column() == State)
        return healthLine(m_cluster.health(node), m_cluster.now());
    if (role == Qt::ToolTipRole) {
        if (index.column() == State)
            return healthToolTip(node, m_cluster.health(node), m_cluster.now());
        const std::optional<NodeFacts> facts = m_cluster.facts(node);
        if (index.column() == Name) {    // a narrow table leaves some of it out
            QStringList lines;
            for (int column = Name; column < ColumnCount; ++column)
                lines << u"%1: %2"_s.arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                                         text(index.row(), column));
            return lines.join(u'\n');
        }
        if (index.column() == Host && m_twins.contains(node))
            return tr("Same address and port as %1: that is one machine twice.")
                .arg(format::list(m_twins.value(node)));
        if (index.column() == Chips && facts && facts->errors.contains(u"npu-smi"_s))
            return facts->errors.value(u"npu-smi"_s).message;
        if (index.column() == Auth && !m_nodes[index.row()].identityFile.isEmpty())
            return m_nodes[index.row()].identityFile;
        return facts && facts->error ? saidIn(*facts->error, u"message"_s, dataLanguage())
                                     : text(index.row(), index.column());
    }
    if (role == Qt::ForegroundRole) {
        if (index.column() == State)
            return style::color(lookOf(m_cluster.health(node)).tone);
        if (index.column() == Host && m_twins.contains(node))
            return style::colors().warning;
        if (index.column() == Chips) {
            const std::optional<NodeFacts> facts = m_cluster.facts(node);
            const NodeHealth health = m_cluster.health(node);
            const bool isBad = facts && facts->npuSmi && !health.isCutOff()
                && (!health.gone.isEmpty()
                    || std::any_of(facts->npuSmi->chips.cbegin(), facts->npuSmi->chips.cend(),
                                   [&](const NpuChip &chip) { return !isWell(chip, health); }));
            if (isBad)
                return style::colors().warning;
        }
    }
    if (role == Qt::FontRole && index.column() == Name)
        return style::font(style::bodySize, true);
    return {};
}

QVariant NodeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Node");
    case State: return tr("State");
    case Host: return tr("Host");
    case User: return tr("User");
    case Auth: return tr("Login by");
    case Chips: return tr("Chips OK");
    case Driver: return tr("Driver");
    case Engine: return tr("Container engine");
    }
    return {};
}
