#include "ui/deploy/artifactspage.h"

#include "core/base/languages.h"
#include "core/base/soon.h"
#include "core/engines/recipebook.h"
#include "core/nodes/asking.h"
#include "core/artifacts/artifactfolder.h"
#include "core/deploy/containerfiles.h"
#include "core/runs/runstate.h"
#include "core/artifacts/lintkinds.h"
#include "core/engines/engine.h"
#include "core/shell/atomicfile.h"
#include "ui/common/card.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/copybutton.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/headrow.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"
#include "ui/deploy/codeview.h"
#include "ui/deploy/driftnote.h"
#include "ui/deploy/linenotes.h"
#include "ui/deploy/overwritebar.h"

#include <QCryptographicHash>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

CodeLanguage languageOf(const QString &path)
{
    return path.endsWith(".sh"_L1)  ? CodeLanguage::Shell
        : path.endsWith(".json"_L1) ? CodeLanguage::Json
                                    : CodeLanguage::Plain;
}

// What the engines' own rules say against the files, and how many were asked.
ArtifactsPage::Rules brokenRules(const ArtifactSet &set, const QList<NodeFacts> &facts)
{
    QStringList problems;
    int checked = 0;
    for (const Artifact &file : set.files) {
        const QString kind = lintKindOf(file.kind);
        if (kind.isEmpty())
            continue;
        ++checked;
        const Result<QList<LintFinding>> findings = lint(kind, file.content, {file.mode, false, facts});
        if (!findings) {
            problems << file.path + u": "_s + findings.error().message;
            continue;
        }
        for (const LintFinding &finding : *findings) {
            if (finding.severity == Severity::Error)
                problems << file.path + u" "_s + finding.where + u": "_s + finding.message;
        }
    }
    return {problems, checked};
}

Look waiting(const QStringList &unasked)
{
    return {u"–"_s,
            ArtifactsPage::tr("The files are made from the nodes' facts; not known yet: %1.")
                .arg(unasked.join(u", "_s)),
            style::Tone::Unknown};
}

// problems: sentences; empty: none.
Look verdictOn(const QStringList &problems)
{
    Look look = lookOf(problems.isEmpty() ? Verdict::Pass : Verdict::Fail);
    if (!problems.isEmpty())
        look.word = problems.first();
    return look;
}

// An engine that brings no rules for files leaves those for the environment.
QString checkedText(const Recipe &recipe, int checked, qsizetype files)
{
    const Engine *engine = findEngine(recipe.engine);
    const bool hasRules = engine
        && std::any_of(engine->lints.cbegin(), engine->lints.cend(),
                       [](const LintKind &lint) { return *lint.artifactKind != '\0'; });
    const QString words = hasRules
        ? ArtifactsPage::tr("Checked against the engines' rules: %1 of %2 files. None breaks one.")
        : ArtifactsPage::tr("Checked against the rules for environment variables: %1 of %2 files. None breaks one.");
    const QString besides = engine && engine->checkedNote ? engine->checkedNote(recipe) : QString();
    return words.arg(checked).arg(files) + (besides.isEmpty() ? QString() : u' ' + besides);
}

QString standInWords()
{
    return ArtifactsPage::tr("Shown is what is generated for as many chips as the recipe asks for, to be compared with "
                             "what is on the nodes. It is not saved, and nothing is run by it.");
}

QString modeText(int mode) { return QString::number(mode, 8).rightJustified(4, u'0'); }

} // namespace

ArtifactsPage::ArtifactsPage(Cluster &cluster, QWidget *parent, const QString &historyFile)
    : QWidget(parent), m_cluster(cluster), m_historyFile(historyFile)
{
    setObjectName(u"artifactsPage"_s);
    m_error = new ErrorBar(this);
    m_overwrite = new OverwriteBar(this);
    m_drift = new DriftNote(this);
    m_rulesBox = new QFrame(this);
    m_rulesBox->setObjectName(u"artifactRules"_s);
    m_rules = style::label({}, style::Text::Body, m_rulesBox);
    m_rules->setWordWrap(true);
    m_warningsFold = new QPushButton(m_rulesBox);
    m_warningsFold->setObjectName(u"artifactWarningsFold"_s);
    m_warningsFold->setCheckable(true);
    style::setKind(m_warningsFold, style::Kind::Link);
    m_warnings = style::label({}, style::Text::Body, m_rulesBox);
    m_warnings->setObjectName(u"artifactWarnings"_s);
    m_warnings->setWordWrap(true);
    m_warnings->hide();
    auto *rulesRow = new QHBoxLayout;
    rulesRow->addWidget(m_rules, 1);
    rulesRow->addWidget(m_warningsFold, 0, Qt::AlignTop);
    auto *rulesBox = new QVBoxLayout(m_rulesBox);
    style::setMargins(rulesBox, style::grid * 2, style::grid * 2);
    rulesBox->addLayout(rulesRow);
    rulesBox->addWidget(m_warnings);

    auto *splitter = style::splitter(Qt::Horizontal, u"artifactsSplitter"_s, {makeTree(), makePreview()}, this);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({300, 760});
    // Beside sentences that wrap, the height that it would like to have would be the window's least.
    splitter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    auto *files = new QWidget(this);
    auto *filesBox = new QVBoxLayout(files);
    style::setMargins(filesBox, 0, style::grid * 3);
    filesBox->addWidget(m_rulesBox);
    filesBox->addWidget(splitter, 1);
    m_empty = new EmptyState(this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(files);
    m_stack->addWidget(m_empty);
    m_empty->setWords({}, {});
    m_stack->setCurrentWidget(m_empty);  // until they are made, there are none, nor warnings about them
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, style::grid * 3);
    box->addWidget(m_error);
    box->addWidget(m_overwrite);
    box->addWidget(m_drift);
    box->addWidget(m_stack, 1);

    m_soon = new Soon(this, [this] { isVisible() ? regenerate() : judge(); });
    const auto follow = [this] {
        m_stale = true;
        (*m_soon)();
    };
    connect(&m_cluster, &Cluster::deploymentChanged, this, follow);
    connect(&m_cluster, &Cluster::deploymentChanged, this, [this] { // what was compared was compared with another one
        for (NodeFiles &its : m_onNodes)
            its.drift = {};
        tellDrift();
    });
    connect(&m_cluster, &Cluster::factsChanged, this, follow);
    connect(&m_cluster, &Cluster::nodeChanged, this, &ArtifactsPage::forgetNode);
    connect(m_empty, &EmptyState::pressed, this, [this] { m_cluster.inspect(); });
    connect(m_warningsFold, &QPushButton::toggled, this, &ArtifactsPage::checkRules);
    connect(m_compare, &QPushButton::clicked, this, &ArtifactsPage::compareWithNodes);
    connect(m_saveAs, &QPushButton::clicked, this, &ArtifactsPage::saveAs);
    connect(m_lab, &QPushButton::clicked, this, [this] {
        if (const Artifact *file = m_model->artifact(m_path))
            emit rankTableOpened(file->content, file->path.section(u'/', -1));
    });
    connect(m_saveAll, &QPushButton::clicked, this, &ArtifactsPage::saveAll);
    connect(m_overwrite, &OverwriteBar::overwriteRequested, this, &ArtifactsPage::saveAllTo);
    connect(m_overwrite, &OverwriteBar::otherFolderRequested, this, &ArtifactsPage::saveAll);
    connect(m_views, &SegmentedControl::chosen, this, &ArtifactsPage::showFile);
    connect(m_code, &CodeView::currentLineChanged, this, &ArtifactsPage::showNote);
    m_copy->setSource([this] {
        const Artifact *file = m_model->artifact(m_path);
        return file ? QString::fromUtf8(file->content) : QString();
    });
    retranslate();
}

QWidget *ArtifactsPage::makeTree()
{
    auto *card = new Card(this, 0);
    m_filesTitle = style::label({}, style::Text::Section, card);
    m_filesTitle->setContentsMargins(style::grid * 3, style::grid * 3, style::grid * 3, style::grid * 2);
    m_model = new ArtifactModel(this);
    m_tree = new QTreeView(card);
    m_tree->setObjectName(u"artifactTree"_s);
    m_tree->setModel(m_model);
    m_tree->setHeaderHidden(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(style::grid * 4);
    m_tree->setItemsExpandable(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_compare = new QPushButton(card);
    m_compare->setObjectName(u"compareNodes"_s);
    style::setIcon(m_compare, u"server"_s);
    m_saveAll = new QPushButton(card);
    m_saveAll->setObjectName(u"saveAll"_s);
    style::setIcon(m_saveAll, u"save"_s);
    m_outcome = style::label({}, style::Text::Small, card);
    m_outcome->setObjectName(u"artifactOutcome"_s);
    m_outcome->setWordWrap(true);
    m_outcome->hide();
    auto *foot = new QVBoxLayout;
    style::setMargins(foot, style::grid * 3, style::grid * 2);
    foot->addWidget(m_outcome);
    foot->addWidget(m_compare);
    foot->addWidget(m_saveAll);
    card->box()->addWidget(m_filesTitle);
    card->box()->addWidget(m_tree, 1);
    card->box()->addWidget(style::horizontalLine(card));
    card->box()->addLayout(foot);
    card->setMinimumWidth(240);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (const QString path = index.siblingAtColumn(0).data(ArtifactModel::PathRole).toString(); !path.isEmpty())
            choose(path);
    });
    return card;
}

QWidget *ArtifactsPage::makePreview()
{
    auto *card = new Card(this, 0);
    m_file = new ElidedLabel(card, Qt::ElideMiddle);
    style::setText(m_file, style::Text::Section);
    m_file->setObjectName(u"artifactName"_s);
    m_views = new SegmentedControl(card);
    m_views->setObjectName(u"artifactViews"_s);
    for (const QString &view : {u"preview"_s, u"last"_s, u"node"_s})
        m_views->add(view);
    m_copy = new CopyButton(card);
    m_lab = new QPushButton(card);
    m_lab->setObjectName(u"openInLab"_s);
    m_lab->hide();
    m_saveAs = new QPushButton(card);
    m_saveAs->setObjectName(u"saveAs"_s);
    auto *head = new HeadRow(style::grid * 2);
    head->setContentsMargins(style::grid * 3, style::grid * 3, style::grid * 3, style::grid * 3);
    head->words()->addWidget(m_file, 1);
    head->words()->addWidget(m_lab);
    head->words()->addWidget(m_copy);
    head->words()->addWidget(m_saveAs);
    head->controls()->addWidget(m_views);
    m_place = style::label({}, style::Text::Small, card);
    m_place->setObjectName(u"artifactPlace"_s);
    m_place->setContentsMargins(style::grid * 3, 0, style::grid * 3, style::grid * 2);
    m_place->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_place->setWordWrap(true);
    m_place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a path is one long word
    m_against = style::label({}, style::Text::Strong, card);
    m_against->setObjectName(u"artifactAgainst"_s);
    m_against->setWordWrap(true);
    m_against->setContentsMargins(style::grid * 3, 0, style::grid * 3, style::grid * 2);
    m_against->hide();
    m_code = new CodeView(card);
    m_code->setObjectName(u"artifactText"_s);
    m_note = style::label({}, style::Text::Body, card);
    m_note->setObjectName(u"artifactNote"_s);
    m_note->setWordWrap(true);
    m_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_note->setMinimumHeight(style::grid * 14);
    m_note->setContentsMargins(style::grid * 3, style::grid * 2, style::grid * 3, style::grid * 2);
    card->box()->addLayout(head);
    card->box()->addWidget(m_place);
    card->box()->addWidget(m_against);
    card->box()->addWidget(style::horizontalLine(card));
    card->box()->addWidget(m_code, 1);
    card->box()->addWidget(style::horizontalLine(card));
    card->box()->addWidget(m_note);
    return card;
}

void ArtifactsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale)
        (*m_soon)();
}

// Unseen: only whether it could be generated and holds to the rules, for the mark of the step.
void ArtifactsPage::judge()
{
    ++m_asked;
    const Result<Recipe> recipe = findRecipe(m_cluster.deployment().recipe, dataLanguage());
    const QList<NodeFacts> all = m_cluster.allFacts();
    if (!recipe || all.isEmpty())
        return setLook({});
    if (const QStringList nodes = unasked(); !nodes.isEmpty())
        return setLook(waiting(nodes));
    m_judge.run(this, [deployment = m_cluster.deployment(), recipe = *recipe, all](Job &) {
        const Result<ArtifactSet> set = generateArtifacts(deployment, recipe, all);
        return set ? verdictOn(brokenRules(*set, all).broken) : verdictOn({set.error().message});
    }, [this](const Look &look) {
        if (m_stale) // else it was shown and judged meanwhile
            setLook(look);
    });
}

void ArtifactsPage::regenerate()
{
    m_stale = false;
    ++m_asked;
    const Deployment &deployment = m_cluster.deployment();
    const Result<Recipe> recipe = findRecipe(deployment.recipe, dataLanguage());
    if (!recipe) {
        showNothing(recipe.error(), {});
        return;
    }
    if (const QStringList nodes = unasked(); !nodes.isEmpty()) {
        showNothing({}, nodes);
        return;
    }
    struct Made
    {
        Recipe recipe;
        MadeAsThen<ArtifactSet> set;
        Rules rules;
    };
    m_judge.run(this, [deployment, recipe = *recipe, all = m_cluster.allFacts()](Job &) {
        const Result<Recipe> resolved = resolvedRecipe(recipe, deployment.settings);
        const Recipe its = resolved ? *resolved : recipe;
        Made made{its,
                  madeAsThen(deployment, recipe, all,
                             [&](const QList<NodeFacts> &by) { return generateArtifacts(deployment, its, by); }),
                  {}};
        if (made.set.made)
            made.rules = brokenRules(*made.set.made, made.set.facts);
        return made;
    }, [this, asked = m_asked](const Made &made) {
        if (asked != m_asked)
            return;                      // something has changed since
        m_recipe = made.recipe;
        m_brokenRules = made.rules;
        if (made.set.made)
            takeSet(made.set);
        else
            showNothing(made.set.made.error(), {});
    });
}

void ArtifactsPage::takeSet(const MadeAsThen<ArtifactSet> &made)
{
    const ArtifactSet &set = *made.made;
    m_error->clear();
    m_stack->setCurrentIndex(0);
    const bool changed = set.files != m_set.files || (m_refusal && !made.refusal); // it becomes a version now
    m_set = set;
    m_facts = made.facts;
    m_refusal = made.refusal;
    checkRules();
    if (!changed)
        return;
    m_overwrite->clear(); // it was asked for the others
    m_onNodes.clear();
    tellDrift();
    m_forgotten.clear();
    m_model->setArtifacts(set);
    m_tree->expandAll();
    const QString wanted = m_model->artifact(m_path) ? m_path : set.files.first().path;
    for (const Artifact &file : set.files) {
        // The environment is what one reads first.
        if (!m_model->artifact(m_path) && file.kind == "env"_L1) {
            choose(file.path);
            break;
        }
    }
    if (m_path.isEmpty() || !m_model->artifact(m_path))
        choose(wanted);
    m_tree->setCurrentIndex(m_model->indexOf(m_path));
    showFile();
    emit artifactsChanged();
    if (m_refusal)
        return;
    const QString history
        = m_historyFile.isEmpty() ? artifactHistoryFile(m_cluster.deployment(), m_cluster.path()) : m_historyFile;
    m_worker.run(this, [history, set](Job &) { return ArtifactHistory(history).remember(set); },
                 [this](const Result<ArtifactTexts> &last) {
                     m_last = last ? *last : ArtifactTexts();
                     m_model->setLast(m_last);
                     if (m_views->current() == "last"_L1)
                         showFile();
                 });
}

void ArtifactsPage::showNothing(const Error &error, const QStringList &unasked)
{
    m_set = {};
    m_refusal.reset();
    m_overwrite->clear();
    m_path.clear();
    m_model->setArtifacts({});
    m_stack->setCurrentIndex(1);
    if (unasked.isEmpty()) {
        m_error->setError(error);
        m_empty->setWords(tr("Nothing can be generated yet."), tr("Ask the nodes again"));
    } else {
        m_error->clear();
        m_empty->setWords(waiting(unasked).word, tr("Ask the nodes"));
    }
    setLook(!unasked.isEmpty() ? waiting(unasked) : verdictOn({error.message}));
}

// And the warnings of the generator.
void ArtifactsPage::checkRules()
{
    QStringList problems = m_brokenRules.broken;
    if (m_refusal)
        problems.prepend(m_refusal->message);
    m_rules->setText(problems.isEmpty()
                         ? u"✓ "_s + checkedText(m_recipe, m_brokenRules.checked, m_set.files.size())
                         : u"✕ "_s + problems.join(u'\n')
                             + (m_refusal ? u'\n' + standInWords() : QString()));
    QStringList words;
    for (const QString &warning : m_set.warnings)
        words << u"! "_s + warning;
    m_warnings->setText(words.join(u'\n'));
    m_warnings->setVisible(m_warningsFold->isChecked() && !words.isEmpty());
    m_warningsFold->setVisible(!words.isEmpty());
    retranslate();
    style::setNotice(m_rulesBox,
                     !problems.isEmpty()            ? style::Tone::Danger
                         : m_set.warnings.isEmpty() ? style::Tone::Ok
                                                    : style::Tone::Warning);
    setLook(verdictOn(problems));
}

void ArtifactsPage::choose(const QString &path)
{
    if (path == m_path)
        return;
    m_path = path;
    showFile();
}

QList<ArtifactsPage::Place> ArtifactsPage::onNodes(const Artifact &file) const
{
    QList<Place> found;
    for (const Node &node : m_cluster.deployment().nodes) {
        const auto its = m_onNodes.constFind(node.name);
        if (its == m_onNodes.cend() || (!file.node.isEmpty() && file.node != node.name))
            continue;
        if (its->files.contains(file.remotePath))
            found << Place{node.name, its->files.value(file.remotePath), its->others.value(file.remotePath)};
        if (its->inside.contains(file.remotePath))
            found << Place{tr("%1, in the container %2", "a node").arg(node.name, its->container),
                           its->inside.value(file.remotePath), its->othersInside.value(file.remotePath)};
    }
    return found;
}

void ArtifactsPage::showFile()
{
    const Artifact *file = m_model->artifact(m_path);
    if (!file)
        return;
    m_file->setText(file->path);
    m_lab->setVisible(file->kind == "rank-table"_L1);
    m_place->setText(
        file->remotePath.isEmpty()
            ? tr("Stays on this machine · %1").arg(format::bytes(file->content.size()))
            : tr("→ %1 · mode %2 · %3 · SHA-256 %4")
                  .arg(file->remotePath, modeText(file->mode), format::bytes(file->content.size()),
                       QString::fromLatin1(
                           QCryptographicHash::hash(file->content, QCryptographicHash::Sha256).toHex().left(12))));
    const QString text = QString::fromUtf8(file->content);
    const CodeLanguage language = languageOf(file->path);
    const QString view = m_views->current();
    QString against;
    if (view == "last"_L1) {
        const bool known = m_last.contains(file->path);
        against = m_last.isEmpty()                      ? tr("There is no earlier version.")
            : !known                                    ? tr("This file is new.")
            : m_last.value(file->path) == file->content ? tr("Unchanged since the last version.")
                                                        : tr("Against the last version:");
        if (known)
            m_code->showDiff(lineDiff(QString::fromUtf8(m_last.value(file->path)), text), language);
    } else if (view == "node"_L1) {
        const auto there = onNodes(*file);
        const auto isOther
            = [&](const Place &one) { return one.content != file->content || !one.other.isEmpty(); };
        const auto differs = std::find_if(there.cbegin(), there.cend(), isOther);
        if (file->remotePath.isEmpty())
            against = tr("This file stays on this machine.");
        else if (there.isEmpty() && !m_forgotten.isEmpty())
            against = tr("Something was at work on %1 since the comparison: press \"%2\".")
                          .arg(m_forgotten.join(u", "_s), m_compare->text());
        else if (there.isEmpty())
            against = tr("The nodes have not been compared yet: press \"%1\".").arg(m_compare->text());
        else if (differs == there.cend())
            against = tr("The same on %1.").arg(file->node.isEmpty() ? tr("every node") : file->node);
        else if (!differs->other.isEmpty() && (!differs->content || differs->content == file->content))
            against = tr("On %1: %2.", "a node, what is otherwise there")
                          .arg(differs->words, inLanguage(differs->other, dataLanguage()));
        else
            against = differs->content ? tr("Against what is on %1:").arg(differs->words)
                                       : tr("Not on %1 yet.").arg(differs->words);
        if (!there.isEmpty())
            against += u' ' + tr("Compared at %1.").arg(format::time(m_comparedMs));
        if (differs != there.cend() && differs->content)
            m_code->showDiff(lineDiff(QString::fromUtf8(*differs->content), text), language);
        else if (differs != there.cend() && !differs->other.isEmpty())
            m_code->showText({}, language); // below the words about a link ours would be taken for what it leads to
        else
            m_code->showText(text, language);
    }
    if (view == "preview"_L1 || (view == "last"_L1 && !m_last.contains(file->path)))
        m_code->showText(text, language);
    m_against->setText(against);
    m_against->setVisible(!against.isEmpty());
    showNote(m_code->currentLine());
}

void ArtifactsPage::showNote(int line)
{
    const Artifact *file = m_model->artifact(m_path);
    const QString note = file ? lineNote(*file, QString::fromUtf8(file->content), line, m_recipe) : QString();
    m_note->setText(m_code->document()->isEmpty() ? QString()
                        : note.isEmpty()          ? tr("Choose a line to see what it is for.")
                                                  : tr("Line %1: %2").arg(line).arg(note));
    m_note->setEnabled(!note.isEmpty());
}

void ArtifactsPage::compareWithNodes()
{
    if (m_comparing > 0 || m_set.files.isEmpty())
        return;
    m_onNodes.clear();
    m_forgotten.clear();
    for (const Node &node : m_cluster.deployment().nodes) {
        QList<Artifact> its;
        for (const Artifact &file : m_set.files) {
            if (!file.remotePath.isEmpty() && (file.node.isEmpty() || file.node == node.name))
                its << file;
        }
        NodeLink *link = m_cluster.link(node.name);
        if (!link)
            continue;
        ++m_comparing;
        link->run(this, [its, deployment = m_cluster.deployment(), recipe = m_recipe, facts = m_facts,
                         file = m_cluster.path(), name = node.name,
                         driver = m_cluster.facts(node.name).value_or(NodeFacts()).driverVersion](
                            Shell &shell, Job &job) -> Result<NodeFiles> {
            NodeFiles all;
            const EveryLanguage words;
            for (const Artifact &one : its) {
                const QString &path = one.remotePath;
                const Result<NodeFile> there = readNodeFile(shell, path, job.stop());
                if (!there)
                    return there.error();
                all.files.insert(path, there->content);
                all.others.insert(path, there->content ? otherMode(one, modeOf(shell, {}, path, job.stop()))
                                                       : there->link);
            }
            const Result<QHash<QString, Launch>> launches = launchesOf(deployment, recipe, facts);
            if (!launches)
                return launches.error();
            const Result<ContainerFiles> inside
                = readContainerFiles(shell, launches->value(name), deployment.name, job.stop());
            if (!inside)
                return inside.error();
            all.container = inside->container;
            all.error = inside->error;
            if (all.error)
                all.error->message = name + u": "_s + all.error->message;
            for (const ContainerFile &one : inside->files) {
                all.inside.insert(one.file.from, one.content);
                all.othersInside.insert(one.file.from,
                                        one.content ? otherModeInside(launches->value(name), one) : one.link);
            }
            RunState state(findStateFile(deployment, fileIdentity(deployment, file)));
            const Json recorded = state.load() ? state.step(u"container@"_s + name).data : Json();
            all.wasRun = !stringAt(recorded, "driver").isEmpty();
            Result<NodeDrift> drift = readDrift(shell, launches->value(name), deployment.name, driver,
                                                recorded, job.stop());
            if (!drift)
                return drift.error();
            all.drift = *std::move(drift);
            return all;
        }, [this, name = node.name, changes = m_changes.value(node.name)](const Result<NodeFiles> &files) {
            --m_comparing;
            m_comparedMs = m_cluster.now();
            if (files && changes == m_changes.value(name))
                m_onNodes.insert(name, *files);
            else if (files && !m_forgotten.contains(name))
                m_forgotten << name;
            if (!files || files->error)
                m_error->setError(files ? *files->error : files.error());
            if (!files && isQuestion(files.error()) && m_cluster.state(name) != NodeState::Connecting)
                m_cluster.inspect(name); // meets the same question, and it is asked above the page
            tellNodeStates();
        });
    }
    m_views->setCurrent(u"node"_s);
    retranslate();
}

void ArtifactsPage::forgetNode(const QString &node)
{
    ++m_changes[node];
    if (m_onNodes.remove(node) == 0)
        return;
    if (!m_forgotten.contains(node))
        m_forgotten << node;
    tellNodeStates();
}

void ArtifactsPage::tellNodeStates()
{
    QHash<QString, FileState> states;
    for (const Artifact &file : m_set.files) {
        FileState state = FileState::Unknown;
        for (const auto &[place, content, other] : onNodes(file)) {
            const FileState one = !other.isEmpty() ? FileState::Changed
                : !content                         ? FileState::Missing
                : *content == file.content         ? FileState::Same
                                                   : FileState::Changed;
            state = state == FileState::Unknown || state == FileState::Same ? one : state;
        }
        states.insert(file.path, state);
    }
    m_model->setOnNodes(states);
    tellDrift();
    retranslate();
    showFile();
}

void ArtifactsPage::tellDrift()
{
    QList<DriftNote::Compared> compared;
    for (const Node &node : m_cluster.deployment().nodes) {
        if (const auto its = m_onNodes.constFind(node.name); its != m_onNodes.cend())
            compared.append({node.name, its->drift, its->wasRun});
    }
    m_drift->setCompared(compared);
}

void ArtifactsPage::saveAs()
{
    const Artifact *file = m_model->artifact(m_path);
    if (!file)
        return;
    auto *dialog = new QFileDialog(this, tr("Save file"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(file->path.section(u'/', -1));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, content = file->content, mode = file->mode](const QString &path) {
                m_worker.run(
                    this, [=](Job &job) { return writeAtomically(path, content, mode, job.stop()); },
                    [this, path](const Result<void> &written) {
                        if (!written) {
                            m_error->setError(written.error());
                            return;
                        }
                        m_saved = path;
                        retranslate();
                        emit saved(path);
                    });
            });
    openFileDialog(dialog);
}

void ArtifactsPage::saveAll()
{
    auto *dialog = new QFileDialog(this, tr("Save all files into a folder"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) { saveAllTo(folder); });
    openFileDialog(dialog);
}

void ArtifactsPage::saveAllTo(const QString &folder, const QStringList &allowed)
{
    m_overwrite->clear();
    m_error->clear();
    m_saved.clear();
    retranslate();
    if (m_refusal)
        return;
    m_worker.run(this, [folder, allowed, files = m_set.files](Job &job) -> Result<QStringList> {
        const QStringList others = inTheWay(folder, files);
        if (std::any_of(others.cbegin(), others.cend(), [&](const QString &path) { return !allowed.contains(path); }))
            return others;
        if (const Result<void> written = writeArtifacts(folder, files, job.stop()); !written)
            return written.error();
        return QStringList();
    }, [this, folder](const Result<QStringList> &others) {
        if (!others) {
            m_error->setError(others.error());
            return;
        }
        if (!others->isEmpty()) {
            m_overwrite->ask(folder, *others);
            return;
        }
        m_saved = folder;
        retranslate();
        emit saved(folder);
    });
}

QStringList ArtifactsPage::unasked() const
{
    QStringList names;
    for (const NodeFacts &facts : m_cluster.allFacts()) {
        if (!facts.reachable)
            names << facts.name;
    }
    return names;
}

void ArtifactsPage::setLook(const std::optional<Look> &look)
{
    if (look == m_look)
        return;
    m_look = look;
    emit lookChanged();
}

void ArtifactsPage::retranslate()
{
    m_filesTitle->setText(tr("Files"));
    m_tree->setAccessibleName(tr("Generated files"));
    m_code->setAccessibleName(tr("Text of the chosen file"));
    m_views->setWords(u"preview"_s, tr("Preview"));
    m_views->setWords(u"last"_s, tr("Since last version"));
    m_views->setWords(u"node"_s, tr("On the nodes"));
    m_compare->setText(m_comparing > 0 ? tr("Comparing…") : tr("Compare with nodes"));
    m_compare->setEnabled(m_comparing == 0);
    const int warnings = int(m_set.warnings.size());
    m_warningsFold->setText(m_warningsFold->isChecked()
                                ? tr("Hide warnings")
                                : tr("! Besides, %n warnings about what the files are made from", nullptr, warnings));
    m_lab->setText(tr("Open in Rank tables"));
    m_saveAs->setText(tr("Save as…"));
    m_saveAll->setText(tr("Save all…"));
    for (QPushButton *button : {m_saveAs, m_saveAll})
        button->setEnabled(!m_refusal);
    m_outcome->setText(m_saved.isEmpty() ? QString() : tr("Saved to %1").arg(QDir::toNativeSeparators(m_saved)));
    m_outcome->setVisible(!m_saved.isEmpty());
}

void ArtifactsPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_model->retranslate();
        m_stale = true;
        (*m_soon)();                     // unseen: the words of its mark
        showFile();
    } else if (event->type() == QEvent::PaletteChange) {
        m_model->retranslate();
    }
}
