#include "ui/frame/questionpanel.h"

#include "core/shell/hostkeys.h"
#include "ui/common/errorbar.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

QString QuestionPanel::Question::key() const
{
    const QMap<QString, QString> &facts = error.facts;
    if (isHostKey())
        return u"hostkey:%1:%2:%3"_s.arg(facts.value(u"host"_s), facts.value(u"port"_s), facts.value(u"fingerprint"_s));
    return facts.value(u"key"_s, u"node:"_s + node);
}

bool QuestionPanel::Question::isChangedKey() const
{
    return isHostKey() && error.facts.value(u"state"_s) != "unknown"_L1;
}

QuestionPanel::QuestionPanel(Cluster &cluster, QWidget *parent)
    : QFrame(parent)
    , m_cluster(cluster)
    , m_symbol(new QLabel(this))
    , m_title(style::label({}, style::Text::Strong, this))
    , m_text(style::label({}, style::Text::Body, this))
    , m_fingerprint(style::label({}, style::Text::Body, this))
    , m_count(style::label({}, style::Text::Small, this))
    , m_secret(new QLineEdit(this))
    , m_accept(new QPushButton(this))
    , m_decline(new QPushButton(this))
    , m_error(new ErrorBar(this))
{
    setObjectName(u"questionPanel"_s);
    m_title->setObjectName(u"questionTitle"_s);
    m_text->setObjectName(u"questionText"_s);
    m_fingerprint->setObjectName(u"questionFingerprint"_s);
    m_secret->setObjectName(u"questionSecret"_s);
    m_accept->setObjectName(u"questionAccept"_s);
    m_decline->setObjectName(u"questionDecline"_s);
    m_text->setWordWrap(true);
    m_fingerprint->setFont(style::monospace());
    m_fingerprint->setWordWrap(true);
    m_secret->setEchoMode(QLineEdit::Password);
    m_secret->setMaximumWidth(360);
    m_secret->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhHiddenText);

    auto *head = new QHBoxLayout;
    head->addWidget(m_symbol);
    head->addWidget(m_title, 1);
    head->addWidget(m_count);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_secret, 1);
    buttons->addWidget(m_accept);
    buttons->addWidget(m_decline);
    buttons->addStretch();
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::grid * 3, style::grid * 2);
    box->addLayout(head);
    box->addWidget(m_text);
    box->addWidget(m_fingerprint);
    box->addWidget(m_error);
    box->addLayout(buttons);

    connect(&cluster, &Cluster::questionRaised, this, &QuestionPanel::ask);
    connect(&cluster, &Cluster::deploymentChanged, this, [this] {
        m_questions.removeIf([this](const Question &question) {
            const QList<Node> &nodes = m_cluster.deployment().nodes;
            return std::none_of(nodes.cbegin(), nodes.cend(), [&](const Node &node) { return node.name == question.node; });
        });
        showFirst();
    });
    connect(m_accept, &QPushButton::clicked, this, &QuestionPanel::accept);
    connect(m_secret, &QLineEdit::returnPressed, this, &QuestionPanel::accept);
    connect(m_decline, &QPushButton::clicked, this, &QuestionPanel::decline);
    showFirst();
}

void QuestionPanel::ask(const QString &node, const Error &question)
{
    const Question asked{node, question};
    const auto same = std::find_if(m_questions.begin(), m_questions.end(),
                                   [&](const Question &other) { return other.key() == asked.key(); });
    if (same != m_questions.end())
        return;
    m_questions << asked;
    showFirst();
}

void QuestionPanel::showFirst()
{
    m_error->clear();
    m_secret->clear();
    setVisible(!m_questions.isEmpty());
    if (m_questions.isEmpty())
        return;
    const Question &question = m_questions.first();
    m_count->setText(m_questions.size() > 1 ? tr("1 of %1 questions").arg(m_questions.size()) : QString());
    m_fingerprint->setVisible(question.isHostKey());
    m_secret->setVisible(!question.isHostKey());
    m_accept->setVisible(!question.isChangedKey());
    if (question.isHostKey())
        showHostKey(question);
    else
        showSecret(question);
    setAccessibleName(m_title->text());
}

void QuestionPanel::showHostKey(const Question &question)
{
    const QMap<QString, QString> &facts = question.error.facts;
    const QString host = facts.value(u"host"_s), port = facts.value(u"port"_s, u"22"_s), type = facts.value(u"type"_s);
    const QString place = port == "22"_L1 ? host : u"%1:%2"_s.arg(host, port);
    if (question.isChangedKey()) {
        style::setNotice(this, style::Tone::Danger);
        style::setText(m_symbol, style::Text::Danger);
        m_symbol->setText(u"✕"_s);
        const bool isRevoked = facts.value(u"knownFingerprint"_s) == facts.value(u"fingerprint"_s);
        m_title->setText(isRevoked ? tr("The host key of %1 is revoked").arg(question.node) : tr("The host key of %1 has changed").arg(question.node));
        m_text->setText(isRevoked ? question.error.message : tr("%1 shows another key than the one known for it. Somebody may be listening in between, or the machine was "
                           "installed anew. Nothing was sent to it. Ask its administrator; if the new key is right, remove the old one with "
                           "\"ssh-keygen -R %2\" and connect again.")
                            .arg(place, port == "22"_L1 ? host : u"[%1]:%2"_s.arg(host, port)));
        m_fingerprint->setText(tr("Known: %1\nNow:   %2 (%3)").arg(facts.value(u"knownFingerprint"_s, u"?"_s), facts.value(u"fingerprint"_s), type));
        m_decline->setText(tr("Do not connect"));
        m_decline->setFocus();
        return;
    }
    style::setNotice(this, style::Tone::Accent);
    style::setText(m_symbol, style::Text::Strong);
    m_symbol->setText(u"?"_s);
    m_title->setText(tr("Is this %1?").arg(question.node));
    m_text->setText(tr("%1 is not known yet. Compare its fingerprint with what its administrator tells you (on the machine: "
                       "\"ssh-keygen -lf /etc/ssh/ssh_host_%2_key.pub\"). An accepted key is added to your known_hosts file.")
                        .arg(place, type.contains("ed25519"_L1) ? u"ed25519"_s : type.contains("ecdsa"_L1) ? u"ecdsa"_s : u"rsa"_s));
    m_fingerprint->setText(u"%1  %2"_s.arg(facts.value(u"fingerprint"_s), type));
    m_accept->setText(tr("Accept"));
    m_decline->setText(tr("Do not connect"));
    style::setKind(m_accept, style::Kind::Secondary); // accepting is never the easy way
}

void QuestionPanel::showSecret(const Question &question)
{
    const QMap<QString, QString> &facts = question.error.facts;
    const QString need = facts.value(u"need"_s), prompt = facts.value(u"prompt"_s);
    style::setNotice(this, style::Tone::Accent);
    style::setText(m_symbol, style::Text::Strong);
    m_symbol->setText(u"?"_s);
    if (need == "passphrase"_L1)
        m_title->setText(tr("%1 needs the passphrase of the key").arg(question.node));
    else if (need == "password"_L1)
        m_title->setText(tr("%1 needs a password").arg(question.node));
    else
        m_title->setText(tr("%1 asks").arg(question.node));
    m_text->setText(prompt.isEmpty() ? question.error.message : prompt);
    m_secret->setPlaceholderText(tr("Kept in memory until the program ends, never saved"));
    m_secret->setAccessibleName(m_title->text());
    const bool canAnswer = facts.contains(u"key"_s);
    m_secret->setVisible(canAnswer);
    m_accept->setVisible(canAnswer);
    m_accept->setText(tr("Connect"));
    m_decline->setText(canAnswer ? tr("Do not connect") : tr("Close"));
    style::setKind(m_accept, style::Kind::Primary);
    m_secret->setFocus();
}

void QuestionPanel::accept()
{
    if (m_questions.isEmpty() || m_questions.first().isChangedKey())
        return;
    const Question question = m_questions.first();
    const ConnectionSettings &connections = m_cluster.connections();
    if (question.isHostKey()) {
        const Result<void> stored = appendKnownHost(connections.knownHostsFile, question.error.facts.value(u"line"_s));
        if (!stored) {
            m_error->setError(stored.error());
            return;
        }
    } else {
        if (m_secret->text().isEmpty() || !connections.secrets)
            return;
        connections.secrets->set(question.key(), m_secret->text());
    }
    drop(question.key());
    m_cluster.answered();
    emit answered();
}

void QuestionPanel::decline()
{
    if (!m_questions.isEmpty())
        drop(m_questions.first().key());
}

void QuestionPanel::drop(const QString &key)
{
    m_questions.removeIf([&](const Question &question) { return question.key() == key; });
    showFirst();
}

void QuestionPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        showFirst();
    QFrame::changeEvent(event);
}
