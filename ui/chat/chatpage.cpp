#include "ui/chat/chatpage.h"

#include "ui/chat/backendbar.h"
#include "ui/chat/chatview.h"
#include "ui/chat/composer.h"
#include "ui/chat/parameterspanel.h"
#include "ui/common/card.h"
#include "ui/common/emptystate.h"
#include "ui/common/errorbar.h"
#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

using State = ChatBackends::State;

ChatPage::ChatPage(Cluster &cluster, std::shared_ptr<EmbeddedEngine> engine, QWidget *parent)
    : QWidget(parent)
    , m_backends(cluster, std::move(engine))
    , m_bar(new BackendBar(m_backends))
    , m_parametersButton(new QPushButton)
    , m_clear(new QPushButton)
    , m_error(new ErrorBar)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState)
    , m_view(new ChatView(m_model))
    , m_context(new QProgressBar)
    , m_contextWords(style::label({}, style::Text::Small))
    , m_composer(new Composer)
    , m_parameters(new ParametersPanel)
{
    setObjectName(u"chatPage"_s);
    m_parametersButton->setObjectName(u"parametersButton"_s);
    m_parametersButton->setCheckable(true);
    m_clear->setObjectName(u"clearChat"_s);
    m_context->setObjectName(u"contextMeter"_s);
    m_context->setTextVisible(false);
    m_error->setRetryVisible(true);
    m_error->setCloseVisible(false);
    m_parameters->hide();

    auto *head = new QHBoxLayout;
    head->setContentsMargins(style::margin, style::grid * 2, style::margin, style::grid * 2);
    head->setSpacing(style::grid * 2);
    head->addWidget(m_bar, 1);
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
    body->addWidget(m_parameters);

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

    connect(m_parametersButton, &QPushButton::toggled, this, [this, side](bool on) {
        m_parameters->setVisible(on);
        side->setVisible(on);
    });
    connect(m_clear, &QPushButton::clicked, this, &ChatPage::clear);
    connect(m_composer, &Composer::sendRequested, this, &ChatPage::send);
    connect(m_composer, &Composer::stopRequested, this, &ChatPage::stop);
    connect(m_view, &ChatView::againRequested, this, &ChatPage::askAgain);
    connect(m_bar, &BackendBar::fileRequested, this, &ChatPage::openFile);
    connect(m_empty, &EmptyState::pressed, this, &ChatPage::openFile);
    connect(m_error, &ErrorBar::retryRequested, this, [this] { m_backends.choose(m_backends.current()); });
    connect(&m_assistant, &Assistant::pieceReady, this, [this](int, const ChatPiece &piece) { m_model.appendToTurn(m_row, piece); });
    connect(&m_assistant, &Assistant::turnFinished, this, [this](int, const Result<ChatStats> &stats) { finish(stats); });
    connect(&m_backends, &ChatBackends::listChanged, this, &ChatPage::update);
    connect(&m_backends, &ChatBackends::stateChanged, this, [this, errorBox] {
        if (m_backends.error())
            m_error->setError(*m_backends.error());
        else
            m_error->clear();
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
    retranslate();
    update();
}

void ChatPage::send(const QString &text)
{
    if (text.trimmed().isEmpty() || m_assistant.isBusy() || m_waitsForBackend || m_backends.current().isEmpty())
        return;
    m_model.addUserTurn(text);
    m_composer->clear();
    m_row = m_model.beginAnswer();
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
    m_model.clear();
    update();
    m_composer->focus();
}

void ChatPage::finish(const Result<ChatStats> &stats)
{
    m_model.finishTurn(std::exchange(m_row, -1), stats);
    update();
}

void ChatPage::update()
{
    const bool isBusy = m_assistant.isBusy() || m_waitsForBackend;
    m_composer->setBusy(isBusy);
    m_composer->setSendable(!m_backends.current().isEmpty());
    m_view->setBusy(isBusy);
    m_clear->setEnabled(!m_model.isEmpty());
    m_stack->setCurrentWidget(m_model.isEmpty() ? static_cast<QWidget *>(m_empty) : m_view);
    m_empty->setWords(m_backends.list().isEmpty() ? tr("There is no model on this machine yet. Open a GGUF file, or deploy a model.")
                                                  : tr("Ask something. The answer is streamed, with its speed below it."),
                      m_backends.list().isEmpty() ? tr("Open a model file…") : QString());

    // How full the context was when the last answer ended.
    std::optional<int> used;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const ChatStats &stats = m_model.turn(row).stats;
        if (stats.promptTokens)
            used = *stats.promptTokens + stats.completionTokens.value_or(0);
    }
    const int context = m_backends.contextTokens();
    const bool known = used && context > 0;
    m_context->setVisible(known);
    m_contextWords->setVisible(known);
    if (!known)
        return;
    m_context->setRange(0, context);
    m_context->setValue(qMin(*used, context));
    m_contextWords->setText(tr("%1 of %2 tokens of context").arg(format::number(*used), format::number(context)));
    m_context->setAccessibleName(m_contextWords->text());
}

void ChatPage::openFile()
{
    auto *dialog = new QFileDialog(this, tr("Open a model file"), defaultModelFolder(), tr("GGUF models (*.gguf)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) { m_backends.addModelFile(path); });
    dialog->open();
}

void ChatPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!std::exchange(m_shown, true))
        m_backends.refresh();
    m_composer->focus();
}

void ChatPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        update();
    }
    QWidget::changeEvent(event);
}

void ChatPage::retranslate()
{
    m_escape->setWhatsThis(tr("Stop the answer"));
    m_parametersButton->setText(tr("Parameters"));
    m_clear->setText(tr("Clear"));
    m_clear->setToolTip(tr("Forget this conversation"));
}
