#include "ui/frame/questionpanel.h"

#include "core/shell/knownhostsfile.h"
#include "ui/common/copybutton.h"
#include "ui/common/errorbar.h"
#include "ui/common/ownkeys.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTextEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// Nobody's typing may end up in another field.
bool isTyping(const QWidget *inside)
{
    const QWidget *now = inside->window()->focusWidget();
    return now && now->isVisible() && !inside->isAncestorOf(now)
        && (qobject_cast<const QLineEdit *>(now) || qobject_cast<const QPlainTextEdit *>(now)
            || qobject_cast<const QTextEdit *>(now));
}

} // namespace

QuestionPanel::QuestionPanel(Cluster &cluster, QWidget *parent)
    : QFrame(parent)
    , m_cluster(cluster)
    , m_symbol(new QLabel(this))
    , m_title(style::label({}, style::Text::Strong, this))
    , m_text(style::label({}, style::Text::Body, this))
    , m_evidence(style::label({}, style::Text::Body, this))
    , m_count(style::label({}, style::Text::Small, this))
    , m_copy(new CopyButton(this))
    , m_secret(new QLineEdit(this))
    , m_accept(new QPushButton(this))
    , m_decline(new QPushButton(this))
    , m_error(new ErrorBar(this))
    , m_escape(new QShortcut(QKeySequence(Qt::Key_Escape), this))
{
    setObjectName(u"questionPanel"_s);
    m_title->setObjectName(u"questionTitle"_s);
    m_text->setObjectName(u"questionText"_s);
    m_evidence->setObjectName(u"questionFingerprint"_s);
    m_count->setObjectName(u"questionCount"_s);
    m_copy->setObjectName(u"questionCopy"_s);
    m_secret->setObjectName(u"questionSecret"_s);
    m_accept->setObjectName(u"questionAccept"_s);
    m_decline->setObjectName(u"questionDecline"_s);
    m_title->setWordWrap(true);
    m_text->setWordWrap(true);
    m_evidence->setFont(style::monospace());
    m_evidence->setWordWrap(true);
    m_secret->setEchoMode(QLineEdit::Password);
    m_secret->setMaximumWidth(360);
    m_secret->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhHiddenText);
    m_accept->installEventFilter(this);

    auto *head = new QHBoxLayout;
    head->addWidget(m_symbol, 0, Qt::AlignTop);
    head->addWidget(m_title, 1);
    head->addWidget(m_count, 0, Qt::AlignTop);
    auto *evidence = new QHBoxLayout;
    evidence->addWidget(m_evidence, 1);
    evidence->addWidget(m_copy, 0, Qt::AlignBottom);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_secret, 1);
    buttons->addWidget(m_accept);
    buttons->addWidget(m_decline);
    buttons->addStretch();
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid * 3, style::grid * 2);
    box->addLayout(head);
    box->addWidget(m_text);
    box->addLayout(evidence);
    box->addWidget(m_error);
    box->addLayout(buttons);

    connect(&cluster, &Cluster::questionRaised, this, [this](const QString &node, const Error &question) {
        for (const Node &now : m_cluster.deployment().nodes) {
            if (now.name == node)
                m_asked.insert(node, now);
        }
        if (isQuestion(question)) // whoever met it: it is asked again, also what was declined before
            m_cluster.tell(node, notesOf(question, HealthSource::Inspection, m_cluster.now()));
        ask(node, question);
    });
    connect(&cluster, &Cluster::deploymentChanged, this, &QuestionPanel::forgetEdited);
    connect(&cluster, &Cluster::stateChanged, this, [this](const QString &node) {
        if (m_cluster.state(node) == NodeState::Reachable)
            withdraw(node);
    });
    connect(&cluster, &Cluster::healthChanged, this, [this](const QString &node) {
        if (!m_questions.isEmpty() && m_questions.first().nodes.contains(node))
            showWords();
    });
    connect(m_accept, &QPushButton::clicked, this, &QuestionPanel::accept);
    connect(m_secret, &QLineEdit::returnPressed, this, &QuestionPanel::accept);
    connect(m_decline, &QPushButton::clicked, this, &QuestionPanel::decline);
    m_escape->setContext(Qt::WidgetWithChildrenShortcut);
    m_escape->setWhatsThis(escapeWords());
    connect(m_escape, &QShortcut::activated, m_decline, &QPushButton::click);
    showFirst();
}

void QuestionPanel::ask(const QString &node, const Error &error)
{
    if (!isQuestion(error))
        return;
    const Question asked{{node}, error};
    if (wasRefused(error) && m_cluster.connections().secrets)
        m_cluster.connections().secrets->forget(asked.key()); // or the next try of anybody would send it again
    // What it asked before is answered, or was done elsewhere: after `ssh-keygen -R` a changed key is an unknown one.
    takeOut(node, &asked);
    queue(asked);
    showFirst();
}

void QuestionPanel::drop(const QString &node)
{
    if (!m_asked.contains(node))
        withdraw(node);
}

void QuestionPanel::queue(const Question &asked)
{
    const auto same = std::find_if(m_questions.begin(), m_questions.end(),
                                   [&](const Question &other) { return other.isSame(asked); });
    if (same != m_questions.end()) {
        for (const QString &node : asked.nodes) {
            if (!same->nodes.contains(node))
                same->nodes << node;
        }
        return;
    }
    const auto place = asked.kind() != Question::Kind::ChangedKey
        ? m_questions.end()
        : std::find_if(m_questions.begin(), m_questions.end(),
                       [](const Question &other) { return other.kind() != Question::Kind::ChangedKey; });
    m_questions.insert(place, asked);
}

void QuestionPanel::takeOut(const QString &node, const Question *but)
{
    for (Question &question : m_questions) {
        if (!but || !question.isSame(*but))
            question.nodes.removeAll(node);
    }
    m_questions.removeIf([](const Question &question) { return question.nodes.isEmpty(); });
}

void QuestionPanel::withdraw(const QString &node)
{
    takeOut(node);
    m_asked.remove(node);
    showFirst();
}

void QuestionPanel::forgetEdited()
{
    const QList<Node> &nodes = m_cluster.deployment().nodes;
    QStringList waiting;
    for (const Question &question : std::as_const(m_questions))
        waiting += question.nodes;
    for (const QString &name : std::as_const(waiting)) {
        const auto now
            = std::find_if(nodes.cbegin(), nodes.cend(), [&](const Node &node) { return node.name == name; });
        if (now == nodes.cend() || (m_asked.contains(name) && m_asked.value(name) != *now))
            withdraw(name);
    }
}

void QuestionPanel::showFirst()
{
    if (m_questions.isEmpty())
        giveFocusBack();
    setVisible(!m_questions.isEmpty());
    const QString key = m_questions.isEmpty() ? QString() : m_questions.first().key();
    const bool isNew = key != m_shown;
    m_shown = key;
    if (isNew) { // what was typed or went wrong belongs to the question before
        m_error->clear();
        m_secret->clear();
        m_accept->setEnabled(true);
    }
    if (m_questions.isEmpty())
        return;
    showWords();
    if (!isNew || isTyping(this))
        return;
    if (QWidget *now = window()->focusWidget(); !isAncestorOf(now))
        m_focusBefore = now;
    focusFirst();
}

// Accepting a key is never the easy way.
void QuestionPanel::focusFirst()
{
    (m_questions.first().isHostKey() ? static_cast<QWidget *>(m_decline) : m_secret)->setFocus();
}

// Before the panel hides: what has the focus then loses it to nobody in sight.
void QuestionPanel::giveFocusBack()
{
    QWidget *before = std::exchange(m_focusBefore, nullptr);
    if (before && before->isVisible() && before->isEnabled() && isAncestorOf(window()->focusWidget()))
        before->setFocus(Qt::OtherFocusReason);
}

void QuestionPanel::showWords()
{
    const Question &question = m_questions.first();
    const bool isAnswering = std::all_of(question.nodes.cbegin(), question.nodes.cend(),
                                         [this](const QString &node) { return m_cluster.health(node).answers(); });
    const QuestionWords words = wordsOf(question, isAnswering);
    style::setNotice(this, words.tone);
    style::setText(m_symbol, words.tone == style::Tone::Danger ? style::Text::Danger : style::Text::Strong);
    style::setText(m_title, words.tone == style::Tone::Danger ? style::Text::Section : style::Text::Strong);
    m_symbol->setText(words.tone == style::Tone::Danger        ? u"✕"_s
                          : words.tone == style::Tone::Warning ? u"!"_s
                                                               : u"?"_s);
    m_title->setText(words.title);
    m_text->setText(words.text);
    m_evidence->setText(words.evidence);
    m_evidence->setVisible(!words.evidence.isEmpty());
    m_copy->setVisible(!words.copy.isEmpty());
    m_copy->setSource([text = words.copy] { return text; });
    m_copy->setAccessibleName(words.copyName);
    m_copy->setToolTip(words.copyName);
    m_secret->setVisible(!question.isHostKey());
    m_secret->setPlaceholderText(tr("Kept in memory until the program ends, never saved"));
    m_secret->setAccessibleName(words.title);
    m_accept->setVisible(!words.accept.isEmpty());
    m_accept->setText(words.accept);
    style::setKind(m_accept, question.isHostKey() ? style::Kind::Secondary : style::Kind::Primary);
    m_decline->setText(words.decline);
    m_count->setText(m_questions.size() > 1 ? tr("1 of %1 questions").arg(m_questions.size()) : QString());
    setAccessibleName(words.title);
}

void QuestionPanel::accept()
{
    if (m_questions.isEmpty() || m_questions.first().kind() == Question::Kind::ChangedKey)
        return;
    const Question question = m_questions.first();
    const ConnectionSettings &connections = m_cluster.connections();
    if (!question.isHostKey()) {
        if (m_secret->text().isEmpty() || !connections.secrets)
            return;
        connections.secrets->set(question.key(), m_secret->text());
        finish(question.key(), true);
        return;
    }
    if (question.newKeysFile().isEmpty()) {
        if (connections.secrets)
            connections.secrets->set(question.key(), u"accepted"_s); // while this program runs
        finish(question.key(), true);
        return;
    }
    m_accept->setEnabled(false);
    m_worker.run(this, [file = question.newKeysFile(), line = question.error.facts.value(u"line"_s)](Job &) {
        return appendKnownHost(file, line);
    }, [this, key = question.key()](const Result<void> &stored) {
        m_accept->setEnabled(true);
        if (stored)
            finish(key, true);
        else if (key == m_shown)
            m_error->setError(stored.error());
    });
}

void QuestionPanel::decline()
{
    if (!m_questions.isEmpty())
        finish(m_questions.first().key(), false);
}

void QuestionPanel::finish(const QString &key, bool isAnswered)
{
    const auto it = std::find_if(m_questions.begin(), m_questions.end(),
                                 [&](const Question &question) { return question.key() == key; });
    if (it == m_questions.end())
        return;
    const Question question = m_questions.takeAt(it - m_questions.begin());
    const QStringList &nodes = question.nodes;
    QStringList ofCluster; // the others are being tried in a form
    for (const QString &node : nodes) {
        if (m_asked.remove(node))
            ofCluster << node;
    }
    showFirst();
    if (isAnswered) {
        // not the others: what was declined there would be asked again for ever
        for (const QString &node : std::as_const(ofCluster))
            m_cluster.inspect(node);
        emit answered(nodes);
    } else {
        for (const QString &node : std::as_const(ofCluster)) {
            if (question.kind() != Question::Kind::ChangedKey)
                m_cluster.tell(node, {declinedNote(question.error, m_cluster.now())});
        }
        emit declined(nodes);
    }
}

bool QuestionPanel::eventFilter(QObject *watched, QEvent *event)
{
    // The second half of a double click would accept the next question unread, and has taken the focus to do so.
    if (watched == m_accept && event->type() == QEvent::MouseButtonDblClick) {
        if (!m_questions.isEmpty())
            focusFirst();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void QuestionPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_escape->setWhatsThis(escapeWords());
        if (!m_questions.isEmpty())
            showWords();
    }
    QFrame::changeEvent(event);
}
