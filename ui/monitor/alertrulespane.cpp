#include "ui/monitor/alertrulespane.h"

#include "core/base/data.h"
#include "core/monitor/alerthook.h"
#include "core/monitor/alertreplay.h"
#include "core/monitor/ownalerts.h"
#include "core/monitor/prometheusrules.h"
#include "core/shell/atomicfile.h"
#include "ui/common/datatable.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/style.h"
#include "ui/monitor/alertruleform.h"
#include "ui/monitor/alertrulesmodel.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// What a trial found, by rule.
struct Trial {
    AlertReplay replay;
    QHash<QString, int> alerts;
};

Result<Trial> tryRules(const QString &file, const QList<AlertRule> &rules, std::stop_token stop)
{
    Result<SampleArchive> archive = SampleArchive::openToLook(file);
    if (!archive)
        return archive.error();
    Trial trial;
    const Result<AlertReplay> replay = replayAlerts(
        *archive, rules, [&](const Alert &alert) { trial.alerts[alert.rule] += alert.endedMs == 0; }, stop);
    if (!replay)
        return replay.error();
    trial.replay = *replay;
    return trial;
}

} // namespace

AlertRulesPane::AlertRulesPane(AlertKeeper &alerts, QWidget *parent)
    : Card(parent, 0)
    , m_alerts(alerts)
    , m_title(style::label({}, style::Text::Strong))
    , m_hookLabel(style::label({}))
    , m_hookHelp(style::label({}, style::Text::Small))
    , m_words(style::label({}, style::Text::Second))
    , m_model(new AlertRulesModel(this))
    , m_table(new DataTable(m_model))
    , m_form(new AlertRuleForm)
    , m_hook(new QLineEdit)
{
    setObjectName(u"alertRules"_s);
    m_table->setObjectName(u"alertRulesTable"_s);
    m_table->setFrameShape(QFrame::NoFrame);
    m_words->setObjectName(u"alertRulesWords"_s);
    m_words->setWordWrap(true);
    m_words->hide();
    m_title->setContentsMargins(12, 10, 12, 6);
    box()->setSpacing(0);
    box()->addWidget(m_title);
    box()->addWidget(m_table);
    auto *below = new QWidget;
    auto *rows = new QVBoxLayout(below);
    style::setMargins(rows, 12, 10);
    rows->addWidget(m_form);
    rows->addWidget(makeHook());
    rows->addWidget(m_words);
    rows->addWidget(makeButtons());
    box()->addWidget(below);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &AlertRulesPane::follow);
    connect(m_model, &AlertRulesModel::switched, this, [this](const QString &id, bool isOn) {
        apply(withRule(m_draft, id, {{"off", !isOn}}), id);
    });
    connect(m_form, &AlertRuleForm::changed, this,
            [this](const QString &id, const Json &members) { apply(withRule(m_draft, id, members), id); });
    connect(m_hook, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_draft = withWebhook(m_draft, text.trimmed());
        follow();
    });
    retranslate();
}

QWidget *AlertRulesPane::makeHook()
{
    auto *part = new QWidget;
    auto *rows = new QVBoxLayout(part);
    style::setMargins(rows, 0, style::grid);
    auto *row = new QHBoxLayout;
    style::setMargins(row, 0, 12);
    m_hook->setObjectName(u"alertWebhook"_s);
    m_hook->setPlaceholderText(u"https://"_s);
    m_hook->setMaxLength(2000);
    m_test = new QPushButton;
    m_test->setObjectName(u"testWebhook"_s);
    style::setKind(m_test, style::Kind::Secondary);
    row->addWidget(m_hookLabel);
    row->addWidget(m_hook, 1);
    row->addWidget(m_test);
    rows->addLayout(row);
    m_hookHelp->setWordWrap(true);
    rows->addWidget(m_hookHelp);
    connect(m_test, &QPushButton::clicked, this, &AlertRulesPane::testHook);
    return part;
}

QWidget *AlertRulesPane::makeButtons()
{
    auto *part = new QWidget;
    auto *row = new QHBoxLayout(part);
    style::setMargins(row, 0, 8);
    const auto add = [&](const QString &name, style::Kind kind, auto slot) {
        auto *button = new QPushButton;
        button->setObjectName(name);
        style::setKind(button, kind);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, slot);
        return button;
    };
    m_save = add(u"saveRules"_s, style::Kind::Primary, [this] { save(); });
    m_discard = add(u"discardRules"_s, style::Kind::Secondary, [this] { apply(m_saved, chosenId()); });
    m_try = add(u"tryRules"_s, style::Kind::Secondary, [this] { tryOnHistory(); });
    row->addStretch(1);
    m_add = add(u"addRule"_s, style::Kind::Quiet, [this] { addRule(); });
    m_remove = add(u"removeRule"_s, style::Kind::Quiet, [this] { removeRule(); });
    m_import = add(u"importRules"_s, style::Kind::Quiet, [this] { chooseFile(true); });
    m_export = add(u"exportRules"_s, style::Kind::Quiet, [this] { chooseFile(false); });
    return part;
}

void AlertRulesPane::retranslate()
{
    m_title->setText(tr("Alert rules"));
    m_table->setAccessibleName(m_title->text());
    m_hookLabel->setText(tr("Webhook", "an address that is told of alerts"));
    m_hook->setAccessibleName(tr("Address of the webhook"));
    m_hookHelp->setText(tr("It is told of each alert that begins and ends, in the form of Prometheus' Alertmanager. "
                           "The address is kept in %1, for your account alone.")
                            .arg(ownAlertsFile()));
    m_test->setText(tr("Send a test"));
    m_save->setText(tr("Save rules"));
    m_discard->setText(tr("Discard changes"));
    m_add->setText(tr("Add a rule"));
    m_import->setText(tr("Import…"));
    m_import->setToolTip(tr("Alerting rules of Prometheus, as far as they can be followed here."));
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("As alerting rules of Prometheus, for a server that scrapes this program."));
    m_words->hide();
    m_form->retranslate();
    m_model->retranslate();
    follow();
}

void AlertRulesPane::open()
{
    show();
    if (!isChanged())
        read();
}

void AlertRulesPane::read()
{
    m_worker.run(
        this, [](Job &) { return readOwnAlerts(); },
        [this](const Result<Json> &own) {
            const Result<Json> shipped = jsonDataFile(u"alerts.json"_s);
            if (isChanged() || !shipped)
                return;
            m_shipped = *shipped;
            m_isRead = own && alertSettingsFrom(m_shipped, *own, ownAlertsFile());
            m_saved = m_isRead ? *own : Json();
            apply(m_saved);
            emit filled();
            if (!own)
                say(own.error().message, true);
            else if (!m_isRead) // it is not written over: it is the user's
                say(alertSettingsFrom(m_shipped, *own, ownAlertsFile()).error().message, true);
        });
}

QString AlertRulesPane::chosenId() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() && index.row() < m_model->rowCount() ? m_model->rules()[index.row()].id : QString();
}

bool AlertRulesPane::isShipped(const QString &id) const
{
    return !ruleNamed(m_shipped, id).is_null();
}

void AlertRulesPane::apply(const Json &draft, const QString &chosen)
{
    const Result<QList<AlertRule>> rules
        = alertRulesFrom(m_shipped, draft, tr("the rules as they are now"), EveryRule::AlsoOff);
    if (!rules)
        return say(rules.error().message, true);
    const QString id = chosen.isEmpty() ? chosenId() : chosen;
    m_draft = draft;
    m_model->setRules(*rules);
    m_model->setTried({});
    const QString hook = stringAt(draft, "webhook");
    if (m_hook->text().trimmed() != hook)
        m_hook->setText(hook);
    m_words->hide();
    int row = 0;
    for (int i = 0; i < rules->size(); ++i) {
        if ((*rules)[i].id == id)
            row = i;
    }
    m_table->setCurrentIndex(m_model->index(row, 0));
    m_table->fitColumns();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + 30 * m_model->rowCount() + 2);
    follow();
}

void AlertRulesPane::follow()
{
    const QString id = chosenId();
    const AlertRule *rule = findRule(m_model->rules(), id);
    m_form->setVisible(rule);
    if (rule)
        m_form->show(*rule, isShipped(id));
    m_remove->setText(rule && !isShipped(id) ? tr("Remove the rule") : tr("As shipped"));
    m_remove->setEnabled(!ruleNamed(m_draft, id).is_null());
    m_save->setEnabled(m_isRead && isChanged());
    m_discard->setEnabled(isChanged());
    m_add->setEnabled(m_isRead);
    m_import->setEnabled(m_isRead);
    m_test->setEnabled(!m_hook->text().trimmed().isEmpty());
    const QString file = m_alerts.archiveFile();
    m_try->setText(m_isTrying ? tr("Stop trying") : tr("Try on the history"));
    m_try->setEnabled(m_isTrying || !file.isEmpty());
    m_try->setToolTip(file.isEmpty()
                          ? tr("There is a history when the deployment is saved.")
                          : tr("Which alerts there would have been with these rules, in all that was kept."));
}

void AlertRulesPane::say(const QString &words, bool isWrong)
{
    style::setText(m_words, isWrong ? style::Text::Danger : style::Text::Second);
    m_words->setText(words);
    m_words->setVisible(!words.isEmpty());
    emit told(words);
}

void AlertRulesPane::addRule()
{
    int number = 1;
    while (findRule(m_model->rules(), u"own-%1"_s.arg(number)))
        ++number;
    const QString id = u"own-%1"_s.arg(number);
    apply(withRule(m_draft, id,
                   {{"severity", "warning"},
                    {"metric", "npu.temperature"},
                    {"each", "chip"},
                    {"above", 80},
                    {"clear", 75},
                    {"forSeconds", 60},
                    {"clearSeconds", 30},
                    {"title", {{"en", tr("My rule %1").arg(number)}}}}),
          id);
}

void AlertRulesPane::removeRule()
{
    const QString id = chosenId();
    apply(withoutRule(m_draft, id), id);
}

QList<AlertRule> AlertRulesPane::thoseThatAreOn() const
{
    QList<AlertRule> rules = m_model->rules();
    rules.removeIf([](const AlertRule &rule) { return rule.isOff; });
    return rules;
}

void AlertRulesPane::tryOnHistory()
{
    if (m_isTrying) {
        m_worker.cancelAll();
        return;
    }
    const QString file = m_alerts.archiveFile();
    const QList<AlertRule> rules = thoseThatAreOn();
    if (file.isEmpty() || rules.isEmpty())
        return;
    m_isTrying = true;
    say(tr("Going through what was kept…"));
    follow();
    m_worker.run(
        this, [file, rules](Job &job) { return tryRules(file, rules, job.stop()); },
        [this, draft = m_draft, rules](const Result<Trial> &trial) {
            m_isTrying = false;
            follow();
            if (!trial)
                return say(trial.error().kind == ErrorKind::Canceled ? QString() : trial.error().message, true);
            if (draft != m_draft) // of rules that hold no more
                return say({});
            if (trial->replay.toMs == 0)
                return say(tr("Nothing was kept yet."));
            m_model->setTried(trial->alerts);
            QString words = tr("From %1 to %2, %n alerts would have begun.", nullptr, trial->replay.alerts)
                                .arg(format::time(trial->replay.fromMs), format::time(trial->replay.toMs));
            const auto isOfEndpoint = [&](const AlertRule &rule) {
                return rule.silent && rule.silent->startsWith(u"serving.") && trial->alerts.value(rule.id) > 0;
            };
            if (std::any_of(rules.cbegin(), rules.cend(), isOfEndpoint))
                words += u' ' + tr("A service that was ended or undone on purpose counts as silent here.");
            say(words);
        });
}

void AlertRulesPane::save()
{
    const Json draft = m_draft;
    m_worker.run(
        this, [draft](Job &) { return saveOwnAlerts(draft); },
        [this, draft](const Result<void> &saved) {
            if (!saved)
                return say(saved.error().message, true);
            m_saved = draft;
            follow();
            m_alerts.rereadRules();
            say(tr("Saved: these rules hold from now on."));
        });
}

void AlertRulesPane::testHook()
{
    AlertRule rule;
    rule.id = u"test"_s;
    rule.title = {{"en", "A test: all is well"}, {"zh", "测试消息：一切正常"}};
    Alert alert{rule.id, {}, {}};
    alert.firedMs = alert.sinceMs = QDateTime::currentMSecsSinceEpoch();
    alert.endedMs = alert.firedMs;
    const QString url = m_hook->text().trimmed();
    const QByteArray body = webhookBody({{alert, rule}}, m_alerts.message());
    m_test->setEnabled(false);
    say(tr("Sending…"));
    m_worker.run(
        this, [url, body](Job &job) { return postToWebhook(url, body, job.stop()); },
        [this, url](const Result<void> &sent) {
            follow();
            if (sent)
                say(tr("The webhook at %1 took the test.").arg(webhookName(url)));
            else
                say(sent.error().message, true);
        });
}

void AlertRulesPane::chooseFile(bool isImport)
{
    auto *dialog
        = new QFileDialog(this, isImport ? tr("Import alerting rules") : tr("Export alerting rules"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(isImport ? QFileDialog::AcceptOpen : QFileDialog::AcceptSave);
    dialog->setFileMode(isImport ? QFileDialog::ExistingFile : QFileDialog::AnyFile);
    dialog->setNameFilters({tr("Rules of Prometheus (*.yml *.yaml)")});
    dialog->setDefaultSuffix(u"yml"_s);
    if (!isImport)
        dialog->selectFile(u"ascend-console-alerts.yml"_s);
    connect(dialog, &QFileDialog::fileSelected, this,
            isImport ? &AlertRulesPane::importFrom : &AlertRulesPane::exportTo);
    openFileDialog(dialog);
}

void AlertRulesPane::importFrom(const QString &path)
{
    m_worker.run(
        this,
        [path, shipped = m_shipped, own = m_draft](Job &) { return importPrometheusFile(path, shipped, own); },
        [this](const Result<ImportedRules> &imported) {
            if (!imported)
                return say(imported.error().message, true);
            if (!imported->taken.isEmpty())
                apply(imported->own, imported->taken.first());
            QStringList lines{tr("%n rules were taken; they hold after Save.", nullptr, int(imported->taken.size()))};
            if (!imported->notTaken.isEmpty())
                lines << tr("Not taken:") << imported->notTaken;
            say(lines.join(u'\n'), !imported->notTaken.isEmpty());
        });
}

void AlertRulesPane::exportTo(const QString &path)
{
    m_worker.run(
        this,
        [path, content = prometheusRules(thoseThatAreOn())](Job &job) {
            return writeAtomically(path, content, 0644, job.stop());
        },
        [this, path](const Result<void> &written) {
            say(written ? tr("Saved: %1").arg(path) : written.error().message, !written);
        });
}
