#include "ui/chat/turnwidget.h"

#include "core/base/plaintext.h"
#include "core/deploy/steprunner.h"
#include "ui/chat/answertext.h"
#include "ui/chat/codebox.h"
#include "ui/chat/markdownparts.h"
#include "ui/common/breakable.h"
#include "ui/common/copybutton.h"
#include "ui/common/errorbar.h"
#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>

using namespace Qt::StringLiterals;

QString figuresOf(const ChatTurn &turn)
{
    const ChatStats &stats = turn.stats;
    QStringList parts;
    const auto tell = [&parts](const QString &words) { parts << unbroken(words); };
    if (turn.state == TurnState::Stopped)
        tell(QCoreApplication::translate("TurnWidget", "Stopped"));
    if (!stats.model.isEmpty())
        parts << stats.model;
    if (stats.ttftMs)
        tell(QCoreApplication::translate("TurnWidget", "TTFT %1", "time to first token")
                 .arg(format::value(*stats.ttftMs, u"ms"_s, 0)));
    if (stats.tokensPerSecond)
        tell(QCoreApplication::translate("TurnWidget", "%1 tokens/s").arg(format::number(*stats.tokensPerSecond, 1)));
    if (stats.completionTokens)
        tell(*stats.completionTokens == 1
                 ? QCoreApplication::translate("TurnWidget", "1 token")
                 : QCoreApplication::translate("TurnWidget", "%1 tokens").arg(format::number(*stats.completionTokens)));
    if (stats.cachedTokens.value_or(0) > 0)
        tell(QCoreApplication::translate("TurnWidget", "%1 cached", "prompt tokens that needed no reading")
                 .arg(format::number(*stats.cachedTokens)));
    if (turn.isLeftOut)
        tell(QCoreApplication::translate("TurnWidget", "not sent any more",
                                         "an answer that is left out of what later questions carry"));
    if (stats.finishReason == "length"_L1)
        tell(QCoreApplication::translate("TurnWidget", "cut at the token limit"));
    return parts.join(u"  ·  "_s);
}

// What of a long message stands in the conversation until somebody wants to see all of it: to lay out 50 kB of words
// takes a tenth of a second, at each change of the theme and of the width.
static QString beginningOf(const QString &text)
{
    constexpr qsizetype mostCharacters = 4000, shownCharacters = 1500;
    constexpr int mostLines = 60, shownLines = 25;
    if (text.size() <= mostCharacters && text.count(u'\n') < mostLines)
        return text;
    QString part = text.section(u'\n', 0, shownLines - 1).left(shownCharacters);
    if (!part.isEmpty() && part.back().isHighSurrogate())
        part.chop(1);
    return part + u'…';
}

TurnWidget::TurnWidget(const ChatTurn &turn, QWidget *parent)
    : QWidget(parent)
    , m_turn(turn)
{
    m_waitClock.setInterval(1000);
    connect(&m_waitClock, &QTimer::timeout, this, [this] {
        ++m_waitedSeconds;
        showWaiting();
    });
    if (m_turn.isUser)
        buildUser();
    else
        buildAnswer();
    showTurn();
    retranslate();
}

void TurnWidget::buildUser()
{
    auto *card = new QFrame(this);
    style::setNotice(card, style::Tone::Accent);
    const QString beginning = beginningOf(m_turn.text);
    m_words = style::label(beginning, style::Text::Body, card);
    m_words->setObjectName(u"userText"_s);
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(14, 10, 14, 10);
    inside->addWidget(m_words);
    if (beginning != m_turn.text) {
        m_whole = new QPushButton(card);
        m_whole->setObjectName(u"wholeMessage"_s);
        m_whole->setCheckable(true);
        style::setKind(m_whole, style::Kind::Link);
        inside->addWidget(m_whole, 0, Qt::AlignLeft);
        connect(m_whole, &QPushButton::toggled, this, [this, beginning](bool isWhole) {
            m_words->setText(withoutControls(isWhole ? m_turn.text : beginning));
            retranslate();
        });
    }
    auto *row = new QHBoxLayout(this);
    style::setMargins(row, 0, 0);
    row->addStretch();
    row->addWidget(card);
}

void TurnWidget::buildAnswer()
{
    m_stream = new AnswerText(this);
    m_figures = style::label({}, style::Text::Small, this);
    m_figures->setObjectName(u"figures"_s);
    m_figures->setWordWrap(true);
    m_copy = new CopyButton(this);
    m_copy->setSource([this] { return m_turn.text; });
    m_again = new QPushButton(this);
    m_again->setObjectName(u"regenerate"_s);
    style::setKind(m_again, style::Kind::Quiet);

    m_head = new QVBoxLayout;
    m_head->setSpacing(style::grid);
    m_parts = new QVBoxLayout;
    m_parts->setSpacing(style::grid * 2);
    m_parts->addWidget(m_stream);
    m_trouble = new QVBoxLayout;
    m_trouble->setSpacing(style::grid);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(style::grid);
    foot->addWidget(m_figures, 1);
    foot->addWidget(m_copy);
    foot->addWidget(m_again);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, 0, style::grid);
    for (QLayout *part : {static_cast<QLayout *>(m_head), static_cast<QLayout *>(m_parts),
                          static_cast<QLayout *>(m_trouble), static_cast<QLayout *>(foot)})
        box->addLayout(part);
    connect(m_again, &QPushButton::clicked, this, &TurnWidget::againRequested);
    if (m_turn.state == TurnState::Streaming) {
        m_stream->append(m_turn.text);
        settle();
    }
}

void TurnWidget::buildThought()
{
    if (m_thought)
        return;
    m_thought = new QPushButton(this);
    m_thought->setObjectName(u"thought"_s);
    m_thought->setCheckable(true);
    m_thought->setChecked(m_showsThought);
    style::setKind(m_thought, style::Kind::Chip);
    m_reasoning = style::label({}, style::Text::Second, this);
    m_reasoning->setObjectName(u"reasoning"_s);
    m_reasoning->setWordWrap(true);
    m_reasoning->setContentsMargins(12, 0, 0, 0);
    m_head->insertWidget(0, m_thought, 0, Qt::AlignLeft);
    m_head->insertWidget(1, m_reasoning);
    m_thought->show();
    m_reasoning->setVisible(m_showsThought);
    connect(m_thought, &QPushButton::toggled, this, &TurnWidget::showThought);
}

void TurnWidget::buildTrouble()
{
    if (m_error)
        return;
    m_error = new ErrorBar(this);
    m_error->setCloseVisible(false);
    m_remedies = new QWidget(this);
    auto *row = new QHBoxLayout(m_remedies);
    style::setMargins(row, 0, style::grid * 2);
    const auto add = [&](QPushButton *&button, const QString &name, void (TurnWidget::*asked)()) {
        button = new QPushButton(m_remedies);
        button->setObjectName(name);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, asked);
    };
    add(m_shorten, u"shortenTurn"_s, &TurnWidget::shortenRequested);
    add(m_remove, u"removeTurn"_s, &TurnWidget::removeRequested);
    add(m_alone, u"askAlone"_s, &TurnWidget::aloneRequested);
    row->addStretch();
    m_remedies->hide();
    m_trouble->addWidget(m_error);
    m_trouble->addWidget(m_remedies);
    connect(m_error, &ErrorBar::retryRequested, this, &TurnWidget::againRequested);
}

void TurnWidget::append(const ChatPiece &piece)
{
    m_turn.text += piece.content;
    m_turn.reasoning += piece.reasoning;
    if (!m_stream)
        return;
    if (!piece.content.isEmpty()) {
        m_stream->append(piece.content);
        // A paragraph is known to be whole by how the next line begins.
        constexpr qsizetype beginning = 8;
        if (piece.content.size() + beginning > m_turn.text.size() - m_turn.text.lastIndexOf(u'\n')
            || piece.content.contains(u'\n'))
            settle();
    }
    if (!piece.reasoning.isEmpty()) {
        buildThought();
        m_reasoning->setText(m_turn.reasoning);
        retranslate();
    }
}

void TurnWidget::setTurn(const ChatTurn &turn)
{
    m_turn = turn;
    showTurn();
    retranslate();
}

void TurnWidget::showThought(bool show)
{
    m_showsThought = show;
    if (!m_thought)
        return;
    m_thought->setChecked(show);
    m_reasoning->setVisible(show);
}

void TurnWidget::showTurn()
{
    if (m_turn.isUser) {
        if (m_turn.isLeftOut && !m_leftOut) {
            m_leftOut = style::label({}, style::Text::Small, m_words->parentWidget());
            m_leftOut->setObjectName(u"leftOut"_s);
            m_leftOut->setWordWrap(true);
            m_words->parentWidget()->layout()->addWidget(m_leftOut);
        }
        if (m_leftOut)
            m_leftOut->setVisible(m_turn.isLeftOut);
        return;
    }
    const TurnState state = m_turn.state;
    const bool isOver = !isUnderWay();
    if (m_stream)
        m_stream->setVisible(!m_turn.text.isEmpty() || state == TurnState::Streaming);
    if (!m_turn.reasoning.isEmpty()) {
        buildThought();
        m_reasoning->setText(m_turn.reasoning);
    }
    if (state == TurnState::Waiting && !m_waiting) {
        m_waiting = style::label({}, style::Text::Second, this);
        m_waiting->setObjectName(u"waiting"_s);
        m_head->addWidget(m_waiting);
        m_waiting->show();
        m_waitClock.start();
    } else if (state != TurnState::Waiting && m_waiting) {
        m_waitClock.stop();
        delete std::exchange(m_waiting, nullptr);
    }
    for (QWidget *widget : {static_cast<QWidget *>(m_figures), static_cast<QWidget *>(m_again)})
        widget->setVisible(isOver && state != TurnState::Failed);
    m_copy->setVisible(isOver && !m_turn.text.isEmpty());
    m_figures->setText(figuresOf(m_turn));
    if (m_turn.error) {
        buildTrouble();
        m_error->setError(told(*m_turn.error));
    }
    setBusy(m_isBusy);
    if (isOver)
        showParts();
}

// Markdown is rendered once for each paragraph: doing it for each token costs 200 times as much.
void TurnWidget::settle()
{
    const qsizetype whole = settledLength(m_turn.text.mid(m_settled));
    if (whole == 0)
        return;
    addParts(m_turn.text.mid(m_settled, whole));
    m_settled += whole;
    m_stream->clear();
    m_stream->append(m_turn.text.mid(m_settled));
}

// All of it anew: what names a link may stand at the end of the answer.
void TurnWidget::showParts()
{
    if (m_turn.text.isEmpty())
        return;
    while (QLayoutItem *item = m_parts->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    m_stream = nullptr;
    m_prose = nullptr;
    addParts(m_turn.text);
}

void TurnWidget::addParts(const QString &markdown)
{
    constexpr qsizetype mostAtOnce = 8000; // of prose that goes on: rendered anew with each paragraph
    const QList<MarkdownPart> parts = markdownParts(markdown);
    for (const MarkdownPart &part : parts) {
        if (!part.isCode && m_prose && m_proseText.size() < mostAtOnce) {
            m_proseText += u"\n\n"_s + part.text;
            m_prose->showMarkdown(m_proseText);
            continue;
        }
        QWidget *shown = nullptr;
        if (part.isCode) {
            shown = new CodeBox(part.text, part.language, this);
            m_prose = nullptr;
        } else {
            m_prose = new AnswerText(this);
            m_proseText = part.text;
            m_prose->showMarkdown(m_proseText);
            shown = m_prose;
        }
        m_parts->insertWidget(m_parts->count() - (m_stream ? 1 : 0), shown);
        shown->show(); // now: a layout counts nobody who is still to be shown
    }
}

void TurnWidget::setBusy(bool busy)
{
    m_isBusy = busy;
    if (m_again)
        m_again->setEnabled(!busy);
    if (!m_error)
        return;
    const bool isTooLong = ChatModel::isTooLong(m_turn);
    m_error->setRetryVisible(!busy && !isTooLong); // it would be too long again
    m_remedies->setVisible(isTooLong);
    m_remedies->setEnabled(!busy);
    m_alone->setVisible(m_turn.hasEarlier && !m_turn.error->facts.contains(tooLongAlone));
}

void TurnWidget::showWaiting()
{
    if (m_waiting)
        m_waiting->setText(m_waitedSeconds < 2 ? tr("Reading the prompt…")
                                               : tr("Reading the prompt… %1 s").arg(m_waitedSeconds));
}

int TurnWidget::fitTo(int width)
{
    // Words and code know how high they are when they have their width.
    for (int i = 0; i < 3; ++i) {
        layout()->activate();
        const int height
            = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : layout()->totalSizeHint().height();
        if (size() == QSize(width, height))
            break;
        resize(width, height);
    }
    return height();
}

void TurnWidget::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitWords();
}

void TurnWidget::fitWords()
{
    if (!m_words)
        return;
    // As wide as the words, at most four fifths of the column.
    const int widest = qMax(120, width() * 4 / 5 - 28);
    const QRect rect = m_words->fontMetrics().boundingRect(QRect(0, 0, widest, 1 << 20),
                                                           Qt::TextWordWrap | Qt::TextExpandTabs, m_words->text());
    m_words->setFixedWidth(qMin(widest, rect.width() + 4));
}

void TurnWidget::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void TurnWidget::retranslate()
{
    setAccessibleName(m_turn.isUser ? tr("Your message") : tr("Answer"));
    if (m_leftOut)
        m_leftOut->setText(tr("Not sent with later messages"));
    if (m_whole)
        m_whole->setText(m_whole->isChecked() ? tr("Show less", "of a long message")
                                              : tr("Show all %1 characters", "of a long message")
                                                    .arg(format::number(m_turn.text.size())));
    if (m_turn.isUser)
        return;
    m_again->setText(tr("Regenerate"));
    m_figures->setText(figuresOf(m_turn));
    showWaiting();
    if (m_thought)
        m_thought->setText(tr("Thoughts", "of the model, before its answer"));
    if (!m_error)
        return;
    if (m_turn.error)
        m_error->setError(told(*m_turn.error));
    m_shorten->setText(tr("Shorten it", "the message that was too long"));
    m_shorten->setToolTip(tr("Puts the message back into the field below"));
    m_remove->setText(tr("Remove it", "the message that was too long"));
    m_alone->setText(tr("Ask without the earlier turns"));
    m_alone->setToolTip(tr("The earlier turns stay here to be read, but are not sent any more"));
}
