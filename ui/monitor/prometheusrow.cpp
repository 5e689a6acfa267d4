#include "ui/monitor/prometheusrow.h"

#include "core/monitor/prometheussource.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

PrometheusRow::PrometheusRow(Cluster &cluster, QWidget *parent) : Card(parent, 12), m_cluster(cluster)
{
    m_words = style::label({}, style::Text::Second);
    m_words->setWordWrap(true);
    m_wrong = style::label({}, style::Text::Second);
    m_wrong->setObjectName(u"prometheusWrong"_s);
    m_wrong->setWordWrap(true);
    m_wrong->hide();
    m_url = new QLineEdit;
    m_url->setObjectName(u"prometheusUrl"_s);
    m_url->setPlaceholderText(u"http://HOST:9090"_s);
    m_use = new QPushButton;
    m_use->setObjectName(u"prometheusUse"_s);
    m_leave = new QPushButton;
    m_leave->setObjectName(u"prometheusLeave"_s);
    style::setKind(m_leave, style::Kind::Chip);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_url, 1);
    row->addWidget(m_use);
    row->addWidget(m_leave);
    box()->addWidget(m_words);
    box()->addLayout(row);
    box()->addWidget(m_wrong);
    connect(m_use, &QPushButton::clicked, this, &PrometheusRow::take);
    connect(m_url, &QLineEdit::returnPressed, this, &PrometheusRow::take);
    connect(m_leave, &QPushButton::clicked, this, &QWidget::hide);
    connect(&cluster, &Cluster::opened, this, &QWidget::hide);
    retranslate();
    hide();
}

void PrometheusRow::open()
{
    m_url->setText(prometheusOf(m_cluster.deployment()));
    m_wrong->hide();
    show();
    m_url->setFocus();
}

void PrometheusRow::take()
{
    const QString said = m_url->text().trimmed();
    const Result<QString> url = said.isEmpty() ? Result<QString>(QString()) : prometheusUrl(said);
    m_wrong->setVisible(!url);
    if (!url) {
        m_wrong->setText(url.error().message);
        return;
    }
    Deployment deployment = m_cluster.deployment();
    setPrometheus(deployment, *url);
    hide();
    if (deployment != m_cluster.deployment())
        m_cluster.edit(deployment);
}

void PrometheusRow::retranslate()
{
    m_words->setText(tr("A Prometheus server that has the figures of npu-exporter and node_exporter is asked for all "
                        "nodes, and none of them is logged in to. Without an address the nodes are asked themselves."));
    m_url->setAccessibleName(tr("Address of the Prometheus server"));
    m_use->setText(tr("Use", "a button: this address from now on"));
    m_leave->setText(tr("Cancel"));
}

void PrometheusRow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void PrometheusRow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        Card::keyPressEvent(event);
}
