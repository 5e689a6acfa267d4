#include "ui/settings/settingspage.h"

#include "core/monitor/ownalerts.h"
#include "ui/chat/chatfile.h"
#include "ui/common/card.h"
#include "ui/common/filedialog.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>

using namespace Qt::StringLiterals;

template<typename Edit>
void SettingsPage::change(Edit edit)
{
    Settings settings = m_settings.value();
    edit(settings);
    m_settings.change(settings);
}

SettingsPage::SettingsPage(SettingsStore &settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_title(style::label({}, style::Text::Title, this))
    , m_lookTitle(style::label({}, style::Text::Section, this))
    , m_themeLabel(style::label({}, style::Text::Body, this))
    , m_languageLabel(style::label({}, style::Text::Body, this))
    , m_monitorTitle(style::label({}, style::Text::Section, this))
    , m_intervalLabel(style::label({}, style::Text::Body, this))
    , m_intervalHelp(style::label({}, style::Text::Small, this))
    , m_modelsTitle(style::label({}, style::Text::Section, this))
    , m_modelsHelp(style::label({}, style::Text::Small, this))
    , m_about(style::label({}, style::Text::Small, this))
    , m_startTitle(style::label({}, style::Text::Section, this))
    , m_keepHelp(style::label({}, style::Text::Small, this))
    , m_reopen(new QCheckBox(this))
    , m_keep(new QCheckBox(this))
    , m_notify(new QCheckBox(this))
    , m_tray(new QCheckBox(this))
    , m_theme(new QComboBox(this))
    , m_language(new QComboBox(this))
    , m_interval(new QDoubleSpinBox(this))
    , m_folders(new QListWidget(this))
    , m_addFolder(new QPushButton(this))
    , m_removeFolder(new QPushButton(this))
{
    setObjectName(u"settingsPage"_s);
    m_reopen->setObjectName(u"reopenLast"_s);
    m_keep->setObjectName(u"keepChat"_s);
    m_notify->setObjectName(u"notifyAlerts"_s);
    m_tray->setObjectName(u"trayIcon"_s);
    m_theme->setObjectName(u"themeChoice"_s);
    m_language->setObjectName(u"languageChoice"_s);
    m_interval->setObjectName(u"samplingInterval"_s);
    m_folders->setObjectName(u"modelFolders"_s);
    m_addFolder->setObjectName(u"addFolder"_s);
    m_removeFolder->setObjectName(u"removeFolder"_s);
    for (const QString &theme : {u"system"_s, u"light"_s, u"dark"_s})
        m_theme->addItem(QString(), theme);
    for (const QString &language : {u"system"_s, u"en"_s, u"zh"_s})
        m_language->addItem(QString(), language);
    m_interval->setRange(double(minimumSamplingInterval.count()) / 1000,
                         double(maximumSamplingInterval.count()) / 1000);
    m_interval->setDecimals(1);
    m_interval->setSingleStep(0.5);
    m_interval->setKeyboardTracking(false);
    m_folders->setFixedHeight(112);
    m_folders->setProperty("code", true);
    m_folders->setFrameShape(QFrame::StyledPanel);
    style::setIcon(m_addFolder, u"plus"_s);
    style::setIcon(m_removeFolder, u"trash-2"_s);

    auto *look = new Card(this);
    look->box()->addWidget(m_lookTitle);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(style::margin);
    grid->setVerticalSpacing(style::grid * 2);
    grid->setColumnMinimumWidth(0, 160);
    grid->setColumnStretch(2, 1);
    grid->addWidget(m_themeLabel, 0, 0);
    grid->addWidget(m_theme, 0, 1);
    grid->addWidget(m_languageLabel, 1, 0);
    grid->addWidget(m_language, 1, 1);
    look->box()->addLayout(grid);
    for (QWidget *field :
         {static_cast<QWidget *>(m_theme), static_cast<QWidget *>(m_language), static_cast<QWidget *>(m_interval)})
        field->setFixedWidth(220);

    auto *start = new Card(this);
    start->box()->addWidget(m_startTitle);
    start->box()->addWidget(m_reopen);
    start->box()->addWidget(m_keep);
    start->box()->addWidget(m_keepHelp);

    auto *monitor = new Card(this);
    monitor->box()->addWidget(m_monitorTitle);
    auto *monitorGrid = new QGridLayout;
    monitorGrid->setHorizontalSpacing(style::margin);
    monitorGrid->setColumnMinimumWidth(0, 160);
    monitorGrid->setColumnStretch(2, 1);
    monitorGrid->addWidget(m_intervalLabel, 0, 0);
    monitorGrid->addWidget(m_interval, 0, 1);
    monitorGrid->addWidget(m_intervalHelp, 1, 1, 1, 2);
    monitor->box()->addLayout(monitorGrid);
    monitor->box()->addWidget(m_notify);
    monitor->box()->addWidget(m_tray);

    auto *models = new Card(this);
    models->box()->addWidget(m_modelsTitle);
    models->box()->addWidget(m_modelsHelp);
    models->box()->addWidget(m_folders);
    auto *folderButtons = new QHBoxLayout;
    folderButtons->addWidget(m_addFolder);
    folderButtons->addWidget(m_removeFolder);
    folderButtons->addStretch();
    models->box()->addLayout(folderButtons);

    auto *content = new QWidget(this);
    content->setMaximumWidth(760);
    auto *column = new QVBoxLayout(content);
    style::setMargins(column, 0, style::grid * 3);
    column->addWidget(look);
    column->addWidget(start);
    column->addWidget(monitor);
    column->addWidget(models);
    column->addWidget(m_about);
    column->addStretch();
    QScrollArea *scroll = style::scrollArea(content, this);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addWidget(m_title);
    box->addWidget(scroll, 1);

    connect(m_theme, &QComboBox::activated, this,
            [this] { change([this](Settings &s) { s.theme = m_theme->currentData().toString(); }); });
    connect(m_language, &QComboBox::activated, this,
            [this] { change([this](Settings &s) { s.language = m_language->currentData().toString(); }); });
    connect(m_reopen, &QCheckBox::clicked, this,
            [this](bool on) { change([on](Settings &s) { s.reopensLast = on; }); });
    connect(m_keep, &QCheckBox::clicked, this, [this](bool on) { change([on](Settings &s) { s.keepsChat = on; }); });
    connect(m_notify, &QCheckBox::clicked, this, [this](bool on) { change([on](Settings &s) { s.notifies = on; }); });
    connect(m_tray, &QCheckBox::clicked, this, [this](bool on) { change([on](Settings &s) { s.hasTrayIcon = on; }); });
    connect(m_interval, &QDoubleSpinBox::valueChanged, this, [this](double seconds) {
        change([seconds](Settings &s) { s.samplingInterval = std::chrono::milliseconds(qRound(seconds * 1000)); });
    });
    connect(m_addFolder, &QPushButton::clicked, this, &SettingsPage::chooseFolder);
    connect(m_removeFolder, &QPushButton::clicked, this, &SettingsPage::removeFolder);
    connect(m_folders, &QListWidget::currentRowChanged, this,
            [this](int row) { m_removeFolder->setEnabled(row >= 0); });
    connect(&settings, &SettingsStore::changed, this, &SettingsPage::refresh);
    retranslate();
    refresh();
}

void SettingsPage::refresh()
{
    const Settings &settings = m_settings.value();
    const QSignalBlocker blockInterval(m_interval);
    m_theme->setCurrentIndex(m_theme->findData(settings.theme));
    m_language->setCurrentIndex(m_language->findData(settings.language));
    m_reopen->setChecked(settings.reopensLast);
    m_keep->setChecked(settings.keepsChat);
    m_notify->setChecked(settings.notifies);
    m_tray->setChecked(settings.hasTrayIcon);
    m_interval->setValue(double(settings.samplingInterval.count()) / 1000);
    QStringList shown;
    for (int row = 0; row < m_folders->count(); ++row)
        shown << m_folders->item(row)->text();
    if (shown != settings.modelFolders) {
        m_folders->clear();
        m_folders->addItems(settings.modelFolders);
    }
    m_removeFolder->setEnabled(m_folders->currentRow() >= 0);
}

void SettingsPage::chooseFolder()
{
    // Qt would open it where the last one was left
    auto *dialog = new QFileDialog(this, tr("Folder with models"), QDir::homePath());
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        change([&](Settings &s) {
            if (!s.modelFolders.contains(folder))
                s.modelFolders << folder;
        });
    });
    openFileDialog(dialog);
}

void SettingsPage::removeFolder()
{
    if (const int row = m_folders->currentRow(); row >= 0)
        change([row](Settings &s) { s.modelFolders.removeAt(row); });
}

void SettingsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void SettingsPage::retranslate()
{
    m_title->setText(tr("Settings"));
    m_lookTitle->setText(tr("Appearance"));
    m_themeLabel->setText(tr("Theme"));
    m_theme->setItemText(0, tr("As the system"));
    m_theme->setItemText(1, tr("Light"));
    m_theme->setItemText(2, tr("Dark"));
    m_theme->setAccessibleName(tr("Theme"));
    m_languageLabel->setText(tr("Language"));
    m_language->setItemText(0, tr("As the system"));
    m_language->setItemText(1, u"English"_s); // each language in its own words
    m_language->setItemText(2, u"简体中文"_s);
    m_language->setAccessibleName(tr("Language"));
    m_startTitle->setText(tr("Start"));
    m_reopen->setText(tr("Open the last deployment again"));
    m_reopen->setToolTip(tr("No node is contacted for it."));
    m_keep->setText(tr("Keep the conversations of the chat"));
    m_keepHelp->setText(tr("The one in sight is kept in %1, the earlier ones in the folder chats beside it, for your "
                           "account alone. When this is switched off, all of them are removed there.")
                            .arg(defaultChatFile()));
    m_monitorTitle->setText(tr("Monitor"));
    m_intervalLabel->setText(tr("Sampling interval"));
    m_interval->setAccessibleName(tr("Sampling interval"));
    m_interval->setSuffix(tr(" s", "seconds, after a number"));
    m_intervalHelp->setText(tr("How often each node is asked for its figures while the monitor runs. A node that is "
                               "slower is asked less often."));
    m_notify->setText(tr("Show alerts as notifications of the desktop"));
    m_notify->setToolTip(
        tr("Rules of your own: alerts.json in %1.").arg(QFileInfo(ownAlertsFile()).absolutePath()));
    m_tray->setText(tr("Show an icon in the system tray"));
    m_tray->setToolTip(tr("Its dot has the colour of what is worst; where the desktop has no tray, there is none."));
    m_modelsTitle->setText(tr("Models"));
    m_modelsHelp->setText(
        tr("Folders that are searched for GGUF files for the embedded engine, besides the program's own cache."));
    m_folders->setAccessibleName(tr("Model folders"));
    m_addFolder->setText(tr("Add folder…"));
    m_removeFolder->setText(tr("Remove"));
    for (QLabel *help : {m_keepHelp, m_intervalHelp, m_modelsHelp})
        help->setWordWrap(true);
    m_about->setText(tr("ascend-console %1 · free software under GPL-3.0-or-later · icons by Lucide (ISC)")
                         .arg(QStringLiteral(ASC_VERSION)));
}
