// MainWindow: rail, strip, banner, questions and errors; the pages fill the rest. It knows no page:
// they come in as a list.
#pragma once

#include "core/cluster/cluster.h"
#include "core/pack/pack.h"
#include "core/settings/settingsstore.h"
#include "ui/common/tasks.h"
#include "ui/frame/documents.h"
#include "ui/frame/unsavedbar.h"

#include <QMainWindow>
#include <QPointer>

class ChangedBar;
class CloseBar;
class ErrorBar;
class QFileDialog;
class QFrame;
class QLabel;
class QMenu;
class QStackedWidget;
class QuestionPanel;
class Rail;
class PackBar;
class ReportBar;
struct BundleSummary;
class ShortcutList;
class Strip;
class TextLook;
class WatchBar;

struct Page
{
    QString id;                          // "nodes"
    QString icon;                        // of resources/icons
    std::function<QString()> title;      // in the language of the moment
    std::function<QWidget *()> make;     // called once: when it is shown first, or before; becomes the window's
    bool atFoot = false;                 // Settings
    QWidget *widget = nullptr;           // once it was made
    std::function<QString()> mark = {};  // after its name in the rail, as "(2)"
};

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Cluster &cluster, SettingsStore &settings, Tasks &tasks, QWidget *parent = nullptr);
    ~MainWindow() override;

    void addPage(const Page &page);      // the first one is shown
    QWidget *page(const QString &id);    // makes it where that was not done yet
    bool makeNextPage();                 // one that was not made yet; false: all are
    QString currentPage() const { return m_page; }
    QList<Page> pages() const { return m_pages; }
    Documents &documents() { return *m_documents; }
    void restoreLayout();                // after the last page was added
    static QSize roomOn(const QSize &screen); // for the window inside its frame

    // A form on a page that holds what is in no deployment yet: asked about, and taken, before that would be lost.
    struct OpenForm
    {
        QString page;
        std::function<bool()> isChanged; // something was typed
        std::function<bool()> take;      // into the deployment; false: its fields say what is wrong
    };
    void nameRecording(const QString &name, bool isSimulated); // in the title
    void showRecording();                 // what is opened from now on has a window of its own
    void setOpenForm(OpenForm form) { m_form = std::move(form); }
    // whether a run has put something on the nodes, to be said before what leads back to it would be lost
    void setIsOnNodes(std::function<bool()> isOnNodes) { m_isOnNodes = std::move(isOnNodes); }

public slots:
    void showPage(const QString &id);
    void openFile(const QString &path);  // asks first when there are unsaved changes
    void showError(const Error &error);
    void renamePage(const QString &id);          // its mark is another one
    void tellOfPack(const QString &folder, const Pack &pack);        // it is whole
    void tellOfReport(const QString &file, const BundleSummary &summary); // it was saved
    void tellUnwatched();                // the Monitor was open when the program ended, and is not now
    void ask(const QString &node, const Error &question); // a host key or a password, in place
    void dropQuestion(const QString &node); // of a test that is over
    void toggleTextLook();               // the same of the pane for pasted texts
    void toggleShortcuts();              // the list of keys takes the page's place, and gives it back

signals:
    void pageMade(QWidget *page);
    void systemThemeChanged();            // the desktop went dark or light
    void answered(const QStringList &nodes); // a question of theirs was: try again what waited
    void declined(const QStringList &nodes);
    void nodeChosen(const QString &node); // a node's mark was pressed
    void packWanted(const QString &folder, bool takesImage, bool takesWeights); // for a closed network
    void openedElsewhere(const QString &file); // a recording; in a window that shows one, whatever is opened
    void reportWanted(const QString &file, bool takesAddresses); // of the deployment, for somebody else to read

protected:
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void fitIntoScreen(const QSize &wanted);
    void makeActions();
    void retranslate();
    void namePage(qsizetype index);
    QWidget *made(Page &page);
    void restoreSplitters(const QWidget *within);
    void refreshTitle();
    void refreshRecent();
    void newFile();
    void chooseFile();
    void save();
    void saveAs();
    void choosePack();
    void saveReport();
    void endTyping();                    // of the field that has the focus
    void takeTyped();                    // from it, and from the form
    void saveForAsker();                 // the bar that asks before changes are lost
    bool holdsChanges() const;           // that no file has
    UnsavedBar::Changes changes() const;
    bool isHeldByRun();                  // a run is under way, and it has been said
    void unlessHeld(std::function<void()> goOn);         // by a run, or by changes that are not saved
    void saveLayout();
    QString startFolder() const;         // where file dialogs open
    void showDialog(QFileDialog *dialog, const std::function<void(const QString &)> &chosen);

    Cluster &m_cluster;
    SettingsStore &m_settings;
    Tasks &m_tasks;
    Documents *m_documents;
    QMenu *m_menu, *m_recent;
    bool m_showsRecording = false, m_isRecordingSimulated = false;
    QString m_recording;
    QAction *m_new, *m_open, *m_save, *m_saveAs, *m_pack, *m_report, *m_look, *m_help, *m_quit;
    QList<Page> m_pages;
    QList<QAction *> m_goTo;             // for each page
    QString m_page;                      // the chosen one, also while the list of keys is in its place
    Rail *m_rail;
    Strip *m_strip;
    QFrame *m_banner;
    QLabel *m_bannerText;
    QuestionPanel *m_questions;
    UnsavedBar *m_unsaved;
    ChangedBar *m_changed;
    CloseBar *m_closeBar;
    PackBar *m_packBar;
    ReportBar *m_reportBar;
    WatchBar *m_watchBar;
    ErrorBar *m_error;
    QStackedWidget *m_stack;
    ShortcutList *m_shortcuts;
    QPointer<QWidget> m_beforeShortcuts; // had the focus
    TextLook *m_textLook = nullptr;      // once it was asked for
    OpenForm m_form;
    std::function<bool()> m_isOnNodes;
    bool m_refusedForRun = false;        // the error says so
    bool m_closing = false;              // unsaved changes were decided on
};
