#include "ui/nodes/factspanel.h"

#include "core/base/languages.h"
#include "core/facts/npufacts.h"
#include "core/nodes/asking.h"
#include "ui/common/breakable.h"
#include "ui/common/copybutton.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/errorbar.h"
#include "ui/common/format.h"
#include "ui/common/nodelook.h"
#include "ui/common/style.h"
#include "ui/nodes/nodemodel.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString orNone(const QString &text)
{
    return text.isEmpty() ? format::none() : text;
}

// "0-7" rather than "0, 1, 2, 3, 4, 5, 6, 7".
QString ranges(const QList<int> &ids)
{
    QStringList parts;
    for (qsizetype i = 0; i < ids.size();) {
        qsizetype last = i;
        while (last + 1 < ids.size() && ids[last + 1] == ids[last] + 1)
            ++last;
        parts << (last == i ? QString::number(ids[i]) : u"%1–%2"_s.arg(ids[i]).arg(ids[last]));
        i = last + 1;
    }
    return parts.join(u", "_s);
}

bool hasLongWord(const QString &text)
{
    const QStringList words = text.split(QRegularExpression(u"\\s"_s));
    return std::any_of(words.cbegin(), words.cend(), [](const QString &word) { return word.size() > 24; });
}

// Whole in the tool tip and by Copy.
QWidget *elidedLines(const QString &text, QWidget *parent)
{
    auto *lines = new QWidget(parent);
    auto *box = new QVBoxLayout(lines);
    style::setMargins(box, 0, 0);
    for (const QString &line : text.split(u'\n')) {
        auto *label = new ElidedLabel(lines, Qt::ElideMiddle);
        label->setText(line);
        box->addWidget(label);
    }
    return lines;
}

QString clockWords(const NodeFacts &facts)
{
    if (!facts.clockOffsetSeconds)
        return format::none();
    const double seconds = *facts.clockOffsetSeconds, uncertain = facts.clockUncertaintySeconds.value_or(0);
    if (std::abs(seconds) < std::max(0.05, uncertain))
        return uncertain < 0.05 ? FactsPanel::tr("as this machine's")
                                : FactsPanel::tr("as this machine's (known to %1 s)").arg(format::number(uncertain, 2));
    const QString amount = format::number(std::abs(seconds), std::abs(seconds) < 10 ? 2 : 0);
    return seconds > 0 ? FactsPanel::tr("%1 s ahead of this machine").arg(amount)
                       : FactsPanel::tr("%1 s behind this machine").arg(amount);
}

} // namespace

QList<FactRow> factRows(const NodeFacts &facts)
{
    QList<FactRow> rows;
    // What is not known says why: a tool that hung is not a machine without it.
    const auto add = [&](const QString &group, const QString &key, const QString &value, const char *part = "") {
        rows << FactRow{group, key, value.isEmpty() ? orNone(facts.errors.value(QLatin1String(part)).message) : value};
    };
    const QString versions = FactsPanel::tr("Driver and firmware"), host = FactsPanel::tr("Host"),
                  network = FactsPanel::tr("Network"), container = FactsPanel::tr("Container"),
                  storage = FactsPanel::tr("Memory and disk");
    add(versions, FactsPanel::tr("Driver"), driverInWords(facts), "driver");
    add(versions, FactsPanel::tr("Firmware"), firmwareInWords(facts), "firmware");
    add(versions, u"npu-smi"_s, facts.npuSmi ? facts.npuSmi->toolVersion : QString(), "npu-smi");
    add(versions, FactsPanel::tr("Devices"),
        facts.deviceIds.isEmpty() ? QString() : u"/dev/davinci "_s + ranges(facts.deviceIds), "devices");
    add(host, FactsPanel::tr("Host name"), facts.hostname);
    add(host, FactsPanel::tr("System"), facts.os.prettyName, "system");
    add(host, FactsPanel::tr("Kernel"), facts.os.kernel);
    add(host, FactsPanel::tr("Architecture"), facts.os.arch);
    add(host, FactsPanel::tr("Clock"), clockWords(facts));
    add(network, FactsPanel::tr("Address"),
        facts.hostInterface.isEmpty() ? facts.hostIp : u"%1 (%2)"_s.arg(facts.hostIp, facts.hostInterface));
    QStringList others;
    for (const HostAddress &address : facts.addresses) {
        if (address.ip != facts.hostIp)
            others << u"%1 (%2)"_s.arg(address.ip, address.interface);
    }
    if (!others.isEmpty())
        add(network, FactsPanel::tr("Further addresses"), others.join(u'\n'));
    add(container, FactsPanel::tr("Engine"),
        facts.container.engine.isEmpty() ? QString() : facts.container.engine + u' ' + facts.container.version,
        "container");
    if (!facts.container.containers.isEmpty())
        add(container, FactsPanel::tr("Containers"), facts.container.containers.join(u'\n'));
    add(storage, FactsPanel::tr("Memory"),
        facts.memoryTotalBytes
            ? FactsPanel::tr("%1, %2 available")
                  .arg(format::bytes(facts.memoryTotalBytes), format::bytes(facts.memoryAvailableBytes))
            : QString());
    add(storage, u"/dev/shm"_s, format::bytes(facts.shmTotalBytes));
    add(storage, FactsPanel::tr("Free for images"), format::bytes(facts.imageDiskFreeBytes));
    add(storage, FactsPanel::tr("Free for weights"), format::bytes(facts.weightsDiskFreeBytes));
    return rows;
}

FactsPanel::FactsPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(style::label({}, style::Text::Section, this))
    , m_hint(style::label({}, style::Text::Second, this))
    , m_why(style::label({}, style::Text::Second, this))
    , m_past(style::label({}, style::Text::Body, this))
    , m_badge(new Badge(this))
    , m_copy(new CopyButton(this))
    , m_error(new ErrorBar(this))
    , m_ask(new QPushButton(tr("Ask again"), this))
    , m_box(new QVBoxLayout(this))
{
    setObjectName(u"factsPanel"_s);
    m_hint->setWordWrap(true);
    m_why->setObjectName(u"nodeHealth"_s);
    m_past->setObjectName(u"factsOfThePast"_s);
    m_past->setWordWrap(true);
    m_past->setMargin(style::grid * 2);
    style::setNotice(m_past, style::Tone::Warning);
    m_why->setWordWrap(true);
    m_error->setRetryVisible(true);
    m_error->setCloseVisible(false);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_badge);
    head->addStretch();
    head->addWidget(m_copy);
    style::setMargins(m_box, 0, style::grid * 2);
    m_box->addLayout(head);
    m_box->addWidget(m_why);
    m_box->addWidget(m_error);
    m_box->addWidget(m_hint);
    m_box->addWidget(m_past);
    auto *ask = new QHBoxLayout;
    ask->addWidget(m_ask);
    ask->addStretch();
    m_box->addLayout(ask);
    m_box->addStretch();
    m_copy->setSource([this] {
        QString text = m_node.name + u'\n';
        for (const FactRow &row : std::as_const(m_shown))
            text += u"%1 / %2: %3\n"_s.arg(row.group, row.key, row.value);
        return text;
    });
    m_ask->setObjectName(u"askAgain"_s);
    connect(m_ask, &QPushButton::clicked, this, [this] { emit askRequested(m_node.name); });
    connect(m_error, &ErrorBar::retryRequested, this, [this] { emit askRequested(m_node.name); });
}

void FactsPanel::setNode(const Node &node, const NodeHealth &health, qint64 nowMs,
                         const std::optional<NodeFacts> &facts, qint64 factsAtMs, const NodeChange &change)
{
    m_node = node;
    m_change = change;
    m_health = health;
    m_nowMs = nowMs;
    m_factsAtMs = factsAtMs;
    m_facts = facts;
    m_title->setText(node.name);
    m_badge->setLook(lookOf(health));
    const std::optional<Error> error = errorOfFacts();
    const bool isQuestionOfFacts = error && isQuestion(*error) && !isChangedHostKey(*error);
    const bool isAsked = isWaitingForAnswer();
    if (!error || isAsked) // a question stands above the page, in full; here only that it waits
        m_error->clear();
    else if (isChangedHostKey(*error) && !isDamagedHostKey(*error))
        m_error->setError({error->kind,
                           tr("%1 shows another host key than the known one. Nobody logged in.").arg(node.name),
                           saidIn(*error, u"message"_s, dataLanguage()) + u'\n'
                               + saidIn(*error, u"detail"_s, dataLanguage()),
                           {}});
    else
        m_error->setError(*error);
    sayWhy();
    const QList<FactRow> rows = facts && !facts->error ? factRows(*facts) : QList<FactRow>();
    const bool factsFailed = facts && facts->error && health.answers(); // somebody else reached it since
    QString hint;
    if (health.isAsking)
        hint = tr("Asking the node…");
    else if (health.isDeclined)
        hint.clear();
    else if (isAsked && !isQuestionOfFacts)
        hint = tr("Not logged in yet: its host key or its login waits for an answer.");
    else if (isAsked)
        hint = error->kind == ErrorKind::HostKey
            ? tr("Not logged in yet: somebody has to say whether its host key is right.")
            : tr("Not logged in yet: somebody has to give the password or passphrase.");
    else if (factsFailed && isChangedHostKey(*facts->error))
        hint = tr("It answers over a connection that was made before; a new one was not made, for it showed another "
                  "host key than the known one.");
    else if (factsFailed)
        hint = factsAtMs > 0
            ? tr("It answers, but its facts could not be read: %1 Asked at %2.", "a sentence; a time")
                  .arg(saidIn(*facts->error, u"message"_s, dataLanguage()), format::timeAt(factsAtMs, nowMs))
            : tr("It answers, but its facts could not be read: %1", "a sentence")
                  .arg(saidIn(*facts->error, u"message"_s, dataLanguage()));
    else if (rows.isEmpty() && !m_error->hasError())
        hint = health.atMs > 0 ? tr("It has not been asked for its facts yet.")
                               : tr("This node has not been asked yet.");
    setBreakable(m_hint, hint);
    m_hint->setVisible(!hint.isEmpty());
    m_copy->setVisible(!rows.isEmpty());
    const bool isPast = change.atMs > 0 && !rows.isEmpty();
    m_past->setText(
        isPast ? tr("These facts are from before %1, when something else was at work here: %2.", "a time, what it was")
                     .arg(format::time(change.atMs), workWords({change.by}))
               : QString());
    m_past->setVisible(isPast);
    m_ask->setVisible(isAsked || factsFailed || (isPast && !health.isAsking));
    if (rows == m_shown)
        return;
    m_shown = rows;
    rebuild();
}

std::optional<Error> FactsPanel::errorOfFacts() const
{
    return m_facts && !m_health.isAsking && !m_health.answers() ? m_facts->error : std::nullopt;
}

bool FactsPanel::isWaitingForAnswer() const
{
    const std::optional<Error> error = errorOfFacts();
    return (error && isQuestion(*error) && !isChangedHostKey(*error))
        || (!m_health.isAsking && m_health.level == HealthLevel::NeedsAnswer);
}

void FactsPanel::setHealth(const NodeHealth &health, qint64 nowMs)
{
    m_health = health;
    m_nowMs = nowMs;
    sayWhy();
}

void FactsPanel::sayWhy()
{
    const qint64 nowMs = m_nowMs;
    m_badge->setToolTip(healthToolTip(m_node.name, m_health, nowMs));
    const std::optional<Error> error = errorOfFacts();
    const bool isSaid = isWaitingForAnswer() || (error && m_health.why == saidIn(*error, u"message"_s, dataLanguage()));
    // What the last question told needs no time of its own beside that question's.
    const bool isOfTheLast = m_health.source == HealthSource::Inspection
        && (m_health.atMs - m_health.whyAtMs < 5000
            || askedWords(m_health.whyAtMs, nowMs) == askedWords(m_health.atMs, nowMs));
    const QString why = m_health.why.isEmpty() || isOfTheLast || m_health.isTimed
        ? m_health.why
        : tr("%1 (%2)", "a sentence; who said so, when").arg(m_health.why, saidWords(m_health, nowMs));
    QString asked = askedWords(m_health.atMs, nowMs);
    // "(Monitor, asked 41 s ago) · It was asked just now." would say two times of one thing.
    const bool isOlder
        = !m_health.why.isEmpty() && !isSaid && !isOfTheLast && askedWords(m_health.whyAtMs, nowMs) != asked;
    bool isBare = true;                  // nothing but when it was
    if (!asked.isEmpty() && m_health.source == HealthSource::Inspection && !isOlder)
        asked[0] = asked[0].toUpper();
    else if (!asked.isEmpty() && m_health.source != HealthSource::Inspection && m_facts && !m_facts->error
             && m_factsAtMs > 0) {       // they are not as new as that
        isBare = false;
        asked
            = (isOlder ? tr("For other things it was %1. Facts from %2; ask again for new ones.", "asked when; a time")
                       : tr("It was %1. Facts from %2; ask again for new ones.", "asked when; a time"))
                  .arg(asked, format::timeAt(m_factsAtMs, nowMs));
    } else if (!asked.isEmpty())
        asked = (isOlder ? tr("For other things it was %1.", "asked when") : tr("It was %1.", "asked when")).arg(asked);
    // "(Monitor, asked just now) · asked just now" says one thing twice.
    if (!isOfTheLast && isBare && askedWords(m_health.whyAtMs, nowMs) == askedWords(m_health.atMs, nowMs))
        asked.clear();
    QString words = m_health.isDeclined                    ? m_health.why
        : m_health.why.isEmpty() || isSaid ? asked
        : asked.isEmpty()                  ? why
                                           : u"%1 · %2"_s.arg(why, asked);
    if (!m_health.further.isEmpty())
        words += u'\n' + furtherWords(m_health);
    setBreakable(m_why, words);
    m_why->setVisible(!words.isEmpty());
}

void FactsPanel::rebuild()
{
    delete m_rows;
    m_rows = new QWidget(this);
    auto *grid = new QGridLayout(m_rows);
    style::setMargins(grid, 0, style::grid);
    grid->setHorizontalSpacing(style::grid * 3);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, 108);
    QString group;
    for (const FactRow &row : std::as_const(m_shown)) {
        if (row.group != group) {
            group = row.group;
            QLabel *head = style::label(group, style::Text::Strong, m_rows);
            head->setContentsMargins(0, grid->rowCount() > 1 ? style::grid * 2 : 0, 0, 0);
            grid->addWidget(head, grid->rowCount(), 0, 1, 2);
        }
        QWidget *value = nullptr;
        if (hasLongWord(row.value)) { // has no place to break a line
            value = elidedLines(row.value, m_rows);
        } else {
            QLabel *words = style::label(row.value, style::Text::Body, m_rows);
            words->setWordWrap(true);
            value = words;
        }
        const int line = grid->rowCount();
        grid->addWidget(style::label(row.key, style::Text::Second, m_rows), line, 0, Qt::AlignTop);
        grid->addWidget(value, line, 1);
    }
    m_box->insertWidget(m_box->count() - 1, m_rows);
}

void FactsPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_ask->setText(tr("Ask again"));
        m_shown.clear();
        setNode(m_node, m_health, m_nowMs, m_facts, m_factsAtMs, m_change);
    }
    QWidget::changeEvent(event);
}
