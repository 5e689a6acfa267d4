#include "ui/nodes/adoptpane.h"

#include "core/engines/recipebook.h"
#include "ui/common/card.h"
#include "ui/common/copybutton.h"
#include "ui/common/errorbar.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

AdoptPane::AdoptPane(Cluster &cluster, AdoptJob &job, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_job(job)
    , m_title(style::label({}, style::Text::Title, this))
    , m_state(style::label({}, style::Text::Body, this))
    , m_close(new QPushButton(this))
    , m_again(new QPushButton(this))
    , m_take(new QPushButton(this))
    , m_copy(new CopyButton(this))
    , m_error(new ErrorBar(this))
    , m_list(new QListWidget(this))
    , m_escape(new QShortcut(QKeySequence(Qt::Key_Escape), this))
{
    setObjectName(u"adoptPane"_s);
    m_state->setObjectName(u"adoptState"_s);
    m_state->setWordWrap(true);
    m_close->setObjectName(u"adoptClose"_s);
    style::setIcon(m_close, u"x"_s);
    m_again->setObjectName(u"adoptAgain"_s);
    style::setIcon(m_again, u"refresh-cw"_s);
    m_take->setObjectName(u"adoptTake"_s);
    style::setKind(m_take, style::Kind::Primary);
    m_error->setObjectName(u"adoptError"_s);
    m_list->setObjectName(u"adoptFound"_s);
    m_list->setWordWrap(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_copy->setSource([this] {
        QStringList lines;
        for (int i = 0; i < m_list->count(); ++i)
            lines << m_list->item(i)->text();
        return lines.join(u'\n');
    });
    auto *head = new QHBoxLayout;
    head->setSpacing(style::grid * 2);
    head->addWidget(m_title, 1);
    head->addWidget(m_again);
    head->addWidget(m_take);
    head->addWidget(m_close);
    auto *card = new Card(this, 0);
    auto *row = new QHBoxLayout;
    style::setMargins(row, style::grid * 3, style::grid * 2);
    row->addWidget(m_state, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    card->box()->addLayout(row);
    card->box()->addWidget(style::horizontalLine(card));
    card->box()->addWidget(m_list, 1);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_error);
    box->addWidget(card, 1);
    connect(m_close, &QPushButton::clicked, this, [this] {
        m_job.stop();
        emit closed();
    });
    connect(m_escape, &QShortcut::activated, m_close, &QPushButton::click);
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (m_job.isRunning())
            m_job.stop();
        else
            begin();
    });
    connect(m_take, &QPushButton::clicked, this, &AdoptPane::takeOver);
    connect(&m_job, &AdoptJob::changed, this, &AdoptPane::refresh);
    connect(&m_job, &AdoptJob::finished, this, &AdoptPane::take);
    connect(&m_job, &AdoptJob::questionRaised, this, [this] { m_waits = true; });
    connect(&m_job, &AdoptJob::failed, this, [this](const Error &error) {
        if (error.kind != ErrorKind::Canceled && !m_waits)
            m_error->setError(error);
        refresh();
    });
    setFocusProxy(m_list);
    retranslate();
}

void AdoptPane::begin()
{
    m_found.reset();
    m_waits = false;
    m_error->clear();
    fill();
    m_job.start();
    refresh();
}

void AdoptPane::answered()
{
    if (std::exchange(m_waits, false))
        begin();
}

void AdoptPane::take(const Adoption &adoption)
{
    m_found = adoption;
    fill();
    refresh();
}

// Recipe, settings and the order of the nodes; what else the deployment says stays.
void AdoptPane::takeOver()
{
    if (!m_found || !m_found->isFound())
        return;
    if (const QString obstacle = m_obstacle ? m_obstacle() : QString(); !obstacle.isEmpty()) {
        m_error->setError({ErrorKind::Invalid, obstacle, {}, {}});
        return;
    }
    const Deployment before = m_cluster.deployment();
    Deployment after = before;
    after.recipe = m_found->deployment.recipe;
    after.settings = m_found->deployment.settings;
    QList<Node> ordered;
    for (const Node &node : m_found->deployment.nodes) {
        for (const Node &own : before.nodes) {
            if (own.name == node.name)
                ordered << own;
        }
    }
    for (const Node &own : before.nodes) { // those that nothing was found on stay behind them
        if (!ordered.contains(own))
            ordered << own;
    }
    after.nodes = ordered;
    m_cluster.edit(after);
    emit takenOver(before);
}

void AdoptPane::fill()
{
    m_list->clear();
    if (!m_found)
        return;
    const auto add = [this](const QString &icon, style::Tint tint, const QString &text) {
        m_list->addItem(new QListWidgetItem(style::icon(icon, tint), text));
    };
    const Adoption &found = *m_found;
    for (const auto &[key, value] : found.best.settings.items())
        add(u"check"_s, style::Tint::Ok, tr("Setting %1: %2").arg(QString::fromStdString(key), shownSetting(value)));
    for (const AdoptDifference &difference : found.best.differences)
        add(u"triangle-alert"_s, style::Tint::Warning, sentenceOf(difference));
    for (const QString &sentence : found.notTold)
        add(u"circle-question-mark"_s, style::Tint::Second, sentence);
    for (const QString &sentence : found.notes)
        add(u"info"_s, style::Tint::Second, sentence);
    for (const AdoptCandidate &other : found.others.mid(0, 3))
        add(u"info"_s, style::Tint::Second,
            tr("Further away: %1, with %n difference(s).", nullptr, int(other.differences.size())).arg(other.recipe));
}

void AdoptPane::refresh()
{
    const bool runs = m_job.isRunning();
    m_again->setText(runs ? tr("Stop") : tr("Ask again"));
    style::setIcon(m_again, runs ? u"square"_s : u"refresh-cw"_s);
    m_take->setEnabled(!runs && m_found && m_found->isFound());
    m_copy->setEnabled(m_list->count() > 0);
    if (runs)
        m_state->setText(tr("Reading what runs on the nodes: %1 of %2 have answered. Nothing is changed on them.")
                             .arg(m_job.answered())
                             .arg(m_job.asked()));
    else if (m_waits)
        m_state->setText(tr("A node asks something first; see above."));
    else if (!m_found)
        m_state->setText(tr("Nothing was read yet."));
    else if (!m_found->isFound())
        m_state->setText(tr("No recipe describes what runs on these nodes; the reasons stand below."));
    else if (m_found->best.differences.isEmpty())
        m_state->setText(
            tr("Nearest recipe: %1. It would write what runs there, word for word.").arg(m_found->best.recipe));
    else
        m_state->setText(
            tr("Nearest recipe: %1. It would write %n thing(s) otherwise than they are now; they are listed "
               "below.",
               nullptr, int(m_found->best.differences.size()))
                .arg(m_found->best.recipe));
}

void AdoptPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        fill();
}

void AdoptPane::retranslate()
{
    m_title->setText(tr("What runs on the nodes"));
    m_take->setText(tr("Take over into the deployment"));
    m_take->setToolTip(tr("Recipe, settings and the order of the nodes; Ctrl+Z takes it back. Nothing is changed on a "
                          "node."));
    m_close->setText(tr("Close"));
    m_list->setAccessibleName(m_title->text());
    m_escape->setWhatsThis(m_close->text());
    fill();
    refresh();
}
