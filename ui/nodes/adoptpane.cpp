#include "ui/nodes/adoptpane.h"

#include "core/engines/recipebook.h"
#include "ui/common/copybutton.h"
#include "ui/common/errorbar.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/ownkeys.h"
#include "ui/common/sentencecard.h"
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
    , m_close(new QPushButton(this))
    , m_again(new QPushButton(this))
    , m_take(new QPushButton(this))
    , m_error(new ErrorBar(this))
    , m_card(new SentenceCard(this))
    , m_escape(new QShortcut(QKeySequence(Qt::Key_Escape), this))
{
    setObjectName(u"adoptPane"_s);
    m_close->setObjectName(u"adoptClose"_s);
    style::setIcon(m_close, u"x"_s);
    m_again->setObjectName(u"adoptAgain"_s);
    style::setIcon(m_again, u"refresh-cw"_s);
    m_take->setObjectName(u"adoptTake"_s);
    style::setKind(m_take, style::Kind::Primary);
    m_error->setObjectName(u"adoptError"_s);
    m_card->state()->setObjectName(u"adoptState"_s);
    m_card->list()->setObjectName(u"adoptFound"_s);
    auto *head = new QHBoxLayout;
    head->setSpacing(style::grid * 2);
    head->addWidget(m_title, 1);
    head->addWidget(m_again);
    head->addWidget(m_take);
    head->addWidget(m_close);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_error);
    box->addWidget(m_card, 1);
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
    setFocusProxy(m_card->list());
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
    const auto weightsOf
        = [](const Deployment &deployment) { return stringAt(withDefaults(deployment).settings, "weights"); };
    if (weightsOf(before) != weightsOf(after))
        m_cluster.inspect();             // what is free there was asked of another folder, or of none
    emit takenOver(before);
}

void AdoptPane::fill()
{
    m_card->clear();
    if (!m_found)
        return;
    const Adoption &found = *m_found;
    for (const auto &[key, value] : found.best.settings.items())
        m_card->add(u"check"_s, style::Tint::Ok,
                    tr("Setting %1: %2").arg(QString::fromStdString(key), shownSetting(value)));
    for (const AdoptDifference &difference : found.best.differences)
        m_card->add(u"triangle-alert"_s, style::Tint::Warning, sentenceOf(difference));
    for (const QString &sentence : found.notTold)
        m_card->add(u"circle-question-mark"_s, style::Tint::Second, sentence);
    for (const QString &sentence : found.notes)
        m_card->add(u"info"_s, style::Tint::Second, sentence);
    for (const AdoptCandidate &other : found.others.mid(0, 3))
        m_card->add(u"info"_s, style::Tint::Second,
                    tr("Further away: %1, with %n difference(s).", nullptr, int(other.differences.size()))
                        .arg(other.recipe));
}

void AdoptPane::refresh()
{
    const bool runs = m_job.isRunning();
    m_again->setText(runs ? tr("Stop") : tr("Ask again"));
    style::setIcon(m_again, runs ? u"square"_s : u"refresh-cw"_s);
    m_take->setEnabled(!runs && m_found && m_found->isFound());
    m_card->copy()->setEnabled(m_card->list()->count() > 0);
    if (runs)
        m_card->state()->setText(
            tr("Reading what runs on the nodes: %1 of %2 have answered. Nothing is changed on them.")
                .arg(m_job.answered())
                .arg(m_job.asked()));
    else if (m_waits)
        m_card->state()->setText(tr("A node asks something first; see above."));
    else if (!m_found)
        m_card->state()->setText(tr("Nothing was read yet."));
    else if (!m_found->isFound())
        m_card->state()->setText(
            tr("No recipe was found that describes what runs on these nodes; the reasons stand below."));
    else if (m_found->best.differences.isEmpty())
        m_card->state()->setText(
            tr("Nearest recipe: %1. It would write what runs there, word for word.").arg(m_found->best.recipe));
    else
        m_card->state()->setText(
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
    m_card->list()->setAccessibleName(m_title->text());
    m_escape->setWhatsThis(escapeWords());
    fill();
    refresh();
}
