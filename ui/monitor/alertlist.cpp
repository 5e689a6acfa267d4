#include "ui/monitor/alertlist.h"

#include "core/base/languages.h"
#include "ui/common/focusheir.h"
#include "ui/common/format.h"
#include "ui/common/oneclick.h"
#include "ui/common/style.h"
#include "ui/deploy/findingpanel.h"
#include "ui/monitor/pastalerts.h"

#include <QCollator>
#include <QEvent>
#include <QHash>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostRows = 6;
constexpr qint64 silenceMs = 3'600'000;

QString valueText(const Alert &alert, const AlertRule &rule)
{
    if (!std::isfinite(alert.value))
        return {};
    const QString unit = rule.of.isEmpty() ? metricInfo(rule.metric).unit : u"%"_s;
    return (alert.isAtLeast ? u">\u00a0"_s : QString()) + alertValue(alert.value, rule.metric, unit);
}

// "node1 NPU 3/0", "node1 NPUs 0/0, 1/0 · node2 NPU 3/0", "node1, 16 NPUs".
QString placesOf(const QList<Alert> &alerts)
{
    constexpr qsizetype mostNamed = 4;
    QStringList nodes;
    QHash<QString, QStringList> devices;
    for (const Alert &alert : alerts) {
        if (!nodes.contains(alert.node))
            nodes << alert.node;
        if (!alert.device.isEmpty() && alert.device != "endpoint"_L1)
            devices[alert.node] << alert.device;
    }
    QCollator order;                     // node2 before node10
    order.setNumericMode(true);
    std::sort(nodes.begin(), nodes.end(), order);
    QStringList places;
    for (const QString &node : std::as_const(nodes)) {
        QStringList chips = devices.value(node);
        std::sort(chips.begin(), chips.end(), order);
        places << (chips.size() <= 1 ? alertPlace(node, chips.value(0))
                       : chips.size() <= mostNamed
                       ? AlertList::tr("%1 NPUs %2", "a node; its chips").arg(node, chips.join(u", "_s))
                       : AlertList::tr("%1, %n NPUs", "a node", int(chips.size())).arg(node));
    }
    return places.join(u" · "_s);
}

} // namespace

AlertList::AlertList(AlertKeeper &alerts, QWidget *parent)
    : QFrame(parent), m_alerts(alerts), m_title(style::label({}, style::Text::Strong)),
      m_more(style::label({}, style::Text::Small)), m_wrong(style::label({})), m_rows(new QVBoxLayout)
{
    setObjectName(u"alertList"_s);
    m_title->setObjectName(u"alertTitle"_s);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid * 3, style::grid * 2);
    style::setMargins(m_rows, 0, style::grid * 2);
    box->addWidget(m_title);
    box->addLayout(m_rows);
    box->addWidget(m_more);
    box->addWidget(m_wrong);
    m_wrong->setObjectName(u"alertRulesWrong"_s);
    m_wrong->setWordWrap(true);
    connect(&m_alerts, &AlertKeeper::changed, this, &AlertList::rebuild);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &AlertList::refresh);
    m_tick.start();
    rebuild();
}

void AlertList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        rebuild();
    QFrame::changeEvent(event);
}

void AlertList::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    refresh();
}

QList<AlertList::Group> AlertList::groups() const
{
    QList<Group> groups;
    for (const Alert &alert : m_alerts.active()) {
        if (!m_alerts.rule(alert.rule))
            continue;
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group &group) {
            return group.first().rule == alert.rule
                && m_alerts.isAcknowledged(group.first()) == m_alerts.isAcknowledged(alert);
        });
        if (same == groups.end())
            groups << Group{alert};
        else
            *same << alert;
    }
    // The worst first, and what somebody has taken note of last.
    std::stable_sort(groups.begin(), groups.end(), [this](const Group &a, const Group &b) {
        const auto rank = [this](const Group &group) {
            return std::pair(m_alerts.isAcknowledged(group.first()), -int(group.first().severity));
        };
        return rank(a) < rank(b);
    });
    return groups;
}

QList<QList<AlertList::Key>> AlertList::keysOf(const QList<Group> &groups) const
{
    QList<QList<Key>> all;
    for (const Group &group : groups) {
        QList<Key> keys;
        for (const Alert &alert : group)
            keys << Key(alert.rule, alert.node, alert.device, alert.firedMs, m_alerts.isAcknowledged(alert));
        all << keys;
    }
    return all;
}

QString AlertList::detailOf(const Group &group) const
{
    const AlertRule *rule = m_alerts.rule(group.first().rule);
    const auto [least, most] = std::minmax_element(group.cbegin(), group.cend(), [](const Alert &a, const Alert &b) {
        return a.value < b.value;
    });
    const QString low = valueText(*least, *rule), high = valueText(*most, *rule);
    const auto [first, last] = std::minmax_element(group.cbegin(), group.cend(), [](const Alert &a, const Alert &b) {
        return a.sinceMs < b.sinceMs;
    });
    const QString from = format::time(first->sinceMs), to = format::time(last->sinceMs);
    QStringList more{from == to ? tr("since %1", "a time").arg(from)
                                : tr("since %1, the last of them since %2", "times of several alerts").arg(from, to)};
    qint64 beforeMs = 0;                 // since when one of them went on in the watch before
    for (const Alert &alert : group) {
        if (const std::optional<Alert> before = m_alerts.unended(alert);
            before && (beforeMs == 0 || before->sinceMs < beforeMs))
            beforeMs = before->sinceMs;
    }
    if (beforeMs > 0)
        more << tr("already since %1 when the watch before ended", "a time").arg(format::time(beforeMs));
    if (!low.isEmpty())
        more << (low == high ? low : tr("%1 to %2", "two values").arg(low, high));
    more << tr("rule: %1", "when an alert begins").arg(alertSentence(*rule));
    if (std::all_of(group.cbegin(), group.cend(), [&](const Alert &alert) { return rule->isWell(alert.value); }))
        more << tr("well again; over when that lasts %n s", nullptr, rule->clearSeconds);
    if (m_alerts.isAcknowledged(group.first()))
        more << tr("acknowledged");
    return more.join(u" · "_s);
}

void AlertList::refresh()
{
    if (!isVisible())
        return;
    const QList<Group> now = groups();
    if (keysOf(now) != m_keys)           // no row may say what is true of another one
        return rebuild();
    for (qsizetype i = 0; i < m_details.size(); ++i)
        m_details[i]->setText(detailOf(now[i]));
    for (QWidget *row : std::as_const(m_shown))
        row->findChild<QPushButton *>(u"alertSilence"_s)->setToolTip(silenceHelp());
}

QString AlertList::silenceHelp() const
{
    return tr("Nothing of this rule is shown before %1, on any node.").arg(format::time(m_alerts.now() + silenceMs));
}

QWidget *AlertList::rowOf(const Group &group)
{
    const AlertRule *rule = m_alerts.rule(group.first().rule);
    auto *row = new QWidget;
    row->setObjectName(u"alertRow"_s);
    auto *across = new QHBoxLayout(row);
    style::setMargins(across, 0, style::grid * 2);
    auto *words = new QVBoxLayout;
    style::setMargins(words, 0, style::grid / 2);
    const bool isKnown = m_alerts.isAcknowledged(group.first());
    const QString what = u"%1: %2"_s.arg(placesOf(group), alertTitle(*rule, dataLanguage()));
    auto *head = style::label((group.first().severity == AlertRule::Severity::Critical ? u"✕ "_s : u"! "_s) + what,
                              isKnown ? style::Text::Second : style::Text::Strong);
    auto *small = style::label(detailOf(group), style::Text::Small);
    m_details << small;
    words->addWidget(head);
    words->addWidget(small);
    for (QLabel *label : {head, small})
        label->setWordWrap(true);
    if (const QString what = alertRemedy(*rule, dataLanguage()); !isKnown && !what.isEmpty()) {
        auto *remedy = style::label(withCode(what));
        remedy->setTextFormat(Qt::RichText);
        remedy->setWordWrap(true);
        words->addWidget(remedy);
    }
    across->addLayout(words, 1);
    const auto button = [&](const QString &name, const QString &text, const QString &help) {
        auto *made = new QPushButton(text);
        made->setObjectName(name);
        made->setToolTip(help);
        made->setAccessibleName(tr("%1: %2", "a button; the alert that it is for").arg(text, what));
        style::setKind(made, style::Kind::Secondary);
        actOncePerDoubleClick({made});
        across->addWidget(made, 0, Qt::AlignTop);
        return made;
    };
    if (!isKnown)
        connect(button(u"alertKnown"_s, tr("Acknowledge"), tr("It stays here until it ends, and is not counted.")),
                &QPushButton::clicked, this, [this, group] { m_alerts.acknowledge(group); });
    connect(button(u"alertSilence"_s, tr("Silence for 1 h"), silenceHelp()), &QPushButton::clicked, this,
            [this, id = rule->id] { m_alerts.silence(id, m_alerts.now() + silenceMs); });
    return row;
}

void AlertList::rebuild()
{
    const FocusHeir heir(this, [this]() -> QWidget * {
        return m_shown.isEmpty() ? nullptr : m_shown.first()->findChild<QPushButton *>();
    });
    for (QWidget *row : std::as_const(m_shown)) {
        m_rows->removeWidget(row);
        row->hide();
        row->deleteLater();
    }
    m_shown.clear();
    m_details.clear();
    const QList<Alert> alerts = m_alerts.active();
    const QList<Group> rows = groups();
    m_keys = keysOf(rows);
    for (const Group &group : rows.mid(0, mostRows)) {
        QWidget *row = rowOf(group);
        m_rows->addWidget(row);
        m_shown << row;
    }
    const qsizetype hidden = std::max<qsizetype>(0, rows.size() - mostRows);
    const bool isCritical = std::any_of(alerts.cbegin(), alerts.cend(), [](const Alert &alert) {
        return alert.severity == AlertRule::Severity::Critical;
    });
    style::setNotice(this, isCritical ? style::Tone::Danger : style::Tone::Warning);
    const QString count = tr("%n alerts", nullptr, int(rows.size())); // as many as there are rows
    m_title->setText(rows.size() == alerts.size()
                         ? count
                         : tr("%1 at %2 places", "\"3 alerts\"; on how many nodes and NPUs")
                               .arg(count)
                               .arg(alerts.size()));
    m_more->setText(tr("and %n more", nullptr, int(hidden)));
    m_more->setVisible(hidden > 0);
    m_title->setVisible(!alerts.isEmpty());
    const std::optional<Error> &wrong = m_alerts.rulesError();
    const std::optional<Error> &hook = m_alerts.hookTrouble();
    QStringList words;
    if (wrong)
        words << tr("Alerts follow the shipped rules only. %1").arg(wrong->message);
    if (hook)
        words << hook->message;
    m_wrong->setVisible(!words.isEmpty());
    m_wrong->setText(words.join(u'\n'));
    setAccessibleName(alerts.isEmpty() ? m_wrong->text() : m_title->text());
    setVisible(!alerts.isEmpty() || !words.isEmpty());
}
