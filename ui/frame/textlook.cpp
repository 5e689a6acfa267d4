#include "ui/frame/textlook.h"

#include "core/base/inputfile.h"
#include "ui/common/copybutton.h"
#include "ui/common/filedialog.h"
#include "ui/common/icons.h"
#include "ui/common/sentencecard.h"
#include "ui/common/style.h"

#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSplitter>
#include <QTextBlock>

#include <algorithm>

using namespace Qt::StringLiterals;

TextLook::TextLook(QWidget *parent)
    : QWidget(parent)
    , m_title(style::label({}, style::Text::Title, this))
    , m_open(new QPushButton(this))
    , m_clear(new QPushButton(this))
    , m_close(new QPushButton(this))
    , m_text(new QPlainTextEdit(this))
    , m_findings(new SentenceCard(this))
{
    setObjectName(u"textLook"_s);
    m_open->setObjectName(u"textLookOpen"_s);
    style::setIcon(m_open, u"folder-open"_s);
    m_clear->setObjectName(u"textLookClear"_s);
    style::setIcon(m_clear, u"trash-2"_s);
    m_close->setObjectName(u"textLookClose"_s);
    style::setIcon(m_close, u"x"_s);
    m_text->setObjectName(u"textLookText"_s);
    m_text->setFont(style::monospace());
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setMinimumHeight(96);
    m_findings->state()->setObjectName(u"textLookState"_s);
    style::setText(m_findings->state(), style::Text::Strong);
    m_findings->list()->setObjectName(u"textLookFindings"_s);
    m_findings->list()->setMinimumHeight(72);
    auto *head = new QHBoxLayout;
    head->setSpacing(style::grid * 2);
    head->addWidget(m_title, 1);
    head->addWidget(m_open);
    head->addWidget(m_clear);
    head->addWidget(m_close);
    auto *both = style::splitter(Qt::Vertical, u"textLookSplitter"_s, {m_text, m_findings}, this);
    both->setSizes({240, 240});
    both->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // the stack of pages is as high as its highest
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(both, 1);
    setFocusProxy(m_text);
    m_pause.setSingleShot(true);
    m_pause.setInterval(200);
    connect(&m_pause, &QTimer::timeout, this, &TextLook::look);
    connect(m_text, &QPlainTextEdit::textChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(m_findings->list(), &QListWidget::currentRowChanged, this, &TextLook::follow);
    connect(m_open, &QPushButton::clicked, this, &TextLook::openFile);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        m_text->clear();
        m_text->setFocus();
    });
    connect(m_close, &QPushButton::clicked, this, &TextLook::closed);
    retranslate();
}

void TextLook::setText(const QString &text)
{
    m_text->setPlainText(text);
}

void TextLook::look()
{
    const QByteArray content = m_text->toPlainText().toUtf8();
    ++m_turn;
    m_worker.cancelAll();
    if (content.trimmed().isEmpty()) {
        m_known.reset();
        m_findings->clear();
        m_places.clear();
        retranslate();
        return;
    }
    m_worker.run(
        this, [content](Job &) { return lintAnyText(content); },
        [this, turn = m_turn](const Result<KnownText> &known) {
            if (turn == m_turn)
                tell(known);
        });
}

void TextLook::tell(const Result<KnownText> &known)
{
    m_known = known;
    m_findings->clear();
    m_places.clear();
    const auto add = [this](const QString &icon, style::Tint tint, const QString &text, const QString &where) {
        m_findings->add(icon, tint, text);
        m_places << where;
    };
    int errors = 0, warnings = 0;
    if (known) {
        QList<LintFinding> findings = known->findings;
        std::stable_sort(findings.begin(), findings.end(),
                         [](const LintFinding &a, const LintFinding &b) { return a.severity > b.severity; });
        for (const LintFinding &finding : std::as_const(findings)) {
            const bool isError = finding.severity == Severity::Error, isInfo = finding.severity == Severity::Info;
            errors += isError;
            warnings += !isError && !isInfo;
            const QString place = finding.where.isEmpty() ? QString() : finding.where + u"  "_s;
            add(isError      ? u"circle-x"_s
                    : isInfo ? u"info"_s
                             : u"triangle-alert"_s,
                isError      ? style::Tint::Danger
                    : isInfo ? style::Tint::Second
                             : style::Tint::Warning,
                place + finding.message + (finding.remedy.isEmpty() ? QString() : u"\n→ "_s + finding.remedy),
                finding.where);
        }
        if (findings.isEmpty())
            add(u"circle-check"_s, style::Tint::Ok, tr("Nothing found."), {});
        m_findings->state()->setText(
            tr("%1 · errors: %2, warnings: %3").arg(kindName(known->kind)).arg(errors).arg(warnings));
    } else {
        add(u"circle-question-mark"_s, style::Tint::Second, known.error().message, {});
        m_findings->state()->setText(tr("Not known what this is"));
    }
    m_findings->copy()->setEnabled(known && !known->findings.isEmpty());
}

void TextLook::follow(int row)
{
    const QString place = m_places.value(row);
    static const QRegularExpression number(u"\\d+"_s);
    int line = 0;
    if (place.startsWith(u'/')) { // the key that it ends in; of several the first
        const QString key = place.section(u'/', -1);
        bool isIndex = false;
        (void)key.toInt(&isIndex);
        const QTextCursor at = isIndex ? QTextCursor() : m_text->document()->find(u"\""_s + key + u"\""_s);
        line = at.isNull() ? 0 : at.blockNumber() + 1;
    } else {
        line = number.match(place).captured().toInt();
    }
    const QTextBlock block = m_text->document()->findBlockByNumber(line - 1);
    if (line < 1 || !block.isValid())
        return;
    QTextCursor cursor(block);
    cursor.select(QTextCursor::LineUnderCursor);
    m_text->setTextCursor(cursor);
    m_text->centerCursor();
}

void TextLook::openFile()
{
    auto *dialog = new QFileDialog(this, tr("Look at a file"), QDir::homePath());
    dialog->setObjectName(u"textLookDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        ++m_turn;
        m_worker.run(
            this, [path](Job &job) { return readInput(path, largestLinted, job.stop()); },
            [this](const Result<QByteArray> &content) {
                if (content)
                    setText(QString::fromUtf8(*content));
                else if (content.error().kind != ErrorKind::Canceled)
                    tell(content.error());
            });
    });
    openFileDialog(dialog);
}

QString TextLook::kindName(const QString &kind) const
{
    static const QHash<QString, const char *> names{{u"docker-run"_s, QT_TR_NOOP("docker run line")},
                                                    {u"vllm-serve"_s, QT_TR_NOOP("vllm serve line")},
                                                    {u"env"_s, QT_TR_NOOP("Script that sets variables")},
                                                    {u"rank-table"_s, QT_TR_NOOP("Rank table")},
                                                    {u"mindie-config"_s, QT_TR_NOOP("MindIE config.json")},
                                                    {u"deployment"_s, QT_TR_NOOP("Deployment")}};
    const char *name = names.value(kind);
    return name ? tr(name) : kind;
}

void TextLook::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else
        QWidget::keyPressEvent(event);
}

void TextLook::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange && m_known)
        tell(Result<KnownText>(*m_known));
}

void TextLook::retranslate()
{
    m_title->setText(tr("Look at a text"));
    m_open->setText(tr("Open…"));
    m_clear->setText(tr("Clear"));
    m_close->setText(tr("Close"));
    m_text->setAccessibleName(tr("Text to look at"));
    m_text->setPlaceholderText(tr(
        "Paste what you start the service with: a docker run line, a vllm serve line, a script that sets variables, a "
        "rank table, MindIE's config.json. It stays in this window."));
    m_findings->list()->setAccessibleName(tr("What is wrong with it"));
    if (!m_known) {
        m_findings->state()->setText(tr("What is wrong with it stands here."));
        m_findings->copy()->setEnabled(false);
    } else {
        look(); // its sentences are in the other language
    }
}
