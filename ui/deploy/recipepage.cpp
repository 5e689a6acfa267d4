#include "ui/deploy/recipepage.h"

#include "core/base/languages.h"
#include "core/base/soon.h"
#include "core/engines/recipebook.h"
#include "core/serving/verify.h"
#include "ui/common/breakable.h"
#include "ui/common/card.h"
#include "ui/common/elidedcombo.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/common/focusheir.h"
#include "ui/common/icons.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/style.h"
#include "ui/deploy/recipelist.h"
#include "ui/deploy/roomview.h"
#include "ui/deploy/settingsform.h"
#include "ui/deploy/topologyview.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QLabel *wrapped(const QString &words, style::Text text, QWidget *parent)
{
    QLabel *label = style::label(words, text, parent);
    label->setWordWrap(true);
    return label;
}

// Also inside a word: the side has no bar to move it by.
QLabel *broken(const QString &words, style::Text text, QWidget *parent)
{
    QLabel *label = wrapped({}, text, parent);
    setBreakable(label, words);
    return label;
}

void emptyBox(QWidget *widget)
{
    while (QLayoutItem *item = widget->layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

} // namespace

RecipePage::RecipePage(Cluster &cluster, QWidget *parent)
    : QWidget(parent), m_cluster(cluster)
{
    setObjectName(u"recipePage"_s);
    m_notesLater = new Soon(this, [this] { showNotes(); });
    m_topologySoon = new Soon(this, [this] { drawTopology(); });
    m_error = new ErrorBar(this);
    m_error->setCloseVisible(false);

    auto *formCard = new Card(this, 0);
    auto *head = new QHBoxLayout;
    style::setMargins(head, style::grid * 3, style::grid * 2);
    m_title = style::label({}, style::Text::Section, formCard);
    m_views = new SegmentedControl(formCard);
    m_views->setObjectName(u"recipeViews"_s);
    for (const char *view : {"settings", "room"})
        m_views->add(QLatin1String(view));
    m_summary = style::label({}, style::Text::Small, formCard);
    m_summary->setObjectName(u"settingsSummary"_s);
    m_resetAll = new QPushButton(formCard);
    m_resetAll->setObjectName(u"resetAll"_s);
    style::setIcon(m_resetAll, u"rotate-ccw"_s);
    head->addWidget(m_title);
    head->addWidget(m_views);
    head->addWidget(m_summary, 1);
    head->addWidget(m_resetAll);
    formCard->box()->addLayout(head);
    formCard->box()->addWidget(style::horizontalLine(formCard));
    m_disagreement = new QFrame(formCard);
    m_disagreement->setObjectName(u"settingsDisagreement"_s);
    style::setNotice(m_disagreement, style::Tone::Danger);
    m_disagreementText = wrapped({}, style::Text::Body, m_disagreement);
    auto *disagreementBox = new QHBoxLayout(m_disagreement);
    style::setMargins(disagreementBox, style::grid * 2, style::grid * 2);
    disagreementBox->addWidget(m_disagreementText);
    m_disagreement->hide();
    m_blame = new QFrame(formCard);
    m_blame->setObjectName(u"settingsBlamed"_s);
    style::setNotice(m_blame, style::Tone::Warning);
    m_blameText = wrapped({}, style::Text::Body, m_blame);
    m_blameText->setObjectName(u"settingsBlamedText"_s);
    auto *blameBox = new QHBoxLayout(m_blame);
    style::setMargins(blameBox, style::grid * 2, style::grid * 2);
    blameBox->addWidget(m_blameText);
    m_blame->hide();
    auto *content = new QWidget(formCard);
    m_form = new SettingsForm(m_draft, content);
    auto *formBox = new QVBoxLayout(content);
    style::setMargins(formBox, style::margin, style::grid * 3);
    formBox->addWidget(m_disagreement);
    formBox->addWidget(m_blame);
    formBox->addWidget(m_form);
    connect(m_form, &SettingsForm::typed, this, [this](const QString &key, const QString &text) {
        m_draft.type(key, text);
        refresh();
    });
    connect(m_form, &SettingsForm::settled, this, [this](const QString &key) {
        store();
        followVariant(key);
    });
    connect(m_form, &SettingsForm::resetRequested, this, [this](const QString &key) {
        m_draft.reset(key);
        refresh();
        store();
        followVariant(key);
    });
    QScrollArea *scroll = style::scrollArea(content, formCard);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll = scroll;
    m_room = new RoomView(m_cluster, formCard);
    auto *roomContent = new QWidget(formCard);
    auto *roomBox = new QVBoxLayout(roomContent);
    style::setMargins(roomBox, style::margin, 0);
    roomBox->addWidget(m_room);
    QScrollArea *roomScroll = style::scrollArea(roomContent, formCard);
    roomScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_roomScroll = roomScroll;
    m_empty = new EmptyState(formCard);
    m_empty->setObjectName(u"recipeEmpty"_s);
    formCard->box()->addWidget(scroll, 1);
    formCard->box()->addWidget(roomScroll, 1);
    formCard->box()->addWidget(m_empty, 1);
    connect(m_empty, &EmptyState::pressed, this, &RecipePage::offer);
    connect(m_views, &SegmentedControl::chosen, this, &RecipePage::showView);
    connect(m_room, &RoomView::settingsTaken, this, &RecipePage::takeSettings);
    connect(m_room, &RoomView::questionRaised, this, &RecipePage::questionRaised);

    auto *splitter = style::splitter(Qt::Horizontal, u"recipeSplitter"_s, {formCard, makeSide()}, this);
    splitter->setStretchFactor(0, 3);    // in a narrow window both give way, so that a setting's words have room
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({700, 372});

    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, style::grid * 3);
    box->addWidget(m_error);
    box->addWidget(splitter, 1);

    connect(m_resetAll, &QPushButton::clicked, this, [this] {
        const QList<RecipeSetting> settings = m_draft.settings(); // a reset may choose other ones
        for (const RecipeSetting &setting : settings)
            m_draft.reset(setting.key);
        refresh();
        store();
        QTimer::singleShot(0, this, &RecipePage::showDeployment);
    });
    connect(&m_cluster, &Cluster::deploymentChanged, this, [this] {
        if (!m_storing)
            showDeployment();
    });
    connect(&m_cluster, &Cluster::factsChanged, this, &RecipePage::showFit);
    retranslate();
    load();
}

QWidget *RecipePage::makeSide()
{
    auto *card = new Card(this, 0);
    auto *content = new QWidget(card);
    auto *box = new QVBoxLayout(content);
    style::setMargins(box, style::margin, style::grid * 2);
    m_refused = wrapped({}, style::Text::Body, content);
    m_refused->setObjectName(u"recipesRefused"_s);
    m_refused->setTextFormat(Qt::PlainText);
    m_refused->hide();
    m_recipeLabel = style::label({}, style::Text::Second, content);
    m_choice = new ElidedCombo(content);
    m_choice->setObjectName(u"recipeChoice"_s);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(12);
    m_list = new RecipeListModel(this);
    m_choice->setModel(m_list);
    m_choice->setItemDelegate(new RecipeDelegate(m_choice));
    m_choice->view()->setMinimumWidth(460);
    m_recipeLabel->setBuddy(m_choice);
    m_description = wrapped({}, style::Text::Body, content);
    m_needs = wrapped({}, style::Text::Small, content);
    m_needs->setObjectName(u"recipeNeeds"_s);
    m_fit = wrapped({}, style::Text::Small, content);
    m_fit->setObjectName(u"recipeFit"_s);
    m_topologyTitle = style::label({}, style::Text::Strong, content);
    m_topology = new TopologyView(content);
    m_topologyNote = wrapped({}, style::Text::Small, content);
    m_topologyNote->setObjectName(u"topologyNote"_s);
    connect(m_topology, &TopologyView::moved, this, &RecipePage::moveNode);
    m_warningsTitle = style::label({}, style::Text::Strong, content);
    m_warnings = new QWidget(content);
    style::setMargins(new QVBoxLayout(m_warnings), 0, style::grid * 2);
    m_notesTitle = wrapped({}, style::Text::Strong, content);
    m_notesFold = new QPushButton(content);
    m_notesFold->setObjectName(u"notesFold"_s);
    m_notesFold->setCheckable(true);
    style::setKind(m_notesFold, style::Kind::Link);
    m_notes = new QWidget(content);
    m_notes->setObjectName(u"recipeNotes"_s);
    style::setMargins(new QVBoxLayout(m_notes), 0, style::grid * 2);
    m_notes->hide();
    for (QWidget *widget :
         {static_cast<QWidget *>(m_refused), static_cast<QWidget *>(m_recipeLabel), static_cast<QWidget *>(m_choice),
          static_cast<QWidget *>(m_description), static_cast<QWidget *>(m_needs), static_cast<QWidget *>(m_fit),
          static_cast<QWidget *>(m_topologyTitle), static_cast<QWidget *>(m_topology),
          static_cast<QWidget *>(m_topologyNote), static_cast<QWidget *>(m_warningsTitle), m_warnings,
          static_cast<QWidget *>(m_notesTitle), static_cast<QWidget *>(m_notesFold), m_notes})
        box->addWidget(widget);
    box->addStretch();
    QScrollArea *scroll = style::scrollArea(content, card);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // everything in it wraps
    card->box()->addWidget(scroll, 1);
    card->setMinimumWidth(280);
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { chooseRecipe(m_choice->itemData(index).toString()); });
    connect(m_notesFold, &QPushButton::toggled, this, [this](bool open) {
        m_notes->setVisible(open);
        retranslate();
    });
    return card;
}

void RecipePage::load()
{
    const Result<RecipeBook> book = recipeBook(dataLanguage());
    QStringList refused;
    if (book) {
        m_recipes = book->recipes;
        m_folderState = book->folderState;
        for (const RefusedRecipe &one : book->refused)
            refused << tr("Left out: %1", "a recipe file that is wrong").arg(one.error.message);
    }
    m_list->setRecipes(m_recipes);
    m_refused->setText(refused.join(u'\n'));
    m_refused->setVisible(!refused.isEmpty());
    m_drawer.run(
        this,
        [recipes = m_recipes](Job &) {   // the rules read files: not when one is chosen
            for (const Recipe &recipe : recipes)
                (void)SettingsDraft(recipe, {}).disagreement();
            return true;
        },
        [](bool) {});
    showDeployment();
    if (!book)
        m_error->setError(book.error());
}

void RecipePage::showDeployment()
{
    const Deployment &deployment = m_cluster.deployment();
    if (std::exchange(m_path, m_cluster.path()) != m_cluster.path())
        m_settingsOf.clear(); // another deployment's
    const int index = m_choice->findData(deployment.recipe);
    m_recipe = {};
    const auto its = std::find_if(m_recipes.cbegin(), m_recipes.cend(),
                                  [&](const Recipe &recipe) { return recipe.id == deployment.recipe; });
    if (its != m_recipes.cend()) {
        m_recipe = *its;
        m_error->clear();
    } else if (!m_recipes.isEmpty() && !deployment.recipe.isEmpty()) {
        m_error->setError({ErrorKind::Invalid,
                           tr("This program has no recipe named \"%1\". Choose another one.").arg(deployment.recipe),
                           {},
                           {}});
    } else {
        m_error->clear();
    }
    m_choice->setCurrentIndex(index);
    m_choice->setToolTip(m_recipe.title);
    m_draft = m_recipe.id.isEmpty() ? SettingsDraft()
                                    : SettingsDraft(m_recipe, deployment.settings, int(deployment.nodes.size()));
    m_form->follow();
    if (isVisible())                     // in the next turn: there are many paragraphs as it is
        (*m_notesLater)();
    else
        showNotes();
    retranslate();
    refresh();
    showFit();
}

// How many chips a recipe takes may be a setting of it.
Recipe RecipePage::sized() const
{
    const Result<Recipe> recipe = resolvedRecipe(m_recipe, m_draft.userSettings());
    return recipe ? *recipe : m_recipe;
}

void RecipePage::showFit()
{
    const int nodes = int(m_cluster.deployment().nodes.size());
    m_list->setNodes(nodes, m_cluster.allFacts(), m_recipe.id, m_draft.userSettings());
    const bool isChosen = !m_recipe.id.isEmpty();
    m_fits = isChosen ? lookOf(proposalOf(sized(), nodes, m_cluster.allFacts(), m_draft.userSettings())) : Look();
    m_fit->setText(isChosen ? textOf(m_fits) : QString());
    m_fit->setVisible(isChosen);
    (*m_topologySoon)();
    m_room->setRecipe(m_recipe, m_draft.userSettings());
    refreshLook();
}

void RecipePage::showView()
{
    const bool none = m_recipe.id.isEmpty(), isRoom = m_views->current() == "room"_L1;
    m_scroll->setVisible(!none && !isRoom);
    m_roomScroll->setVisible(!none && isRoom);
    m_resetAll->setVisible(!none && !isRoom);
}

void RecipePage::takeSettings(const Json &settings)
{
    Deployment deployment = m_cluster.deployment();
    if (!deployment.settings.is_object())
        deployment.settings = Json::object();
    for (const auto &[key, value] : settings.items())
        deployment.settings[key] = value;
    m_cluster.edit(deployment);          // and so shows it
}

void RecipePage::drawTopology()
{
    const Deployment &deployment = m_cluster.deployment();
    const int drawing = ++m_drawing;
    if (m_recipe.id.isEmpty() || deployment.nodes.isEmpty() || !m_inTheWay.isEmpty())
        return showTopology({}, {});
    const QString endpoint = endpointOf(deployment, m_recipe, m_cluster.connections()).baseUrl;
    m_drawer.run(
        this,
        [deployment, recipe = m_recipe, facts = m_cluster.allFacts()](Job &) {
            return layoutOf(deployment, recipe, facts);
        },
        [this, drawing, endpoint](const Layout &layout) {
            if (drawing == m_drawing)    // else there is a newer one on its way
                showTopology(layout, endpoint);
        });
}

void RecipePage::showTopology(const Layout &layout, const QString &endpoint)
{
    m_topology->setDrawn(layout);
    for (QWidget *widget : {static_cast<QWidget *>(m_topology), static_cast<QWidget *>(m_topologyTitle),
                            static_cast<QWidget *>(m_topologyNote)})
        widget->setVisible(!layout.nodes.isEmpty());
    const QString refused = layout.refusal.isEmpty()
        ? QString()
        : tr("Drawn as the recipe asks for it; the nodes cannot have it so: %1", "a sentence").arg(layout.refusal)
            + u'\n';
    m_topologyNote->setText(refused + tr("Endpoint: %1").arg(endpoint));
    emit drawn(layout);
}

void RecipePage::moveNode(int from, int to)
{
    Deployment deployment = m_cluster.deployment();
    if (from < 0 || to < 0 || std::max(from, to) >= deployment.nodes.size())
        return;
    deployment.nodes.move(from, to);
    m_cluster.edit(deployment);
}

void RecipePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    emit recipesWanted();
    followRecipes();
}

void RecipePage::followRecipes()
{
    if (!isVisible())
        return;                          // when it is shown
    if (const Result<RecipeBook> book = recipeBook(dataLanguage()); book && book->folderState != m_folderState)
        load();
}

// Another generation: other defaults, ranges and words. Later, because the row that says so is made anew too.
void RecipePage::followVariant(const QString &key)
{
    if (!choosesVariant(m_recipe, key))
        return;
    QTimer::singleShot(0, this, [this, key] {
        showDeployment();
        if (isVisible())
            m_form->focusField(key);
    });
}

void RecipePage::showNotes()
{
    QStringList said = m_draft.recipe().warnings;
    for (const RecipeCorrection &correction : m_recipe.corrections)
        said << correction.text << tr("Source: %1").arg(correction.source);
    if (std::exchange(m_notesSaid, said) == said) // mostly: a setting is another
        return;
    emptyBox(m_warnings);
    emptyBox(m_notes);
    for (const QString &warning : m_draft.recipe().warnings) {
        auto *notice = new QFrame(m_warnings);
        style::setNotice(notice, style::Tone::Warning);
        auto *row = new QHBoxLayout(notice);
        style::setMargins(row, style::grid * 2, style::grid * 2);
        row->addWidget(wrapped(u"!"_s, style::Text::Strong, notice), 0, Qt::AlignTop);
        row->addWidget(broken(warning, style::Text::Body, notice), 1);
        m_warnings->layout()->addWidget(notice);
    }
    for (const RecipeCorrection &correction : m_recipe.corrections) {
        m_notes->layout()->addWidget(broken(correction.text, style::Text::Body, m_notes));
        m_notes->layout()->addWidget(broken(tr("Source: %1").arg(correction.source), style::Text::Small, m_notes));
    }
    retranslate();
}

void RecipePage::setBlamed(const QList<Finding> &findings)
{
    if (std::exchange(m_blamed, findings) != findings)
        showBlamed();
}

void RecipePage::showBlamed()
{
    QStringList lines;
    for (const Finding &finding : std::as_const(m_blamed)) {
        const Finding said = told(finding, dataLanguage());
        const QString line = said.remedy.isEmpty() ? said.summary : said.summary + u' ' + said.remedy;
        if (!lines.contains(line))
            lines << line;
    }
    setBreakable(m_blameText,
                 lines.isEmpty() ? QString()
                                 : tr("A check says what is to be changed here:") + u'\n' + lines.join(u'\n'));
    m_blame->setVisible(!lines.isEmpty());
}

void RecipePage::refresh()
{
    int problems = 0, changed = 0;
    for (const RecipeSetting &setting : m_draft.settings()) {
        problems += !m_draft.problem(setting.key).isEmpty();
        changed += !m_draft.isDefault(setting.key);
    }
    m_form->refresh();
    const QString disagreement = problems == 0 ? m_draft.disagreement() : QString();
    m_toSet = problems == 0 && disagreement.isEmpty() ? m_draft.standIn() : QString();
    const QString notice = disagreement.isEmpty() ? m_toSet : disagreement;
    m_disagreementText->setText(notice);
    m_disagreement->setVisible(!notice.isEmpty());
    m_summary->setText(m_recipe.id.isEmpty() ? QString()
                       : problems > 0        ? tr("%n to correct", nullptr, problems)
                       : changed > 0         ? tr("%n changed", nullptr, changed)
                                             : tr("All at their defaults"));
    m_resetAll->setEnabled(changed > 0);
    const Recipe recipe = sized();
    const QStringList words{recipe.model, recipe.quantization, m_recipe.id.isEmpty() ? QString() : needsOf(recipe)};
    m_needs->setText(QStringList(words.filter(QRegularExpression(u"."_s))).join(u" · "_s));
    m_inTheWay = problems > 0 ? tr("%n to correct", nullptr, problems) : disagreement;
    (*m_topologySoon)();
    refreshLook();
}

void RecipePage::refreshLook()
{
    std::optional<Look> look;
    if (!m_recipe.id.isEmpty())
        look = !m_inTheWay.isEmpty()             ? Look{u"✕"_s, m_inTheWay, style::Tone::Danger}
            : !m_toSet.isEmpty()                 ? Look{u"✕"_s, m_toSet, style::Tone::Danger}
            : m_fits.tone == style::Tone::Ok ? lookOf(Verdict::Pass)
                                             : m_fits;
    if (look == std::exchange(m_look, look))
        return;
    emit lookChanged();
}

void RecipePage::store()
{
    Deployment deployment = m_cluster.deployment();
    deployment.recipe = m_recipe.id;
    m_draft.take();
    deployment.settings = m_draft.userSettings();
    const QScopedValueRollback<bool> guard(m_storing, true);
    m_cluster.edit(deployment);
    showFit();
}

void RecipePage::chooseRecipe(const QString &id)
{
    const FocusHeir heir(this, [this]() -> QWidget * { // "Use ..." makes room for the settings
        for (QWidget *field : m_form->findChildren<QWidget *>()) {
            if ((field->focusPolicy() & Qt::TabFocus) && field->isEnabled() && !field->isHidden())
                return field;
        }
        return m_choice;
    });
    Deployment deployment = m_cluster.deployment();
    if (id == deployment.recipe)
        return;
    // One recipe's image or weights are not another's, though both call them so. What no recipe knows stays.
    if (!m_recipe.id.isEmpty()) {
        m_settingsOf.insert(m_recipe.id, deployment.settings);
        Json settings = m_settingsOf.value(id, Json::object());
        for (const auto &[key, value] : deployment.settings.items()) {
            if (!m_draft.setting(QString::fromStdString(key)))
                settings[key] = value;
        }
        deployment.settings = settings;
    }
    deployment.recipe = id;
    m_cluster.edit(deployment); // and so shows it
}

void RecipePage::offer()
{
    if (m_recipes.size() == 1) {
        chooseRecipe(m_recipes.first().id);
        return;
    }
    m_choice->setFocus(Qt::OtherFocusReason);
    m_choice->showPopup();
}

void RecipePage::retranslate()
{
    const bool none = m_recipe.id.isEmpty();
    showView();
    m_views->setVisible(!none);
    m_empty->setVisible(none);
    m_empty->setWords(tr("Choose a recipe first. It says how the model is served: image, weights, ports, how many "
                         "chips; the other steps rest on it."),
                      m_recipes.size() == 1     ? tr("Use %1", "a recipe").arg(m_recipes.first().title)
                          : m_recipes.isEmpty() ? QString()
                                                : tr("Choose a recipe"));
    m_title->setVisible(none);
    m_title->setText(tr("Settings"));
    m_views->setWords(u"settings"_s, tr("Settings"));
    m_views->setWords(u"room"_s, tr("What has room"));
    showBlamed();
    m_resetAll->setText(tr("All to defaults"));
    m_recipeLabel->setText(tr("Recipe"));
    m_choice->setAccessibleName(tr("Recipe"));
    m_description->setText(m_recipe.description);
    m_topologyTitle->setText(tr("What runs where"));
    m_warningsTitle->setText(tr("Mind this"));
    m_warningsTitle->setVisible(!m_recipe.warnings.isEmpty());
    m_notesTitle->setText(tr("Corrected against the community guide"));
    m_notesTitle->setVisible(!m_recipe.corrections.isEmpty());
    m_notesFold->setVisible(!m_recipe.corrections.isEmpty());
    m_notesFold->setText(
        m_notesFold->isChecked() ? tr("Hide") : tr("Show %n differences", nullptr, int(m_recipe.corrections.size())));
}

void RecipePage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        load();
    }
}
