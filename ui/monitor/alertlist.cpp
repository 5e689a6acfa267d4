#include "ui/monitor/alertlist.h"

#include "core/base/languages.h"
#include "ui/common/focusheir.h"
#include "ui/common/format.h"
#include "ui/common/oneclick.h"
#include "ui/common/style.h"
#include "ui/monitor/pastalerts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostRows = 6;

QString valueText(const Alert &alert, const AlertRule &rule)
{
    if (!std::isfinite(alert.value))
        return {};
    if (rule.metric == "npu.health"_L1)
        return healthWord(alert.value);
    const QString unit = rule.of.isEmpty() ? metricInfo(rule.metric).unit : u"%"_s;
    return QString::number(alert.value, 'f', alert.value < 10 ? 1 : 0) + (unit.isEmpty() ? QString() : u' ' + unit);
}

} // namespace

QString alertWords(const Alert &alert, const AlertRule &rule)
{
    return alertWords(alert, rule.title);
}

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

QString AlertList::detailOf(const Alert &alert) const
{
    const AlertRule *rule = m_alerts.rule(alert.rule);
    if (!rule)
        return {};
    QStringList more{tr("since %1", "a time").arg(format::time(alert.sinceMs))};
    if (const QString value = valueText(alert, *rule); !value.isEmpty())
        more << value;
    more << alertSentence(*rule);
    if (rule->isWell(alert.value))
        more << tr("well again; over when that lasts %n s", nullptr, rule->clearSeconds);
    if (m_alerts.isAcknowledged(alert))
        more << tr("acknowledged");
    return more.join(u" · "_s);
}

void AlertList::refresh()
{
    if (!isVisible())
        return;
    const QList<Alert> alerts = m_alerts.active();
    for (qsizetype i = 0; i < m_details.size() && i < alerts.size(); ++i)
        m_details[i]->setText(detailOf(alerts[i]));
}

QWidget *AlertList::rowOf(const Alert &alert)
{
    const AlertRule *rule = m_alerts.rule(alert.rule);
    if (!rule)
        return nullptr;
    auto *row = new QWidget;
    row->setObjectName(u"alertRow"_s);
    auto *across = new QHBoxLayout(row);
    style::setMargins(across, 0, style::grid * 2);
    auto *words = new QVBoxLayout;
    style::setMargins(words, 0, style::grid / 2);
    const bool isKnown = m_alerts.isAcknowledged(alert);
    const QString what = alertWords(alert, *rule);
    auto *head = style::label((alert.severity == AlertRule::Severity::Critical ? u"✕ "_s : u"! "_s) + what,
                              isKnown ? style::Text::Second : style::Text::Strong);
    auto *small = style::label(detailOf(alert), style::Text::Small);
    m_details << small;
    words->addWidget(head);
    words->addWidget(small);
    for (QLabel *label : {head, small})
        label->setWordWrap(true);
    if (const QString what = alertRemedy(*rule, dataLanguage()); !isKnown && !what.isEmpty()) {
        auto *remedy = style::label(what);
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
                &QPushButton::clicked, this, [this, alert] { m_alerts.acknowledge(alert); });
    connect(button(u"alertSilence"_s, tr("Silence for 1 h"),
                   tr("Nothing of this rule is shown before %1, on any node.")
                       .arg(format::time(QDateTime::currentMSecsSinceEpoch() + 3600'000))),
            &QPushButton::clicked, this, [this, id = alert.rule] {
                m_alerts.silence(id, QDateTime::currentMSecsSinceEpoch() + 3600'000);
            });
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
    for (const Alert &alert : alerts.mid(0, mostRows)) {
        if (QWidget *row = rowOf(alert)) {
            m_rows->addWidget(row);
            m_shown << row;
        }
    }
    const bool isCritical = std::any_of(alerts.cbegin(), alerts.cend(), [](const Alert &alert) {
        return alert.severity == AlertRule::Severity::Critical;
    });
    style::setNotice(this, isCritical ? style::Tone::Danger : style::Tone::Warning);
    m_title->setText(tr("%n alerts", nullptr, int(alerts.size())));
    m_more->setText(tr("and %n more", nullptr, int(alerts.size() - mostRows)));
    m_more->setVisible(alerts.size() > mostRows);
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
