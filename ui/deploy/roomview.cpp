#include "ui/deploy/roomview.h"

#include "core/base/inputfile.h"
#include "core/base/languages.h"
#include "core/base/soon.h"
#include "core/checks/checkrun.h"
#include "core/facts/weightsfacts.h"
#include "core/nodes/asking.h"
#include "core/runs/runstate.h"
#include "ui/common/datatable.h"
#include "ui/common/elidedcombo.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"
#include "ui/common/wrappedtext.h"
#include "ui/deploy/knobrow.h"
#include "ui/deploy/roombar.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostConfigBytes = 1024 * 1024;

QComboBox *choice(const QString &name, QWidget *parent)
{
    auto *combo = new ElidedCombo(parent);
    combo->setObjectName(name);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // three stand beside each other
    combo->setMinimumContentsLength(6);
    return combo;
}

QString listed(const QStringList &sentences)
{
    QString html;
    for (const QString &sentence : sentences)
        html += u"<p style='margin:0 0 6px 0'>"_s + sentence.toHtmlEscaped() + u"</p>"_s;
    return html;
}

} // namespace

RoomView::RoomView(Cluster &cluster, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_verdict(new QFrame(this))
    , m_error(new ErrorBar(this))
    , m_bar(new RoomBar(this))
    , m_partsTitle(style::label({}, style::Text::Strong, this))
    , m_reasonsTitle(style::label({}, style::Text::Strong, this))
    , m_table(new DataTable(&m_parts, this, 26))
    , m_reasons(new WrappedText(this))
    , m_soon(new Soon(this, [this] { calculate(); }))
{
    setObjectName(u"roomView"_s);
    m_error->setObjectName(u"roomError"_s);
    m_table->setObjectName(u"roomParts"_s);
    m_reasons->setObjectName(u"roomReasons"_s);
    m_verdictText = style::label({}, style::Text::Strong, m_verdict);
    m_figures = style::label({}, style::Text::Body, m_verdict);
    m_verdictText->setObjectName(u"roomVerdict"_s);
    m_figures->setObjectName(u"roomFigures"_s);
    auto *verdictBox = new QVBoxLayout(m_verdict);
    style::setMargins(verdictBox, style::grid * 3, style::grid);
    for (QLabel *label : {m_verdictText, m_figures}) {
        label->setWordWrap(true);
        verdictBox->addWidget(label);
    }
    m_use = new QPushButton(this);
    m_use->setObjectName(u"roomUse"_s);
    style::setKind(m_use, style::Kind::Primary);
    m_reset = new QPushButton(this);
    m_reset->setObjectName(u"roomReset"_s);
    style::setIcon(m_reset, u"rotate-ccw"_s);
    auto *buttons = new QHBoxLayout;
    style::setMargins(buttons, 0, style::grid * 2);
    buttons->addStretch();
    buttons->addWidget(m_reset);
    buttons->addWidget(m_use);
    auto *knobs = new QWidget(this);
    m_knobBox = new QVBoxLayout(knobs);
    style::setMargins(m_knobBox, 0, style::grid);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, style::grid * 3);
    box->addWidget(makeSource());
    box->addWidget(m_error);
    box->addWidget(m_verdict);
    box->addWidget(m_bar);
    box->addWidget(knobs);
    box->addWidget(makeOthers());
    box->addLayout(buttons);
    box->addWidget(m_partsTitle);
    box->addWidget(m_table);
    box->addWidget(m_reasonsTitle);
    box->addWidget(m_reasons);
    box->addStretch();

    connect(m_ask, &QPushButton::clicked, this, &RoomView::askNode);
    connect(m_open, &QPushButton::clicked, this, &RoomView::openConfig);
    connect(m_reset, &QPushButton::clicked, this, &RoomView::reset);
    connect(m_use, &QPushButton::clicked, this, [this] { emit settingsTaken(changed()); });
    for (QComboBox *combo : {m_quantization, m_kv, m_hbm})
        connect(combo, &QComboBox::activated, this, [this] { (*m_soon)(); });
    connect(&m_cluster, &Cluster::factsChanged, this, [this](const QString &node) {
        m_askedWhose.removeAll(node);    // what holds its cards may be something else
        m_ownServiceOn.removeAll(node);
        (*m_soon)();
    });
    connect(&m_cluster, &Cluster::deploymentChanged, this, [this] {
        ++m_turnWhose;
        m_askedWhose.clear();
        m_ownServiceOn.clear();
        (*m_soon)();
    });
    connect(&m_cluster, &Cluster::opened, this, &RoomView::forgetModel);
    retranslate();
}

QWidget *RoomView::makeSource()
{
    auto *part = new QWidget(this);
    m_sourceText = style::label({}, style::Text::Second, part);
    m_sourceText->setObjectName(u"roomSource"_s);
    m_sourceText->setWordWrap(true);
    m_ask = new QPushButton(part);
    m_ask->setObjectName(u"roomAsk"_s);
    style::setIcon(m_ask, u"server"_s);
    m_open = new QPushButton(part);
    m_open->setObjectName(u"roomOpen"_s);
    style::setIcon(m_open, u"folder-open"_s);
    auto *box = new QVBoxLayout(part);   // the words above: beside the buttons they have no room in a small window
    style::setMargins(box, 0, style::grid * 2);
    box->addWidget(m_sourceText);
    auto *row = new QHBoxLayout;
    row->addWidget(m_ask);
    row->addWidget(m_open);
    row->addStretch();
    box->addLayout(row);
    return part;
}

QWidget *RoomView::makeOthers()
{
    auto *part = new QWidget(this);
    m_others = style::label({}, style::Text::Small, part);
    m_others->setWordWrap(true);
    auto *grid = new QGridLayout(part);
    style::setMargins(grid, 0, style::grid * 2);
    const auto add = [&](int column, QLabel *&label, QComboBox *&combo, const QString &name) {
        label = style::label({}, style::Text::Second, part);
        combo = choice(name, part);
        label->setBuddy(combo);
        grid->addWidget(label, 0, column);
        grid->addWidget(combo, 1, column);
        grid->setColumnStretch(column, 1);
    };
    add(0, m_quantLabel, m_quantization, u"roomQuantization"_s);
    add(1, m_kvLabel, m_kv, u"roomKv"_s);
    add(2, m_hbmLabel, m_hbm, u"roomHbm"_s);
    grid->addWidget(m_others, 2, 0, 1, 3);
    m_quantization->addItem(QString(), QString());
    for (const QString &one : quantizations())
        m_quantization->addItem(one, one);
    for (const int bytes : {2, 1})
        m_kv->addItem(QString(), bytes);
    m_hbm->addItem(QString(), qint64(0));
    for (const qint64 gib : {32, 48, 64, 96, 128})
        m_hbm->addItem(QString(), gib << 30);
    return part;
}

QString RoomView::weightsFolder() const
{
    return stringAt(settingsAsTyped(m_recipe, m_settings), "weights");
}

void RoomView::setRecipe(const Recipe &recipe, const Json &settings)
{
    const bool isOther = recipe.id != m_recipe.id;
    m_recipe = recipe;
    m_settings = settings;
    if (!m_source.node.isEmpty() && m_source.folder != weightsFolder()) // of other weights
        forgetModel();
    if (isOther) {
        const QSignalBlocker first(m_quantization), second(m_kv);
        m_quantization->setCurrentIndex(0);
        m_kv->setCurrentIndex(0);
    }
    m_areKnobsStale = true;
    (*m_soon)();
}

// Rows stay where the recipe's knobs are the same: a slider that is being moved must not go away.
void RoomView::makeKnobs()
{
    const QList<Knob> knobs = m_recipe.id.isEmpty() ? QList<Knob>()
                                                    : knobsOf(
                                                        [this] {
                                                            Deployment deployment = m_cluster.deployment();
                                                            deployment.settings = m_settings;
                                                            return deployment;
                                                        }(),
                                                        m_recipe, m_config);
    const bool areSame = std::equal(knobs.cbegin(), knobs.cend(), m_knobs.cbegin(), m_knobs.cend(),
                                    [](const Knob &knob, const KnobRow *row) { return knob.key == row->knob().key; });
    if (areSame) {
        for (qsizetype i = 0; i < knobs.size(); ++i) {
            const double value = m_knobs[i]->value();
            const bool wasAsSet = m_knobs[i]->isAsSet();
            m_knobs[i]->setKnob(knobs[i]);
            if (!wasAsSet)
                m_knobs[i]->setValue(value);
        }
        return;
    }
    qDeleteAll(m_knobs);
    m_knobs.clear();
    for (const Knob &knob : knobs) {
        auto *row = new KnobRow(knob, m_knobBox->parentWidget());
        m_knobBox->addWidget(row);
        connect(row, &KnobRow::moved, this, [this] {
            refresh();
            (*m_soon)();
        });
        m_knobs << row;
    }
}

Json RoomView::changed() const
{
    Json settings = Json::object();
    for (const KnobRow *row : m_knobs) {
        if (!row->isAsSet())
            settings[row->knob().key.toStdString()] = row->json();
    }
    return settings;
}

WhatIf RoomView::whatIf() const
{
    WhatIf what;
    what.settings = changed();
    what.quantization = m_quantization->currentData().toString();
    what.kvBytesPerValue = m_kv->currentData().toInt();
    if (const qint64 bytes = m_hbm->currentData().toLongLong(); bytes > 0)
        what.hbmBytesPerCard = bytes;
    return what;
}

void RoomView::calculate()
{
    if (!isVisible() || m_recipe.id.isEmpty())
        return;
    if (std::exchange(m_areKnobsStale, false))
        makeKnobs();
    Deployment deployment = m_cluster.deployment();
    deployment.settings = m_settings;
    if (deployment.nodes.isEmpty()) // none yet: those that the recipe is for
        deployment.nodes = QList<Node>(m_recipe.nodes);
    CapacityInput input{m_cluster.allFacts(), m_weightsBytes, m_config};
    if (m_source.node.isEmpty())
        input.weights = CapacityInput::Weights::ThoughtOf;
    input.ownServiceOn = m_ownServiceOn;
    const int turn = ++m_turn;
    m_worker.run(
        this,
        [deployment, recipe = m_recipe, input, what = whatIf()](Job &) {
            return capacityIf(deployment, recipe, input, what);
        },
        [this, turn](const Result<Capacity> &capacity) {
            if (turn == m_turn) // else there is a newer one on its way
                show(capacity);
        });
}

void RoomView::askWhose()
{
    for (const Node &node : m_cluster.deployment().nodes) {
        const std::optional<NodeFacts> facts = m_cluster.facts(node.name);
        NodeLink *link = facts && facts->reachable && !m_askedWhose.contains(node.name) ? m_cluster.link(node.name)
                                                                                       : nullptr;
        if (!link)
            continue;
        m_askedWhose << node.name;
        link->run(
            this,
            [deployment = m_cluster.deployment(), node,
             identity = fileIdentity(m_cluster.deployment(), m_cluster.path())](Shell &shell, Job &job) {
                return areChipsOwn(shell, deployment, node, identity, job.stop());
            },
            [this, name = node.name, turn = m_turnWhose](const Result<bool> &areOwn) {
                if (turn != m_turnWhose || !areOwn || !*areOwn || m_ownServiceOn.contains(name))
                    return;
                m_ownServiceOn << name;
                (*m_soon)();
            });
    }
}

void RoomView::show(const Result<Capacity> &capacity)
{
    if (capacity && capacity->isHeld)
        askWhose();
    m_capacity = capacity ? std::optional<Capacity>(*capacity) : std::nullopt;
    m_refused = capacity ? std::nullopt : std::optional<Error>(capacity.error());
    m_bar->setCapacity(m_capacity);
    m_parts.set(m_capacity ? m_capacity->parts : QList<CapacityPart>());
    m_table->fitColumns();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + 26 * std::max(1, m_parts.rowCount())
                            + 4);
    m_reasons->setWords(m_capacity ? listed(m_capacity->warnings + m_capacity->reasons) : QString());
    refresh();
}

void RoomView::refresh()
{
    const bool hasParts = m_capacity && !m_capacity->parts.isEmpty();
    m_bar->setVisible(m_capacity && !m_bar->pieces().isEmpty());
    m_partsTitle->setVisible(hasParts);
    m_table->setVisible(hasParts);
    const bool hasReasons = m_capacity && (m_config || m_weightsBytes); // else that nothing is known is said above
    m_reasonsTitle->setVisible(hasReasons);
    m_reasons->setVisible(hasReasons);
    const QString node = m_cluster.deployment().nodes.isEmpty() ? QString() : m_cluster.deployment().nodes.first().name;
    m_ask->setVisible(!node.isEmpty());
    m_ask->setEnabled(!m_isAsking);
    m_ask->setText(m_isAsking ? tr("Asking %1…").arg(node) : tr("Ask %1").arg(node));
    m_ask->setToolTip(tr("Reads config.json and the sizes of the files in %1; changes nothing.").arg(weightsFolder()));
    m_sourceText->setText(sourceWords());
    const Json settings = changed();
    m_use->setEnabled(!settings.empty() && !m_refused);
    m_reset->setEnabled(whatIf() != WhatIf());
    style::Tone tone = style::Tone::Unknown;
    QString words, figures;
    if (m_refused) {
        tone = style::Tone::Danger;
        words = m_refused->message;
    } else if (!m_capacity || !m_capacity->fits) {
        words = !m_config && !m_weightsBytes
            ? tr("Whether it fits is not known: it takes the config.json of the weights.")
            : m_capacity && !m_capacity->hbmBytesPerCard
            ? tr("Whether it fits is not known: no node has told the memory of its cards. Choose it below.")
            : tr("Whether it fits is not known.") + u' ' + (m_capacity ? m_capacity->undecided : QString());
    } else if (!*m_capacity->fits) {
        tone = style::Tone::Danger;
        words = m_capacity->refusal + u' ' + m_capacity->remedy;
    } else {
        tone = m_capacity->doubtful.isEmpty() ? style::Tone::Ok : style::Tone::Warning;
        words = tr("It fits.") + u' ' + m_capacity->doubtful;
    }
    if (m_capacity && m_capacity->kvTokens)
        figures
            = (m_capacity->isKvUpperBound
                   ? tr("Weights %1 of %2 usable on a card · %3 of KV cache a token · at most %4 tokens in all")
                   : tr("Weights %1 of %2 usable on a card · %3 of KV cache a token · %4 tokens in all, its "
                        "sliding_window not counted"))
                  .arg(format::bytes(m_capacity->weightsBytesPerCard), format::bytes(m_capacity->usableBytesPerCard),
                       format::bytes(m_capacity->kvBytesPerToken), format::number(double(*m_capacity->kvTokens)));
    if (m_capacity && m_capacity->concurrency)
        figures += u" · "_s
            + (m_capacity->isKvUpperBound ? tr("at most %1 requests of the full length at once")
                                          : tr("%1 requests of the full length at once"))
                  .arg(format::number(double(*m_capacity->concurrency)));
    if (!figures.isEmpty() && !m_capacity->countedAs.isEmpty())
        figures += u" · "_s + tr("weights counted as %1", "BF16, W8A8").arg(m_capacity->countedAs);
    m_verdictText->setText(words.trimmed());
    m_figures->setText(figures);
    m_figures->setVisible(!figures.isEmpty());
    style::setNotice(m_verdict, tone);
}

void RoomView::reset()
{
    for (KnobRow *row : m_knobs)
        row->setValue(row->knob().now);
    for (QComboBox *combo : {m_quantization, m_kv, m_hbm})
        combo->setCurrentIndex(0);
    (*m_soon)();
    refresh();
}

void RoomView::askNode()
{
    if (m_isAsking || m_cluster.deployment().nodes.isEmpty())
        return;
    const QString node = m_cluster.deployment().nodes.first().name, folder = weightsFolder();
    m_error->clear();
    m_isAsking = true;
    refresh();
    m_cluster.link(node)->run(
        this,
        [folder](Shell &shell, Job &job) -> Result<ModelFiles> {
            NodeProbe probe(shell, job.stop());
            const ModelFiles files = modelFiles(probe, folder);
            if (job.stop().stop_requested())
                return canceled();
            return files;
        },
        [this, node, folder](const Result<ModelFiles> &files) {
            m_isAsking = false;
            if (!files) {
                refresh();
                if (isQuestion(files.error()))
                    emit questionRaised(node, files.error());
                return m_error->setError(files.error());
            }
            if (!files->config) {
                refresh();
                return m_error->setError({ErrorKind::Storage,
                                          tr("%1 has no config.json that can be read in %2.").arg(node, folder),
                                          {},
                                          {}});
            }
            takeModel({node, folder, {}}, files->config, files->tensorBytes);
        });
}

void RoomView::openConfig()
{
    auto *dialog = new QFileDialog(this, tr("Open a model's config.json"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("config.json (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &RoomView::readConfig);
    openFileDialog(dialog);
}

void RoomView::readConfig(const QString &path)
{
    m_error->clear();
    m_worker.run(
        this,
        [path](Job &job) -> Result<Json> {
            const Result<QByteArray> text = readInput(path, mostConfigBytes, job.stop());
            return text ? parseJson(*text, path) : Result<Json>(text.error());
        },
        [this, path](const Result<Json> &config) {
            if (!config)
                return m_error->setError(config.error());
            if (!config->is_object())
                return m_error->setError({ErrorKind::Parse,
                                          tr("%1 holds no JSON object: it is no config.json of a model.").arg(path),
                                          {},
                                          {}});
            takeModel({{}, {}, QFileInfo(path).absoluteFilePath()}, *config, {});
        });
}

QString RoomView::sourceWords() const
{
    if (!m_source.node.isEmpty())
        return tr("config.json of %1 on %2", "a folder; a node").arg(m_source.folder, m_source.node);
    if (!m_source.file.isEmpty())
        return tr("%1, opened by hand", "a file").arg(m_source.file);
    return tr("The model's own numbers are not known yet: ask a node for the config.json of its weights, or open one.");
}

void RoomView::forgetModel()
{
    m_source = {};
    m_config.reset();
    m_weightsBytes.reset();
}

void RoomView::takeModel(const Source &source, const std::optional<Json> &config, std::optional<qint64> bytes)
{
    m_source = source;
    m_config = config;
    m_weightsBytes = bytes;
    m_areKnobsStale = true;
    (*m_soon)();
}

void RoomView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    (*m_soon)();
    refresh();
}

void RoomView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void RoomView::retranslate()
{
    m_open->setText(tr("Open config.json…"));
    m_use->setText(tr("Use these settings"));
    m_reset->setText(tr("Back to what is set"));
    m_quantLabel->setText(tr("Weights"));
    m_kvLabel->setText(tr("KV cache"));
    m_hbmLabel->setText(tr("Memory of a card"));
    m_quantization->setItemText(0, tr("as they are"));
    m_kv->setItemText(0, tr("2 bytes a value (BF16)"));
    m_kv->setItemText(1, tr("1 byte a value (quantized)"));
    m_hbm->setItemText(0, tr("as the nodes tell"));
    for (int i = 1; i < m_hbm->count(); ++i)
        m_hbm->setItemText(i, format::bytes(m_hbm->itemData(i).toLongLong()));
    for (const auto &[label, combo] : {std::pair{m_quantLabel, m_quantization}, {m_kvLabel, m_kv}, {m_hbmLabel, m_hbm}})
        combo->setAccessibleName(label->text());
    m_others->setText(
        tr("These three are thought of only: other weights have to be fetched, and a quantized cache is an "
           "option of the engine that not every release has."));
    m_partsTitle->setText(tr("What lies on a card"));
    m_reasonsTitle->setText(tr("How it is worked out"));
    m_table->setAccessibleName(m_partsTitle->text());
    m_reasons->setAccessibleName(m_reasonsTitle->text());
    m_parts.retranslate();
    refresh();
    (*m_soon)();
}
