#include "ui/chat/chatpage.h"

#include "core/base/languages.h"
#include "core/deploy/steprunner.h"
#include "inference/contextoverflow.h"
#include "ui/chat/backendbar.h"
#include "ui/chat/chatlist.h"
#include "ui/chat/chatview.h"
#include "ui/chat/composer.h"
#include "ui/chat/parameterspanel.h"
#include "ui/common/card.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/common/filedialog.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/style.h"
#include "ui/common/undobar.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

using State = ChatBackends::State;

namespace {

struct ChatWords
{
    ASC_TR_FUNCTIONS(ChatPage)
};

const char *const conversationCleared
    = QT_TRANSLATE_NOOP("ChatPage", "The conversation before this was cleared.");
const char *const putBack = QT_TRANSLATE_NOOP("ChatPage", "The message was put back into the field.");
const char *const earlierRemoved = QT_TRANSLATE_NOOP("ChatPage", "The earlier conversation was removed.");

constexpr int roomForWords = 1060;       // of the page, from which on every button of the head has its words

} // namespace

ChatPage::ChatPage(Cluster &cluster, std::shared_ptr<EmbeddedEngine> engine, QWidget *parent)
    : QWidget(parent)
    , m_backends(cluster, std::move(engine))
    , m_bar(new BackendBar(m_backends))
    , m_parametersButton(new QPushButton)
    , m_clear(new QPushButton)
    , m_new(new QPushButton)
    , m_earlierButton(new QPushButton)
    , m_list(new ChatList(m_earlier, this))
    , m_error(new ErrorBar)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState)
    , m_view(new ChatView(m_model))
    , m_context(new QProgressBar)
    , m_contextWords(style::label({}, style::Text::Small))
    , m_note(style::label({}, style::Text::Small))
    , m_undo(new UndoBar(this))
    , m_composer(new Composer)
    , m_parameters(new ParametersPanel)
    , m_offer(new QFrame)
    , m_offerWords(style::label({}, style::Text::Small, m_offer))
    , m_take(new QPushButton(m_offer))
{
    setObjectName(u"chatPage"_s);
    m_parametersButton->setObjectName(u"parametersButton"_s);
    m_parametersButton->setCheckable(true);
    m_clear->setObjectName(u"clearChat"_s);
    m_new->setObjectName(u"newChat"_s);
    m_earlierButton->setObjectName(u"earlierChatsButton"_s);
    m_context->setObjectName(u"contextMeter"_s);
    m_context->setTextVisible(false);
    m_contextWords->setObjectName(u"contextWords"_s);
    m_note->setObjectName(u"chatNote"_s);
    m_note->setWordWrap(true);
    m_note->hide();
    m_error->setRetryVisible(true);
    m_error->setCloseVisible(false);
    auto *parameters = style::scrollArea(m_parameters, this); // a small window is lower than its fields
    parameters->setObjectName(u"parametersScroll"_s);
    parameters->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    parameters->setFixedWidth(276);
    // Both scroll; beside a sentence that wraps, the height that they would like to have would be the window's least.
    for (QWidget *one : {static_cast<QWidget *>(parameters), static_cast<QWidget *>(m_stack)})
        one->setSizePolicy(one->sizePolicy().horizontalPolicy(), QSizePolicy::Ignored);
    parameters->hide();
    m_offer->setObjectName(u"endpointOffer"_s);
    m_offerWords->setObjectName(u"endpointOfferWords"_s);
    m_offerWords->setWordWrap(true);
    m_take->setObjectName(u"takeEndpoint"_s);
    style::setKind(m_take, style::Kind::Secondary);
    auto *offer = new QHBoxLayout(m_offer);
    style::setMargins(offer, 0, style::grid * 2);
    offer->addWidget(m_offerWords, 1);
    offer->addWidget(m_take);
    m_offer->hide();

    auto *head = new QHBoxLayout;
    head->setContentsMargins(style::margin, style::grid * 2, style::margin, style::grid * 2);
    head->setSpacing(style::grid * 2);
    head->addWidget(m_bar, 1);
    head->addWidget(m_new);
    head->addWidget(m_earlierButton);
    head->addWidget(m_clear);
    head->addWidget(m_parametersButton);

    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);

    auto *meter = new QHBoxLayout;
    meter->setSpacing(style::grid * 2);
    meter->addWidget(m_context, 1);
    meter->addWidget(m_contextWords);
    auto *foot = new QVBoxLayout;
    style::setMargins(foot, style::margin, style::grid * 2);
    foot->addWidget(m_offer);
    foot->addWidget(m_note);
    foot->addWidget(m_undo);
    foot->addLayout(meter);
    foot->addWidget(m_composer);
    auto *footColumn = new QWidget;
    footColumn->setMaximumWidth(style::chatColumn);
    footColumn->setLayout(foot);
    auto *footRow = new QHBoxLayout;
    footRow->addStretch(1);
    footRow->addWidget(footColumn, 1000);
    footRow->addStretch(1);

    auto *talk = new QVBoxLayout;
    style::setMargins(talk, 0, 0);
    talk->addWidget(m_stack, 1);
    talk->addWidget(style::horizontalLine());
    talk->addLayout(footRow);
    auto *side = new QFrame; // the line between talk and parameters
    side->setProperty("line", true);
    side->setFixedWidth(1);
    side->hide();
    auto *body = new QHBoxLayout;
    style::setMargins(body, 0, 0);
    body->addLayout(talk, 1);
    body->addWidget(side);
    body->addWidget(parameters);

    auto *errorBox = new QWidget;
    auto *errorRow = new QHBoxLayout(errorBox);
    errorRow->setContentsMargins(style::margin, style::grid * 2, style::margin, 0);
    errorRow->addWidget(m_error);
    errorBox->hide();
    auto *card = new Card(this, 0);
    card->box()->setSpacing(0);
    card->box()->addLayout(head);
    card->box()->addWidget(style::horizontalLine());
    card->box()->addWidget(errorBox);
    card->box()->addLayout(body, 1);
    auto *page = new QVBoxLayout(this);
    style::setMargins(page, style::margin, style::margin);
    page->addWidget(card);

    connect(m_parametersButton, &QPushButton::toggled, this, [side, parameters](bool on) {
        parameters->setVisible(on);
        side->setVisible(on);
    });
    connect(m_clear, &QPushButton::clicked, this, &ChatPage::clear);
    connect(m_new, &QPushButton::clicked, this, &ChatPage::beginAnew);
    connect(m_earlierButton, &QPushButton::clicked, this, [this] {
        m_earlier.refresh();
        m_list->openBelow(m_earlierButton);
    });
    connect(m_list, &ChatList::chosen, &m_earlier, &EarlierChats::take);
    connect(m_list, &ChatList::removeRequested, this, &ChatPage::removeEarlier);
    connect(&m_earlier, &EarlierChats::taken, this, &ChatPage::bring);
    // Its file is written over once what it holds is in another, and that one's older file goes after it.
    connect(&m_earlier, &EarlierChats::waitingChanged, this, [this] { m_keeper.hold(m_earlier.isWaiting()); });
    connect(&m_keeper, &ChatKeeper::kept, &m_earlier, &EarlierChats::settle);
    connect(&m_earlier, &EarlierChats::noted, this, &ChatPage::showNote);
    connect(m_take, &QPushButton::clicked, this, [this] {
        m_backends.choose(m_verified);
        m_composer->focus();
    });
    connect(m_composer, &Composer::sendRequested, this, &ChatPage::send);
    connect(m_composer, &Composer::stopRequested, this, &ChatPage::stop);
    connect(m_view, &ChatView::againRequested, this, &ChatPage::askAgain);
    connect(m_view, &ChatView::shortenRequested, this, &ChatPage::shorten);
    connect(m_undo, &UndoBar::closed, this, [this] { m_takenAway.clear(); });
    connect(m_view, &ChatView::removeRequested, this,
            [this](int row) { takeAway(row - 1, 2, QT_TR_NOOP("The message was removed.")); });
    connect(m_view, &ChatView::aloneRequested, this, &ChatPage::askAlone);
    connect(m_bar, &BackendBar::fileRequested, this, &ChatPage::openFile);
    connect(m_empty, &EmptyState::pressed, this, &ChatPage::openFile);
    connect(m_error, &ErrorBar::retryRequested, this, [this] { m_backends.choose(m_backends.current()); });
    connect(&m_assistant, &Assistant::pieceReady, this,
            [this](int, const ChatPiece &piece) { m_model.appendToTurn(m_row, piece); });
    connect(&m_assistant, &Assistant::turnFinished, this,
            [this](int, const Result<ChatStats> &stats) { finish(stats); });
    connect(&m_keeper, &ChatKeeper::noted, this, &ChatPage::showNote);
    connect(&m_keeper, &ChatKeeper::restored, this, &ChatPage::takeUp);
    connect(&m_backends, &ChatBackends::listChanged, this, &ChatPage::update);
    connect(&m_backends, &ChatBackends::stateChanged, this, [this, errorBox] {
        showError();
        errorBox->setVisible(m_error->hasError());
        if (m_waitsForBackend && m_backends.state() != State::Loading && m_backends.state() != State::Checking) {
            m_waitsForBackend = false;
            if (m_backends.port())
                ask();
            else if (m_row >= 0)
                finish(m_backends.error().value_or(canceled()));
        }
        update();
    });
    m_escape = new QShortcut(Qt::Key_Escape, this, this, &ChatPage::stop);
    m_escape->setContext(Qt::WidgetWithChildrenShortcut);
    // The key that closes the list is the list's: Qt closes it and then looks for shortcuts.
    const auto leaveEscape = [this](bool isShown) {
        if (isShown)
            m_escape->setEnabled(false);
        else
            QTimer::singleShot(0, m_escape, [this] { m_escape->setEnabled(true); });
    };
    connect(m_bar, &BackendBar::listShown, m_escape, leaveEscape);
    connect(m_list, &ChatList::listShown, m_escape, leaveEscape);
    m_newKey = new QShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), this, this, &ChatPage::beginAnew);
    m_newKey->setAutoRepeat(false);
    retranslate();
    update();
}

ChatPage::~ChatPage()
{
    if (m_keeper.isElsewhere() && !m_model.isEmpty()) // nothing else keeps it
        m_earlier.put({m_model.turns(), m_keeper.dropped()});
    m_keeper.hold(!m_earlier.finish());
    if (m_keeper.finish())
        m_earlier.settle();
}

void ChatPage::keepIn(const QString &file)
{
    if (!file.isEmpty()) {
        m_keeper.keep(file);
        m_earlier.keep(shelfBeside(file));
        return;
    }
    m_hasShelvedAnothers = false;
    m_keeper.forget();
    m_earlier.forget();
    m_takenAway.removeIf([](const TakenAway &one) { return one.what == earlierRemoved; }); // its file would come back
    offerUndo();
}

void ChatPage::takeUp(const QList<ChatTurn> &turns)
{
    const bool isOfAnother = m_keeper.wasElsewhere() && !m_model.isEmpty();
    if (m_hasBegunAnew || isOfAnother) {
        if (!turns.isEmpty()) {
            m_hasShelvedAnothers = isOfAnother;
            m_earlier.add({turns, m_keeper.dropped()});
            m_keeper.begin(0);
        }
        return;
    }
    m_model.insert(0, turns);
    if (m_row >= 0)                      // somebody was quicker
        m_row += int(turns.size());
    const auto last = std::find_if(turns.crbegin(), turns.crend(), [](const ChatTurn &turn) { return !turn.isUser; });
    if (last != turns.crend())
        m_backends.goOnWith(last->backend);
    update();
}

void ChatPage::offer(const QString &baseUrl)
{
    m_verified = baseUrl;
    const bool isCurrent = m_backends.current() == baseUrl;
    const bool isOpen = !m_backends.isChosen()
        && (m_backends.last().isEmpty() || m_backends.last() == ChatBackends::lastEndpoint);
    if (isCurrent ? m_backends.state() != State::Ready : m_model.isEmpty() && isOpen)
        m_backends.suggest(baseUrl);
    update();
}

void ChatPage::showOffer()
{
    const QList<ChatBackend> &list = m_backends.list();
    const bool isThere = std::any_of(list.cbegin(), list.cend(),
                                     [this](const ChatBackend &backend) { return backend.id == m_verified; });
    const bool isGone = !isThere || m_backends.isAtWork() || m_backends.isAbsent();
    if (isGone || m_backends.current() == m_verified) // or taken up: nothing is left to say
        m_verified.clear();
    m_offer->setVisible(!m_verified.isEmpty());
    m_offerWords->setText(
        tr("The deployed endpoint at %1 is available. What is chosen above is another model.", "an address")
            .arg(m_verified));
    m_take->setText(tr("Talk to the endpoint"));
}

void ChatPage::send(const QString &text)
{
    if (text.trimmed().isEmpty() || m_assistant.isBusy() || m_waitsForBackend || m_backends.current().isEmpty())
        return;
    m_model.addUserTurn(text);
    m_composer->clear();
    m_takenAway.removeIf([](const TakenAway &one) { return one.what == putBack; }); // what became of it is sent
    offerUndo();
    m_backends.noteTalk();
    const ChatBackend *asked = m_backends.currentBackend();
    m_row = m_model.beginAnswer(m_backends.current(), asked ? asked->name : QString());
    if (m_backends.port()) {
        ask();
    } else {
        m_waitsForBackend = true;
        if (m_backends.state() != State::Loading && m_backends.state() != State::Checking)
            m_backends.choose(m_backends.current());
    }
    update();
}

void ChatPage::ask()
{
    ChatRequest request;
    request.messages = m_model.messages(m_parameters->systemPrompt());
    m_parameters->applyTo(request);
    m_assistant.ask(m_backends.port(), request);
    update();
}

void ChatPage::askAgain(int row)
{
    if (m_assistant.isBusy() || m_waitsForBackend || row < 1)
        return;
    const QString question = m_model.turn(row - 1).text;
    m_model.truncate(row - 1); // the question is put anew, and with it what came later is gone
    send(question);
}

void ChatPage::stop()
{
    if (m_waitsForBackend) {
        m_waitsForBackend = false;
        finish(canceled());
        return;
    }
    m_assistant.stop();
}

void ChatPage::clear()
{
    m_assistant.stop();
    m_row = -1;
    m_waitsForBackend = false;
    takeAway(0, m_model.rowCount(), conversationCleared);
}

void ChatPage::beginAnew()
{
    if (m_model.isEmpty())
        m_composer->focus();
    else
        bring({});
}

void ChatPage::bring(const KeptChat &chat)
{
    m_assistant.stop();
    m_row = -1;
    m_waitsForBackend = false;
    m_hasBegunAnew = true;
    m_hasShelvedAnothers = false;
    if (!m_model.isEmpty())
        m_earlier.put({m_model.turns(), m_keeper.dropped()});
    for (TakenAway &one : m_takenAway) {
        if (one.what == conversationCleared && !one.turns.isEmpty()) // undone, it joins the earlier ones
            one.giveBack = [this, turns = std::exchange(one.turns, {})] { m_earlier.add({turns, 0}); };
    }
    m_takenAway.removeIf([](const TakenAway &one) { return !one.turns.isEmpty(); }); // of the one that leaves
    offerUndo();
    m_model.clear();
    m_model.insert(0, chat.turns);
    m_keeper.begin(chat.dropped);
    update();
    m_composer->focus();
}

void ChatPage::removeEarlier(const QString &id)
{
    m_takenAway << TakenAway{earlierRemoved, m_earlier.remove(id), {}};
    offerUndo();
}

void ChatPage::offerUndo()
{
    if (m_takenAway.isEmpty())
        return m_undo->clear();
    m_undo->offer(tr(m_takenAway.last().what), [this] {
        m_takenAway.takeLast().giveBack();
        offerUndo();
    });
}

void ChatPage::takeAway(int row, int count, const char *what)
{
    if (row < 0 || count < 1 || row + count > m_model.rowCount())
        return;
    const QList<ChatTurn> turns = m_model.turns().mid(row, count);
    m_model.remove(row, count);
    if (m_row > row)
        m_row -= count;
    const auto giveBack = [this, row, turns] {
        const int at = qMin(row, m_model.rowCount()); // what was said since stays behind it
        m_model.insert(at, turns);
        if (m_row >= at)
            m_row += int(turns.size());
        update();
    };
    m_takenAway << TakenAway{what, giveBack, turns};
    offerUndo();
    update();
    m_composer->focus();
}

void ChatPage::shorten(int row)
{
    if (row < 1)
        return;
    const QString question = m_model.turn(row - 1).text, written = m_composer->text();
    takeAway(row - 1, 2, putBack);
    m_composer->setText(written.trimmed().isEmpty() ? question : question + u'\n' + written);
}

void ChatPage::askAlone(int row)
{
    if (row < 1 || m_assistant.isBusy() || m_waitsForBackend)
        return;
    const QString question = m_model.turn(row - 1).text;
    m_takenAway.removeIf([](const TakenAway &one) { return !one.turns.isEmpty(); });
    offerUndo();
    m_model.remove(row - 1, 2);
    m_model.leaveOut(0, m_model.rowCount());
    send(question);
}

void ChatPage::finish(const Result<ChatStats> &stats)
{
    const int row = std::exchange(m_row, -1);
    if (!stats && row > 0) {
        if (const std::optional<ContextOverflow> overflow = contextOverflowOf(stats.error()))
            m_backends.noteContext(overflow->contextTokens.value_or(0));
        if (stats.error().kind == ErrorKind::Connection && m_backends.state() == State::Ready)
            m_backends.askAgain();       // is it still ready?
        m_model.finishTurn(row, explained(stats.error(), row));
    } else {
        m_model.finishTurn(row, stats);
    }
    update();
}

// The engine speaks of the whole conversation; what helps is to know how much of that is the message that was one too
// many.
Error ChatPage::explained(const Error &error, int row) const
{
    const std::optional<ContextOverflow> overflow = contextOverflowOf(error);
    if (!overflow)
        return m_backends.explained(error, m_model.turn(row).backend);
    const QString characters = format::number(m_model.turn(row - 1).text.size());
    const qint64 context = overflow->contextTokens.value_or(m_backends.contextTokens()); // 0: not known
    const std::optional<ContextUse> before = m_model.contextUse(m_backends.current());
    const bool isFirst = !m_model.turn(row).hasEarlier;
    std::optional<qint64> message;       // tokens of it alone
    if (overflow->promptTokens && (isFirst || (before && before->tokens < *overflow->promptTokens)))
        message = *overflow->promptTokens - (isFirst ? 0 : before->tokens);
    if (overflow->promptTokens && !message) { // its share of the conversation, by its length
        qint64 all = 0;
        for (int i = 0; i < row; ++i)
            all += m_model.turn(i).isLeftOut ? 0 : m_model.turn(i).text.size();
        if (all > 0)
            message = *overflow->promptTokens * m_model.turn(row - 1).text.size() / all;
    }
    const EveryLanguage every;
    Error told = error;
    if (message && context > 0 && *message >= context)
        told.facts.insert(tooLongAlone, u"yes"_s);
    if (context <= 0)
        told.message = ChatWords::tr("With this message of %1 characters the conversation is longer than the context, "
                                     "whose size is not known. "
                                     "Shorten it, remove it, or ask without the earlier turns.")
                           .arg(characters);
    else if (!overflow->promptTokens)
        told.message = ChatWords::tr("This message has %1 characters, more than fit into the context of %2 tokens. "
                                     "Shorten it or remove it, or choose a model with a longer context.")
                           .arg(characters, format::number(context));
    else if (message && *message >= context)
        told.message = ChatWords::tr("This message has about %1 tokens (%2 characters), and the context holds %3. "
                                     "Shorten it or remove it, or choose a model with a longer context.")
                           .arg(format::number(*message), characters, format::number(context));
    else
        told.message = ChatWords::tr("With this message the conversation has %1 tokens, and the context holds %2. "
                                     "Shorten it, remove it, or ask without the earlier turns.")
                           .arg(format::number(*overflow->promptTokens), format::number(context));
    return told;
}

void ChatPage::update()
{
    const bool isBusy = m_assistant.isBusy() || m_waitsForBackend;
    m_composer->setBusy(isBusy);
    const QString asked = m_assistant.isBusy() && m_row >= 0 ? m_model.turn(m_row).backend : QString();
    m_parameters->setContext(m_backends.contextTokens());
    m_bar->setAnswering(asked == m_backends.current() ? QString() : asked);
    m_bar->setBusy(m_assistant.isBusy());
    m_composer->setSendable(!m_backends.current().isEmpty());
    m_view->setBusy(isBusy);
    m_clear->setEnabled(!m_model.isEmpty());
    m_new->setEnabled(!m_model.isEmpty());
    m_stack->setCurrentWidget(m_model.isEmpty() ? static_cast<QWidget *>(m_empty) : m_view);
    m_empty->setWords(m_backends.list().isEmpty()
                          ? tr("There is no model on this machine yet. Open a GGUF file, or deploy a model.")
                          : tr("Ask something. The answer is streamed, with its speed below it."),
                      m_backends.list().isEmpty() ? tr("Open a model file…") : QString());
    showContext();
    showOffer();
    showNote();
}

// What is not known is said to be so; a bar needs both of its ends.
void ChatPage::showContext()
{
    const std::optional<ContextUse> use = m_model.contextUse(m_backends.current());
    const int context = m_backends.contextTokens();
    const bool isTalk = !m_model.isEmpty() && m_backends.state() == State::Ready
        && (!m_assistant.isBusy() || m_row < 0
            || m_model.turn(m_row).backend == m_backends.current()); // another one's context
    m_context->setVisible(isTalk && use && context > 0);
    m_contextWords->setVisible(isTalk);
    if (!isTalk)
        return;
    const QString used = use ? format::number(use->tokens) : QString();
    if (use && context > 0)
        m_contextWords->setText(
            (use->isLeast ? tr("at least %1 of %2 tokens of context") : tr("%1 of %2 tokens of context"))
                .arg(used, format::number(context)));
    else if (use)
        m_contextWords->setText((use->isLeast ? tr("at least %1 tokens of context used; its size is not known")
                                              : tr("%1 tokens of context used; its size is not known"))
                                    .arg(used));
    else if (context > 0)
        m_contextWords->setText(
            tr("context of %1 tokens; how much is used is not known yet").arg(format::number(context)));
    else
        m_contextWords->setText(tr("size and use of the context are not known"));
    m_context->setRange(0, qMax(1, context));
    m_context->setValue(use ? qMin(use->tokens, context) : 0);
    m_context->setAccessibleName(m_contextWords->text());
}

void ChatPage::showError()
{
    if (m_backends.error())
        m_error->setError(told(m_backends.explained(*m_backends.error(), m_backends.current())));
    else
        m_error->clear();
}

void ChatPage::showNote()
{
    QStringList words{m_keeper.note(), m_earlier.note()};
    if (m_hasShelvedAnothers)
        words << tr("The window that kept its conversation has ended: it is among the earlier conversations, and this "
                    "one is kept now.");
    if (const QString missed = m_backends.missed(); !missed.isEmpty())
        words << tr("The last conversation here was with %1, which cannot be had now. What is chosen above is another "
                    "model.", "a model, an address or the deployed endpoint")
                     .arg(missed);
    words.removeAll(QString());
    m_note->setText(words.join(u' '));
    m_note->setVisible(!m_note->text().isEmpty());
}

void ChatPage::openFile()
{
    auto *dialog = new QFileDialog(this, tr("Open a model file"), defaultModelFolder(), tr("GGUF models (*.gguf)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) { m_backends.addModelFile(path); });
    openFileDialog(dialog);
}

void ChatPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!std::exchange(m_shown, true))
        m_backends.refresh();
    m_composer->focus();
}

void ChatPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if ((event->oldSize().width() >= roomForWords) != (width() >= roomForWords))
        fitHead();
}

void ChatPage::fitHead()
{
    const bool hasRoom = width() >= roomForWords;
    const auto fit = [hasRoom](QPushButton *button, const QString &icon) {
        button->setText(hasRoom ? button->accessibleName() : QString());
        style::setKind(button, hasRoom ? style::Kind::Secondary : style::Kind::Quiet);
        button->setIcon(style::icon(icon));
        button->setIconSize(hasRoom ? QSize(20, 16) : QSize(16, 16)); // room between it and the words
    };
    fit(m_new, u"plus"_s);
    fit(m_earlierButton, u"message-square"_s);
}

void ChatPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        update();
        showError();
        showNote();
        if (m_undo->isOffering())
            m_undo->say(tr(m_takenAway.last().what));
    }
    QWidget::changeEvent(event);
}

void ChatPage::retranslate()
{
    m_escape->setWhatsThis(tr("Stop the answer"));
    m_newKey->setWhatsThis(tr("Begin a new conversation and keep this one"));
    m_new->setAccessibleName(tr("New chat"));
    m_new->setToolTip(
        tr("New chat; this one goes to the earlier ones (%1)").arg(m_newKey->key().toString(QKeySequence::NativeText)));
    m_earlierButton->setAccessibleName(tr("Conversations"));
    m_earlierButton->setToolTip(tr("Earlier conversations"));
    fitHead();
    m_parametersButton->setText(tr("Parameters"));
    m_clear->setText(tr("Clear"));
    m_clear->setToolTip(tr("Forget this conversation"));
}
