#include "ui/monitor/alertruleform.h"

#include "core/base/languages.h"
#include "core/metrics/sample.h"
#include "ui/common/style.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

#include <cmath>

using namespace Qt::StringLiterals;

// Of silence and of health there is no bound to choose.
static bool hasBound(const AlertRule &rule) { return !rule.silent && rule.metric != "npu.health"_L1; }

AlertRuleForm::AlertRuleForm(QWidget *parent)
    : QWidget(parent)
    , m_nameLabel(style::label({}))
    , m_whenLabel(style::label({}))
    , m_forLabel(style::label({}))
    , m_overLabel(style::label({}))
    , m_severityLabel(style::label({}))
    , m_unit(style::label({}))
    , m_name(new QLineEdit)
    , m_metric(new QComboBox)
    , m_side(new QComboBox)
    , m_severity(new QComboBox)
    , m_bound(new QDoubleSpinBox)
    , m_for(new QSpinBox)
    , m_over(new QSpinBox)
{
    m_name->setObjectName(u"ruleName"_s);
    m_metric->setObjectName(u"ruleMetric"_s);
    m_side->setObjectName(u"ruleSide"_s);
    m_severity->setObjectName(u"ruleSeverity"_s);
    m_bound->setObjectName(u"ruleBound"_s);
    m_for->setObjectName(u"ruleFor"_s);
    m_over->setObjectName(u"ruleOver"_s);
    m_name->setMaxLength(120);
    m_bound->setRange(-1'000'000, 1'000'000'000);
    m_bound->setDecimals(2);
    for (QSpinBox *seconds : {m_for, m_over})
        seconds->setRange(0, 86'400);
    m_bound->setKeyboardTracking(false);
    m_for->setKeyboardTracking(false);
    m_over->setKeyboardTracking(false);
    for (const MetricInfo &info : metricCatalogue()) {
        if (info.metric != "npu.health"_L1)
            m_metric->addItem(QString(), info.metric);
    }
    m_side->addItem(QString(), u"above"_s);
    m_side->addItem(QString(), u"below"_s);
    m_severity->addItem(QString(), u"warning"_s);
    m_severity->addItem(QString(), u"critical"_s);

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(style::grid * 2);
    grid->setColumnStretch(5, 1);
    grid->addWidget(m_nameLabel, 0, 0);
    grid->addWidget(m_name, 0, 1, 1, 3);
    grid->addWidget(m_severityLabel, 0, 4);
    grid->addWidget(m_severity, 0, 5, Qt::AlignLeft);
    grid->addWidget(m_whenLabel, 1, 0);
    grid->addWidget(m_metric, 1, 1);
    grid->addWidget(m_side, 1, 2);
    grid->addWidget(m_bound, 1, 3);
    grid->addWidget(m_unit, 1, 4, 1, 2);
    grid->addWidget(m_forLabel, 2, 0);
    grid->addWidget(m_for, 2, 1);
    grid->addWidget(m_overLabel, 2, 2, 1, 1);
    grid->addWidget(m_over, 2, 3);

    connect(m_name, &QLineEdit::editingFinished, this, &AlertRuleForm::tell);
    for (QComboBox *choice : {m_metric, m_side, m_severity})
        connect(choice, &QComboBox::currentIndexChanged, this, &AlertRuleForm::tell);
    connect(m_bound, &QDoubleSpinBox::valueChanged, this, &AlertRuleForm::tell);
    for (QSpinBox *seconds : {m_for, m_over})
        connect(seconds, &QSpinBox::valueChanged, this, &AlertRuleForm::tell);
    retranslate();
}

void AlertRuleForm::retranslate()
{
    m_isShowing = true;
    m_nameLabel->setText(tr("Name", "of an alert rule"));
    m_severityLabel->setText(tr("Severity", "of an alert rule"));
    m_whenLabel->setText(tr("When", "the condition of an alert rule"));
    m_forLabel->setText(tr("For", "how long a condition has to hold"));
    m_overLabel->setText(tr("over after", "seconds without the condition until an alert ends"));
    m_side->setItemText(0, tr("is above", "a metric; a number follows"));
    m_side->setItemText(1, tr("is below", "a metric; a number follows"));
    m_severity->setItemText(0, tr("warning", "an alert"));
    m_severity->setItemText(1, tr("critical", "an alert"));
    for (int i = 0; i < m_metric->count(); ++i)
        m_metric->setItemText(i, metricInfo(m_metric->itemData(i).toString()).title);
    for (QSpinBox *seconds : {m_for, m_over})
        seconds->setSuffix(tr(" s", "seconds, after a number"));
    m_name->setAccessibleName(tr("Name of the rule"));
    m_metric->setAccessibleName(tr("What the rule looks at"));
    m_side->setAccessibleName(tr("Above or below"));
    m_bound->setAccessibleName(tr("Bound of the rule"));
    m_for->setAccessibleName(tr("How long the condition has to hold"));
    m_over->setAccessibleName(tr("How long all has to be well until the alert is over"));
    m_severity->setAccessibleName(tr("Severity of the rule"));
    m_isShowing = false;
    showUnit();
}

void AlertRuleForm::showUnit()
{
    const MetricInfo info = metricInfo(m_rule.metric);
    m_unit->setText(m_rule.of.isEmpty() ? info.unit : tr("% of %1", "a metric").arg(metricInfo(m_rule.of).title));
}

void AlertRuleForm::show(const AlertRule &rule, bool isShipped)
{
    m_isShowing = true;
    m_rule = rule;
    const QString name = alertTitle(rule, dataLanguage());
    if (!m_name->hasFocus() || m_name->text().trimmed() != name)
        m_name->setText(name);
    m_name->setReadOnly(isShipped);
    for (QWidget *part :
         {static_cast<QWidget *>(m_whenLabel), static_cast<QWidget *>(m_metric), static_cast<QWidget *>(m_side),
          static_cast<QWidget *>(m_bound), static_cast<QWidget *>(m_unit)})
        part->setVisible(hasBound(rule));
    m_metric->setEnabled(!isShipped);
    m_side->setEnabled(!isShipped);
    m_metric->setCurrentIndex(m_metric->findData(rule.metric));
    m_side->setCurrentIndex(rule.above ? 0 : 1);
    m_bound->setValue(rule.bound());
    m_for->setValue(rule.forSeconds);
    m_over->setValue(rule.clearSeconds);
    m_severity->setCurrentIndex(rule.severity == AlertRule::Severity::Critical ? 1 : 0);
    showUnit();
    m_isShowing = false;
}

// Only what was changed: what is not named here stays as it is shipped.
void AlertRuleForm::tell()
{
    if (m_isShowing || m_rule.id.isEmpty())
        return;
    Json members = Json::object();
    const QString name = m_name->text().trimmed();
    if (!m_name->isReadOnly() && !name.isEmpty() && name != alertTitle(m_rule, dataLanguage()))
        members["title"] = {{"en", name}};
    const QString metric = m_metric->currentData().toString();
    const bool isOther = !metric.isEmpty() && metric != m_rule.metric && m_metric->isEnabled();
    if (isOther) {
        members["metric"] = metric;
        members["each"] = alertSubject(metric);
        members["of"] = nullptr;
    }
    const bool isAbove = m_side->currentIndex() == 0;
    const double was = m_rule.bound(), bound = m_bound->value();
    if (hasBound(m_rule) && (bound != was || isAbove != m_rule.above.has_value())) {
        members["above"] = isAbove ? Json(bound) : Json(nullptr);
        members["below"] = isAbove ? Json(nullptr) : Json(bound);
        // as far from it as before: hysteresis
        const double distance = std::abs(was - m_rule.clear);
        members["clear"] = isAbove ? bound - distance : bound + distance;
    }
    if (m_for->value() != m_rule.forSeconds)
        members["forSeconds"] = m_for->value();
    if (m_over->value() != m_rule.clearSeconds)
        members["clearSeconds"] = m_over->value();
    const auto severity
        = m_severity->currentIndex() == 1 ? AlertRule::Severity::Critical : AlertRule::Severity::Warning;
    if (severity != m_rule.severity)
        members["severity"] = severityName(severity);
    if (!members.empty())
        emit changed(m_rule.id, members);
}
