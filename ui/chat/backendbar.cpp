#include "ui/chat/backendbar.h"

#include "ui/common/badge.h"
#include "ui/common/elidedcombo.h"
#include "ui/common/elidedlabel.h"
#include "ui/common/format.h"
#include "ui/common/oneclick.h"
#include "ui/common/style.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

using State = ChatBackends::State;

} // namespace

BackendBar::BackendBar(ChatBackends &backends, QWidget *parent)
    : QWidget(parent)
    , m_backends(backends)
    , m_symbol(new Badge(this))
    , m_state(new ElidedLabel(this))
    , m_picker(new ElidedCombo(this))
    , m_progress(new QProgressBar(this))
    , m_action(new QPushButton(this))
    , m_unload(new QPushButton(this))
{
    m_symbol->setObjectName(u"backendBadge"_s);
    m_state->setObjectName(u"backendState"_s);
    style::setText(m_state, style::Text::Small);
    m_state->setMinimumWidth(1);         // the first to give way
    m_picker->setObjectName(u"backendPicker"_s);
    m_picker->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_picker->setMinimumWidth(140);      // as wide as its names where there is room
    m_picker->setMaximumWidth(420);
    m_picker->view()->installEventFilter(this);
    m_progress->setObjectName(u"backendProgress"_s);
    m_progress->setRange(0, 1000);
    m_progress->setMinimumWidth(48);
    m_progress->setMaximumWidth(160);
    m_progress->setTextVisible(false);
    m_action->setObjectName(u"backendAction"_s);
    m_unload->setObjectName(u"backendUnload"_s);

    auto *row = new QHBoxLayout(this);
    style::setMargins(row, 0, style::grid * 2);
    row->addWidget(m_picker);
    row->addWidget(m_symbol);
    row->addWidget(m_progress);
    row->addWidget(m_action);
    row->addWidget(m_unload);
    row->addWidget(m_state, 1);

    connect(m_picker, &QComboBox::activated, this, [this](int index) {
        const QString id = m_picker->itemData(index).toString();
        if (!id.isEmpty())
            return m_backends.choose(id);
        fill(); // back to what is chosen
        emit fileRequested();
    });
    actOncePerDoubleClick({m_action, m_unload});
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (m_backends.state() == State::Loading || m_backends.state() == State::Checking)
            m_backends.cancel();
        else
            m_backends.choose(m_backends.current());
    });
    connect(m_unload, &QPushButton::clicked, &m_backends, &ChatBackends::unload);
    connect(&m_backends, &ChatBackends::listChanged, this, &BackendBar::fill);
    connect(&m_backends, &ChatBackends::stateChanged, this, &BackendBar::showState);
    fill();
}

bool BackendBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
        emit listShown(event->type() == QEvent::Show);
    return QWidget::eventFilter(watched, event);
}

void BackendBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        fill();
    QWidget::changeEvent(event);
}

void BackendBar::fill()
{
    const QSignalBlocker quiet(m_picker);
    m_picker->clear();
    m_picker->setAccessibleName(tr("Who answers"));
    auto *items = qobject_cast<QStandardItemModel *>(m_picker->model());
    qsizetype longest = 16;
    for (const ChatBackend &backend : m_backends.list()) {
        const QString words = backend.kind == ChatBackend::Kind::Embedded
            ? tr("Embedded · %1", "engine inside the program").arg(backend.name)
            : backend.kind != ChatBackend::Kind::Endpoint ? backend.name
            : backend.name.isEmpty()                      ? tr("Endpoint · waits for a recipe")
                                                          : tr("Endpoint · %1").arg(backend.name);
        m_picker->addItem(words, backend.id);
        longest = std::max(longest, words.size());
        const int row = m_picker->count() - 1;
        m_picker->setItemData(row, backend.problem.isEmpty() ? backend.id : backend.problem, Qt::ToolTipRole);
        if (!backend.problem.isEmpty() && items)
            items->item(row)->setEnabled(false);
        if (backend.id == m_backends.current())
            m_picker->setCurrentIndex(row);
    }
    m_picker->setMinimumContentsLength(int(longest) + 6); // room for the arrow and what the theme puts around it
    m_picker->addItem(tr("Open a model file…"), QString());
    if (m_backends.current().isEmpty())
        m_picker->setCurrentIndex(-1);
    showState();
}

void BackendBar::setAnswering(const QString &id)
{
    if (m_answering == id)
        return;
    m_answering = id;
    showState();
}

void BackendBar::setBusy(bool isBusy)
{
    if (std::exchange(m_isBusy, isBusy) != isBusy)
        showState();
}

QString BackendBar::nameOf(const QString &id) const
{
    for (const ChatBackend &backend : m_backends.list()) {
        if (backend.id == id)
            return backend.name;
    }
    return id;                           // of a deployment that was closed meanwhile
}

void BackendBar::showState()
{
    const int index = m_picker->findData(m_backends.current());
    if (index >= 0 && !m_backends.current().isEmpty())
        m_picker->setCurrentIndex(index);
    m_picker->setToolTip(m_backends.current().isEmpty() ? QString() : m_picker->currentText());
    const State state = m_backends.state();
    const ChatBackend *backend = m_backends.currentBackend();
    const bool isEndpoint = backend && backend->kind == ChatBackend::Kind::Endpoint;
    auto *badge = static_cast<Badge *>(m_symbol);
    Look look{u"–"_s, isEndpoint ? tr("Not asked") : tr("Not loaded"), style::Tone::Unknown};
    QString words, action = isEndpoint ? tr("Connect") : tr("Load");
    switch (state) {
    case State::None:
        action.clear();
        break;
    case State::NotLoaded:
        if (isEndpoint && m_backends.isAtWork())
            words = tr("the deployment is being run or undone; it is asked again after that");
        break;
    case State::Loading:
        look = {u"…"_s, tr("Loading %1").arg(format::percent(m_backends.progress() * 100)), style::Tone::Accent};
        action = tr("Cancel");
        break;
    case State::Checking:
        look = {u"…"_s, tr("Asking"), style::Tone::Accent};
        action = tr("Cancel");
        break;
    case State::Ready:
        look = {u"✓"_s, tr("Ready"), style::Tone::Ok};
        action.clear();
        if (m_backends.threads() > 0)
            words = tr("context %1 · threads %2")
                        .arg(format::number(m_backends.contextTokens()), format::number(m_backends.threads()));
        else if (isEndpoint)
            words = m_backends.contextTokens() > 0 ? tr("%1 · context %2", "an address and a number of tokens")
                                                         .arg(backend->id, format::number(m_backends.contextTokens()))
                                                   : backend->id;
        break;
    case State::Failed:
        look = {u"✕"_s, isEndpoint ? tr("Does not answer") : tr("Not loaded"), style::Tone::Danger};
        action = tr("Try again");
        break;
    }
    if (!m_answering.isEmpty()) // what is chosen does not change who is at it
        words = tr("for the next question; %1 is still answering this one").arg(nameOf(m_answering));
    badge->setLook(look);
    badge->setVisible(state != State::None);
    static_cast<ElidedLabel *>(m_state)->setText(words);
    m_progress->setVisible(state == State::Loading);
    m_progress->setValue(int(m_backends.progress() * 1000));
    m_progress->setAccessibleName(look.word);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    const QString loaded = m_backends.loaded(), name = nameOf(loaded);
    m_unload->setVisible(!loaded.isEmpty() && state != State::Loading && state != State::Checking);
    m_unload->setEnabled(!m_isBusy);
    m_unload->setText(tr("Unload", "a model, out of the memory"));
    m_unload->setAccessibleName(tr("Unload %1", "a model, out of the memory").arg(name));
    m_unload->setToolTip(tr("%1 is in this computer's memory. Unloaded, it is loaded again when it is asked.")
                             .arg(name));
}
