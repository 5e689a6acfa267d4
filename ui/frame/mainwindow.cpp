#include "ui/frame/mainwindow.h"

#include "ui/common/deploymentname.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/icons.h"
#include "ui/common/seenstack.h"
#include "ui/common/style.h"
#include "ui/frame/changedbar.h"
#include "ui/frame/closebar.h"
#include "ui/frame/questionpanel.h"
#include "ui/frame/rail.h"
#include "ui/frame/recentlist.h"
#include "ui/frame/packbar.h"
#include "ui/frame/reportbar.h"
#include "ui/frame/shortcutlist.h"
#include "ui/frame/strip.h"
#include "ui/frame/textlook.h"
#include "ui/frame/watchbar.h"
#include "ui/frame/taborder.h"

#include <QAction>
#include <QCheckBox>
#include <QCloseEvent>
#include <QDateTime>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr QSize smallest(960, 560);      // what the pages are laid out for; on a smaller screen they scroll

QString droppedFile(const QMimeData *data)
{
    for (const QUrl &url : data->urls()) {
        if (url.isLocalFile() && url.toLocalFile().endsWith(".json"_L1, Qt::CaseInsensitive))
            return url.toLocalFile();
    }
    return {};
}

} // namespace

MainWindow::MainWindow(Cluster &cluster, SettingsStore &settings, Tasks &tasks, QWidget *parent)
    : QMainWindow(parent)
    , m_cluster(cluster)
    , m_settings(settings)
    , m_tasks(tasks)
    , m_documents(new Documents(cluster, settings, this))
    , m_menu(new QMenu(this))
    , m_recent(new QMenu(this))
    , m_rail(new Rail(this))
    , m_banner(new QFrame(this))
    , m_bannerText(style::label({}, style::Text::Body, m_banner))
    , m_questions(new QuestionPanel(cluster, this))
    , m_unsaved(new UnsavedBar(this))
    , m_changed(new ChangedBar(this))
    , m_closeBar(new CloseBar(tasks, this))
    , m_packBar(new PackBar(this))
    , m_reportBar(new ReportBar(this))
    , m_watchBar(new WatchBar(this))
    , m_error(new ErrorBar(this))
    , m_stack(new SeenStack(this))
    , m_shortcuts(new ShortcutList(this))
{
    setObjectName(u"mainWindow"_s);
    setAcceptDrops(true);
    fitIntoScreen({1280, 800});
    makeActions();
    m_strip = new Strip(cluster, tasks, m_menu, this);
    m_error->setObjectName(u"windowError"_s);
    m_stack->setObjectName(u"pages"_s);
    m_stack->addWidget(m_shortcuts);
    m_banner->setObjectName(u"simulatedBanner"_s);
    m_banner->setFixedHeight(28);
    auto *bannerRow = new QHBoxLayout(m_banner);
    bannerRow->setContentsMargins(style::margin, 0, style::margin, 0);
    bannerRow->addWidget(m_bannerText);

    auto *notices = new QVBoxLayout; // an empty one takes no room
    notices->setContentsMargins(style::margin, style::grid * 2, style::margin, 0);
    notices->setSpacing(style::grid * 2);
    for (QWidget *notice : {static_cast<QWidget *>(m_questions), static_cast<QWidget *>(m_unsaved),
                            static_cast<QWidget *>(m_changed),
                            static_cast<QWidget *>(m_closeBar), static_cast<QWidget *>(m_packBar),
                            static_cast<QWidget *>(m_reportBar), static_cast<QWidget *>(m_watchBar),
                            static_cast<QWidget *>(m_error)})
        notices->addWidget(notice);

    auto *right = new QVBoxLayout;
    style::setMargins(right, 0, 0);
    right->addWidget(m_strip);
    right->addWidget(m_banner);
    right->addLayout(notices);
    // A notice takes its room from the page, which scrolls then; what the window says stays in sight.
    QScrollArea *pages = style::scrollArea(m_stack, this);
    pages->setObjectName(u"pagesScroll"_s);
    pages->setMinimumHeight(160);
    right->addWidget(pages, 1);
    auto *center = new QWidget(this);
    auto *row = new QHBoxLayout(center);
    style::setMargins(row, 0, 0);
    row->addWidget(m_rail);
    row->addLayout(right, 1);
    center->setMinimumSize(smallest);
    QScrollArea *scroll = style::scrollArea(center, this);
    scroll->setObjectName(u"windowScroll"_s);
    setCentralWidget(scroll);
    // While nothing has its size yet, bars would come and go, each with a sheet to be read for it.
    for (QScrollArea *area : {pages, scroll}) {
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        QTimer::singleShot(0, area, [area] {
            area->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
            area->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
        });
    }

    connect(m_rail, &Rail::chosen, this, &MainWindow::showPage);
    connect(m_shortcuts, &ShortcutList::closed, this, &MainWindow::toggleShortcuts);
    connect(m_watchBar, &WatchBar::watchWanted, this, [this] { showPage(u"monitor"_s); });
    connect(m_questions, &QuestionPanel::answered, this, &MainWindow::answered);
    connect(m_questions, &QuestionPanel::declined, this, &MainWindow::declined);
    connect(m_strip, &Strip::nodeChosen, this, &MainWindow::nodeChosen);
    connect(m_documents, &Documents::failed, this, &MainWindow::showError);
    connect(m_documents, &Documents::changedOnDisk, m_changed, &ChangedBar::ask);
    connect(m_documents, &Documents::opened, m_changed, &QWidget::hide);
    connect(m_documents, &Documents::saved, m_changed, &QWidget::hide);
    connect(m_changed, &ChangedBar::openWanted, this,
            [this](const QString &path) {
                if (!isHeldByRun())
                    m_documents->open(path);
            });
    connect(m_changed, &ChangedBar::saveElsewhere, this, &MainWindow::saveAs);
    connect(m_changed, &ChangedBar::saveOver, this,
            [this](const QString &path) { m_documents->save(path, {}, Documents::Over::Anything); });
    connect(m_documents, &Documents::opened, m_error, &ErrorBar::clear);
    // not in the deployment's name, where a key pressed renames it
    connect(m_documents, &Documents::opened, this, [this] {
        if (QWidget *page = m_stack->currentWidget())
            page->setFocus();
    });
    connect(m_documents, &Documents::saved, this, [this] {
        m_error->clear();
        if (const auto goOn = m_unsaved->takePending())
            goOn();
    });
    connect(m_unsaved, &UnsavedBar::saveRequested, this, &MainWindow::saveForAsker);
    connect(m_closeBar, &CloseBar::free, this, &QWidget::close);
    connect(&tasks, &Tasks::changed, this, [this] {
        if (m_refusedForRun && !m_closeBar->holds() && std::exchange(m_refusedForRun, false))
            m_error->clear();            // it can be opened now
    });
    connect(&m_settings, &SettingsStore::changed, this, &MainWindow::refreshRecent);
    connect(&m_settings, &SettingsStore::saveFailed, this, &MainWindow::showError);
    connect(&cluster, &Cluster::deploymentChanged, this, &MainWindow::refreshTitle);
    connect(&cluster, &Cluster::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&cluster, &Cluster::factsChanged, this, &MainWindow::refreshTitle);
    connect(&cluster, &Cluster::simulatedChanged, this, &MainWindow::refreshTitle);
    retranslate();
}

MainWindow::~MainWindow()
{
    if (QWidget *focused = focusWidget())
        focused->clearFocus(); // a field that ends its editing as it dies would tell pages that are half gone
    m_tasks.disconnect(this);            // of a page that ends its task as it dies, this is half gone
}

void MainWindow::makeActions()
{
    const auto action = [this](const QString &icon, const QKeySequence &keys, void (MainWindow::*slot)()) {
        auto *action = new QAction(style::icon(icon), {}, this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, slot);
        addAction(action); // the shortcut works while the menu is closed
        return action;
    };
    m_new = action(u"file-plus"_s, QKeySequence::New, &MainWindow::newFile);
    m_open = action(u"folder-open"_s, QKeySequence::Open, &MainWindow::chooseFile);
    m_save = action(u"save"_s, QKeySequence::Save, &MainWindow::save);
    m_saveAs = action(u"save"_s, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), &MainWindow::saveAs);
    m_pack = new QAction(style::icon(u"folder"_s), {}, this);
    m_pack->setObjectName(u"packDeployment"_s);
    connect(m_pack, &QAction::triggered, this, &MainWindow::choosePack);
    m_report = new QAction(style::icon(u"download"_s), {}, this);
    connect(m_report, &QAction::triggered, this, &MainWindow::saveReport);
    m_look = new QAction(style::icon(u"search"_s), {}, this);
    m_look->setObjectName(u"lookAtText"_s);
    connect(m_look, &QAction::triggered, this, &MainWindow::toggleTextLook);
    m_help = new QAction(this);
    m_help->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    connect(m_help, &QAction::triggered, this, &MainWindow::toggleShortcuts);
    addAction(m_help);
    m_quit = new QAction(this);
    m_quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
    connect(m_quit, &QAction::triggered, this, [this] { close(); });
    addAction(m_quit);
    m_menu->setObjectName(u"fileMenu"_s);
    m_menu->addActions({m_new, m_open});
    m_menu->addMenu(m_recent);
    m_menu->addSeparator();
    m_menu->addActions({m_save, m_saveAs});
    m_menu->addSeparator();
    m_menu->addActions({m_look, m_pack, m_report});
    m_menu->addSeparator();
    m_menu->addActions({m_help, m_quit});
}

void MainWindow::addPage(const Page &page)
{
    m_pages << page;
    m_rail->add(page.id, page.icon, page.atFoot);
    auto *goTo = new QAction(this);
    goTo->setShortcut(page.atFoot ? QKeySequence(Qt::CTRL | Qt::Key_Comma)
                                  : QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_0 + m_pages.size())));
    connect(goTo, &QAction::triggered, this, [this, id = page.id] { showPage(id); });
    addAction(goTo);
    m_goTo << goTo;
    namePage(m_pages.size() - 1);
    if (m_pages.size() == 1)
        showPage(page.id);
}

QWidget *MainWindow::made(Page &page)
{
    if (page.widget)
        return page.widget;
    QWidget *widget = page.make();
    page.widget = widget;
    if (widget->objectName().isEmpty())
        widget->setObjectName(u"page-"_s + page.id);
    m_stack->addWidget(widget);
    addActions(widget->actions());       // its keys work on the others too
    restoreSplitters(widget);
    emit pageMade(widget);
    return widget;
}

QWidget *MainWindow::page(const QString &id)
{
    const auto page = std::find_if(m_pages.begin(), m_pages.end(), [&id](const Page &one) { return one.id == id; });
    return page == m_pages.end() ? nullptr : made(*page);
}

bool MainWindow::makeNextPage()
{
    const auto page = std::find_if(m_pages.begin(), m_pages.end(), [](const Page &one) { return !one.widget; });
    if (page == m_pages.end())
        return false;
    made(*page);
    return true;
}

void MainWindow::namePage(qsizetype index)
{
    const Page &page = m_pages[index];
    m_goTo[index]->setText(tr("Go to %1", "a page of the window").arg(page.title()));
    const QString mark = page.mark ? page.mark() : QString();
    m_rail->setWords(page.id, mark.isEmpty() ? page.title() : page.title() + u' ' + mark,
                     m_goTo[index]->shortcut().toString(QKeySequence::NativeText));
}

void MainWindow::renamePage(const QString &id)
{
    for (qsizetype i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i].id == id)
            namePage(i);
    }
}

void MainWindow::showPage(const QString &id)
{
    if (QWidget *shown = page(id)) {
        m_page = id;
        m_stack->setCurrentWidget(shown);
        if (id == "monitor"_L1)
            m_watchBar->hide();
    }
    m_rail->setCurrent(m_page);
    if (QWidget *page = m_stack->currentWidget(); page && !page->isAncestorOf(focusWidget()))
        page->setFocus(); // Tab goes on inside the page
}

void MainWindow::toggleShortcuts()
{
    if (m_stack->currentWidget() == m_shortcuts) {
        QWidget *const before = m_beforeShortcuts;
        showPage(m_page);
        if (before && before->isVisible()) // a field of that page is written on in
            before->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_beforeShortcuts = focusWidget();
    while (makeNextPage()) {             // their keys are told
    }
    QList<std::pair<const QWidget *, QString>> places;
    for (const Page &page : std::as_const(m_pages))
        places.append({page.widget, page.title()});
    m_shortcuts->setKeys(keysOf(this, places));
    m_stack->setCurrentWidget(m_shortcuts);
    m_rail->setCurrent({});
    m_shortcuts->setFocus();
}

void MainWindow::toggleTextLook()
{
    if (!m_textLook) {
        m_textLook = new TextLook(this);
        connect(m_textLook, &TextLook::closed, this, &MainWindow::toggleTextLook);
        m_stack->addWidget(m_textLook);
        restoreSplitters(m_textLook);
        emit pageMade(m_textLook);
    }
    if (m_stack->currentWidget() == m_textLook) {
        showPage(m_page);
        return;
    }
    m_stack->setCurrentWidget(m_textLook);
    m_rail->setCurrent({});
    m_textLook->setFocus();
}

void MainWindow::nameRecording(const QString &name, bool isSimulated)
{
    m_recording = name;
    m_isRecordingSimulated = isSimulated;
    refreshTitle();
}

void MainWindow::showRecording()
{
    m_showsRecording = true;
    m_strip->hide();                     // there is no deployment
    for (QAction *action : {m_new, m_save, m_saveAs, m_pack, m_report, m_look})
        action->setEnabled(false);
}

void MainWindow::openFile(const QString &path)
{
    if (m_showsRecording || path.endsWith(".ascrec"_L1)) {
        emit openedElsewhere(path);
        return;
    }
    m_watchBar->hide();
    unlessHeld([this, path] { m_documents->open(path); });
}

void MainWindow::showError(const Error &error)
{
    m_refusedForRun = false;
    m_error->setError(error);
}

void MainWindow::tellOfPack(const QString &folder, const Pack &pack)
{
    m_packBar->tell(folder, pack);
}

void MainWindow::tellOfReport(const QString &file, const BundleSummary &summary)
{
    m_reportBar->tell(file, summary);
}

void MainWindow::tellUnwatched() { m_watchBar->show(); }

void MainWindow::ask(const QString &node, const Error &question)
{
    m_questions->ask(node, question);
}

void MainWindow::dropQuestion(const QString &node)
{
    m_questions->drop(node);
}

void MainWindow::newFile()
{
    unlessHeld([this] { m_documents->begin(); });
}

// Given to each dialog: Qt would open it where the one before was left, in ~/.ssh after a key was chosen.
QString MainWindow::startFolder() const
{
    if (!m_cluster.path().isEmpty())
        return QFileInfo(m_cluster.path()).absolutePath();
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

void MainWindow::showDialog(QFileDialog *dialog, const std::function<void(const QString &)> &chosen)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters({tr("Deployments (*.deployment.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, chosen);
    openFileDialog(dialog);
}

void MainWindow::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Open a deployment"), startFolder());
    dialog->setFileMode(QFileDialog::ExistingFile);
    showDialog(dialog, [this](const QString &path) { openFile(path); });
    dialog->setNameFilters(dialog->nameFilters() << tr("Recordings (*.ascrec)"));
}

// What is still being typed is meant.
void MainWindow::endTyping()
{
    if (const QPointer<QWidget> typing = focusWidget()) {
        typing->clearFocus();
        if (typing)
            typing->setFocus(Qt::OtherFocusReason); // any other would mark all of a field's text
    }
}

void MainWindow::takeTyped()
{
    endTyping();
    if (m_form.isChanged && m_form.isChanged())
        m_form.take();
}

bool MainWindow::holdsChanges() const { return m_cluster.isModified() || (m_form.isChanged && m_form.isChanged()); }

void MainWindow::saveForAsker()
{
    if (m_form.isChanged && m_form.isChanged() && !m_form.take()) {
        m_unsaved->takePending();        // what comes next would lose it
        showPage(m_form.page);
        return;
    }
    save();
}

void MainWindow::save()
{
    if (m_cluster.path().isEmpty())
        return saveAs();
    takeTyped();
    m_documents->save(m_cluster.path());
}

void MainWindow::saveAs()
{
    takeTyped();
    auto *dialog = new QFileDialog(this, tr("Save the deployment"), startFolder());
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QString name = m_cluster.deployment().name; // without one the file would be hidden
    dialog->selectFile((name.isEmpty() ? u"new"_s : name) + ".deployment.json"_L1);
    showDialog(dialog, [this](const QString &path) { m_documents->save(path); });
}

// A folder that is empty or holds a pack that was begun is packed into; else a new one in it.
void MainWindow::choosePack()
{
    takeTyped();
    const QString name = m_cluster.deployment().name;
    const QString own = (name.isEmpty() ? u"deployment"_s : name) + u"-pack"_s;
    auto *dialog = new QFileDialog(this, tr("Pack for a closed network"), startFolder());
    dialog->setOption(QFileDialog::DontUseNativeDialog); // it has no place for the choices
    dialog->setOption(QFileDialog::ShowDirsOnly);
    auto *image = new QCheckBox(tr("With the image, as a node has it"), dialog);
    image->setObjectName(u"packImage"_s);
    image->setChecked(true);
    auto *weights = new QCheckBox(tr("With the weights; of a large model hundreds of GB"), dialog);
    weights->setObjectName(u"packWeights"_s);
    auto *note = new QLabel(tr("A folder that is empty or holds a pack already is packed into; in any other one, %1 is "
                               "made. What was cut short goes on where it stopped.")
                                .arg(own),
                            dialog);
    note->setWordWrap(true);
    if (auto *grid = qobject_cast<QGridLayout *>(dialog->layout())) {
        for (QWidget *one : {static_cast<QWidget *>(image), static_cast<QWidget *>(weights),
                             static_cast<QWidget *>(note)})
            grid->addWidget(one, grid->rowCount(), 0, 1, -1);
    }
    showDialog(dialog, [this, image, weights, own](const QString &path) {
        const QString folder = demandPackFolder(path) ? path : path + u'/' + own;
        emit packWanted(folder, image->isChecked(), weights->isChecked());
    });
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setLabelText(QFileDialog::Accept, tr("Pack"));
}

void MainWindow::saveReport()
{
    auto *dialog = new QFileDialog(this, tr("Save a report"), startFolder());
    dialog->setOption(QFileDialog::DontUseNativeDialog); // it has no place for the choice
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"tar.gz"_s);
    const QString name = m_cluster.deployment().name;
    dialog->selectFile((name.isEmpty() ? u"report"_s : name)
                       + QDateTime::currentDateTime().toString(u"-yyyy-MM-dd-HHmmss"_s) + u".tar.gz"_s);
    auto *hides = new QCheckBox(tr("Take out addresses, host and user names"), dialog);
    hides->setObjectName(u"reportHides"_s);
    hides->setToolTip(tr("Passwords, keys and tokens are taken out in any case."));
    if (auto *grid = qobject_cast<QGridLayout *>(dialog->layout()))
        grid->addWidget(hides, grid->rowCount(), 0, 1, -1);
    showDialog(dialog, [this, hides](const QString &path) { emit reportWanted(path, hides->isChecked()); });
    dialog->setNameFilters({tr("Reports (*.tar.gz)"), tr("All files (*)")});
}

UnsavedBar::Changes MainWindow::changes() const
{
    return {!m_cluster.path().isEmpty(), m_documents->hasLearned(), m_isOnNodes && m_isOnNodes()};
}

// Empty: "This deployment".
static QString nameInQuestion(const Cluster &cluster)
{
    const bool isNamed = !cluster.deployment().name.isEmpty() || !cluster.path().isEmpty();
    return isNamed ? deploymentName(cluster) : QString();
}

// Says so, too.
bool MainWindow::isHeldByRun()
{
    if (!m_closeBar->holds())
        return false;
    showError({ErrorKind::Invalid, // its steps, its end and its Stop would stand under another name
               tr("A run of %1 is under way. Stop it or let it end before another deployment is opened.")
                   .arg(deploymentName(m_cluster)),
               {},
               {}});
    m_refusedForRun = true;
    return true;
}

void MainWindow::unlessHeld(std::function<void()> goOn)
{
    if (isHeldByRun())
        return;
    endTyping();
    if (holdsChanges())
        m_unsaved->ask(nameInQuestion(m_cluster), UnsavedBar::Before::Other, changes(), std::move(goOn));
    else
        goOn();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_closeBar->holds()) {
        event->ignore();
        m_closeBar->ask();
        return;
    }
    if (!m_closing)
        endTyping();
    if (holdsChanges() && !m_closing) {
        event->ignore();
        m_unsaved->ask(nameInQuestion(m_cluster), UnsavedBar::Before::Quit, changes(), [this] {
            m_closing = true;
            close();
        });
        return;
    }
    saveLayout();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFile(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString path = droppedFile(event->mimeData());
    if (path.isEmpty())
        return;
    event->acceptProposedAction();
    openFile(path);
}

void MainWindow::saveLayout()
{
    Settings settings = m_settings.value();
    Json window = settings.window.is_object() ? settings.window : Json::object(); // others keep theirs in it
    window["geometry"] = QString::fromLatin1(saveGeometry().toBase64());
    window["railFolded"] = m_rail->isFolded();
    if (!m_showsRecording) {             // that has a Monitor of its own
        window["page"] = m_page;
        window["unwatched"] = !m_watchBar->isHidden(); // nobody has answered it: the next start says so again
    }
    const auto known = settings.window.find("splitters"); // also of pages that were not made this time
    Json splitters = known != settings.window.end() && known->is_object() ? *known : Json::object();
    for (const QSplitter *splitter : findChildren<QSplitter *>()) {
        if (!splitter->objectName().isEmpty())
            splitters[splitter->objectName().toStdString()] = QString::fromLatin1(splitter->saveState().toBase64());
    }
    window["splitters"] = splitters;
    settings.window = window;
    m_settings.change(settings);
}

// How wide the frame is, a window manager tells when the window stands already: as much as any of the usual ones takes.
QSize MainWindow::roomOn(const QSize &screen)
{
    return screen - QSize(16, 40);
}

// With every figure twice as large a usual screen has room for 960x540.
void MainWindow::fitIntoScreen(const QSize &wanted)
{
    // its screen has a size without a reason
    const bool isDrawnForNobody = QGuiApplication::platformName() == u"offscreen";
    const QSize room
        = screen() && !isDrawnForNobody ? roomOn(screen()->availableSize()) : QSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    setMinimumSize(smallest.boundedTo(room));
    resize(wanted.boundedTo(room));
}

void MainWindow::restoreLayout()
{
    const Json &window = m_settings.value().window;
    restoreGeometry(QByteArray::fromBase64(stringAt(window, "geometry").toLatin1()));
    if (!isMaximized() && !isFullScreen())
        fitIntoScreen(size());
    m_rail->setFolded(boolAt(window, "railFolded").value_or(false));
    if (const QString page = stringAt(window, "page"); !page.isEmpty())
        showPage(page);
}

void MainWindow::restoreSplitters(const QWidget *within)
{
    const Json &window = m_settings.value().window;
    const auto splitters = window.find("splitters");
    if (splitters == window.end())
        return;
    for (QSplitter *splitter : within->findChildren<QSplitter *>()) {
        const QString state = stringAt(*splitters, splitter->objectName().toStdString().c_str());
        if (!splitter->objectName().isEmpty() && !state.isEmpty())
            splitter->restoreState(QByteArray::fromBase64(state.toLatin1()));
    }
}

bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::ThemeChange)
        emit systemThemeChanged();
    return QMainWindow::event(event);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    // What had the focus was hidden because it was pressed: above the page (Stop, an answered question) the page goes
    // on.
    const QWidget *gone = focusWidget();
    if (QWidget *page = m_stack->currentWidget();
        gone && page && !gone->isVisible() && !m_stack->isAncestorOf(gone) && !m_rail->isAncestorOf(gone)) {
        page->setFocus();
        return true;
    }
    return focusByEye(this, next);
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::retranslate()
{
    m_new->setText(tr("New"));
    m_open->setText(tr("Open…"));
    m_recent->setTitle(tr("Open recent"));
    m_save->setText(tr("Save"));
    m_saveAs->setText(tr("Save as…"));
    m_pack->setText(tr("Pack for a closed network…"));
    m_report->setText(tr("Save a report…"));
    m_look->setText(tr("Look at a text…"));
    m_quit->setText(tr("Quit"));
    m_help->setText(tr("Keyboard shortcuts"));
    for (qsizetype i = 0; i < m_pages.size(); ++i)
        namePage(i);
    if (!m_page.isEmpty() && m_stack->currentWidget() == m_shortcuts) { // its lines are in the other language
        showPage(m_page);
        toggleShortcuts();
    }
    refreshRecent();
    refreshTitle();
}

void MainWindow::refreshRecent()
{
    m_recent->clear();
    for (const QString &path : m_settings.value().recentFiles) {
        const QString folder = QFontMetrics(m_recent->font()).elidedText(shortFolder(path), Qt::ElideMiddle, 320);
        QAction *action = m_recent->addAction(
            tr("%1 – %2", "file – folder").arg(QFileInfo(path).fileName(), folder).replace(u'&', u"&&"_s));
        action->setToolTip(path);
        action->setStatusTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openFile(path); });
    }
    m_recent->setToolTipsVisible(true);
    m_recent->setEnabled(!m_recent->isEmpty());
}

void MainWindow::refreshTitle()
{
    const bool isSimulated = m_cluster.isSimulated() || m_isRecordingSimulated;
    const QString name = m_showsRecording ? m_recording : deploymentName(m_cluster);
    QString title = name.isEmpty()    ? u"ascend-console"_s
        : m_showsRecording ? u"%1 – ascend-console"_s.arg(name)
                           : u"%1[*] – ascend-console"_s.arg(name);
    if (isSimulated)
        title = tr("%1 (simulated)").arg(title);
    setWindowTitle(title);
    setWindowModified(m_cluster.isModified() && !name.isEmpty());
    m_banner->setVisible(isSimulated && !m_showsRecording); // a recording's own bar says it
    m_bannerText->setText(tr("Simulated cluster on this machine. Nothing here is a real NPU."));
}
