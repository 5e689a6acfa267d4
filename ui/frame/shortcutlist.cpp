#include "ui/frame/shortcutlist.h"

#include "ui/common/card.h"
#include "ui/common/icons.h"
#include "ui/common/ownkeys.h"
#include "ui/common/style.h"

#include <QAction>
#include <QEvent>
#include <QGridLayout>
#include <QHash>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString placeOf(const QObject *object, const QList<std::pair<const QWidget *, QString>> &places)
{
    for (const QObject *at = object; at; at = at->parent()) {
        const auto it
            = std::find_if(places.cbegin(), places.cend(), [at](const auto &place) { return place.first == at; });
        if (it != places.cend())
            return it->second;
    }
    return {};
}

QString textOf(const QList<QKeySequence> &keys)
{
    QStringList all;
    for (const QKeySequence &one : keys)
        all << one.toString(QKeySequence::NativeText);
    return all.join(u" / "_s);
}

} // namespace

QList<ListedKeys> keysOf(const QWidget *window, const QList<std::pair<const QWidget *, QString>> &places)
{
    QList<ListedKeys> all;
    for (const QAction *action : window->findChildren<QAction *>()) {
        if (!action->shortcuts().isEmpty())
            all << ListedKeys{window->actions().contains(action) ? QString() : placeOf(action, places),
                              textOf(action->shortcuts()), action->text().remove(u'&')};
    }
    for (const QShortcut *shortcut : window->findChildren<QShortcut *>()) {
        if (!shortcut->key().isEmpty())
            all << ListedKeys{placeOf(shortcut, places), textOf({shortcut->key()}), shortcut->whatsThis()};
    }
    for (const QWidget *part : window->findChildren<QWidget *>()) {
        const auto *teller = dynamic_cast<const OwnKeys *>(part);
        for (const OwnKey &one : teller ? teller->ownKeys() : QList<OwnKey>())
            all << ListedKeys{placeOf(part, places), textOf(one.keys), one.words};
    }
    // Two bars that Escape closes with the same words are one line.
    for (qsizetype i = all.size() - 1; i > 0; --i) {
        if (std::find(all.cbegin(), all.cbegin() + i, all[i]) != all.cbegin() + i)
            all.removeAt(i);
    }
    // As the pages stand in the rail; what holds everywhere comes first.
    const auto rank = [&](const QString &place) {
        const auto it
            = std::find_if(places.cbegin(), places.cend(), [&](const auto &one) { return one.second == place; });
        return place.isEmpty() ? -1 : int(it - places.cbegin());
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const ListedKeys &a, const ListedKeys &b) { return rank(a.place) < rank(b.place); });
    return all;
}

ShortcutList::ShortcutList(QWidget *parent)
    : QWidget(parent)
    , m_title(style::label({}, style::Text::Title, this))
    , m_close(new QPushButton(this))
    , m_scroll(style::scrollArea(new QWidget, this))
{
    setObjectName(u"shortcutList"_s);
    m_close->setObjectName(u"closeShortcuts"_s);
    style::setIcon(m_close, u"x"_s);
    m_scroll->setFocusPolicy(Qt::StrongFocus); // so that keys scroll it
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_close);
    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid * 3);
    box->addLayout(head);
    box->addWidget(m_scroll, 1);
    setFocusProxy(m_scroll);
    connect(m_close, &QPushButton::clicked, this, &ShortcutList::closed);
    retranslate();
}

void ShortcutList::setKeys(const QList<ListedKeys> &keys)
{
    auto *content = new QWidget;
    content->setMaximumWidth(760);
    auto *column = new QVBoxLayout(content);
    style::setMargins(column, 0, style::grid * 3);
    QGridLayout *grid = nullptr;
    QString place;
    for (const ListedKeys &one : keys) {
        if (!grid || one.place != place) {
            place = one.place;
            auto *card = new Card(content);
            card->box()->addWidget(
                style::label(place.isEmpty() ? tr("Everywhere") : place, style::Text::Section, card));
            grid = new QGridLayout;
            grid->setHorizontalSpacing(style::margin);
            grid->setColumnMinimumWidth(0, 160);
            grid->setColumnStretch(1, 1);
            card->box()->addLayout(grid);
            column->addWidget(card);
        }
        const int row = grid->rowCount();
        QLabel *words = style::label(one.words, style::Text::Body, content);
        words->setWordWrap(true);
        grid->addWidget(style::label(one.keys, style::Text::Strong, content), row, 0, Qt::AlignTop);
        grid->addWidget(words, row, 1);
    }
    column->addStretch();
    m_scroll->setWidget(content); // the one before goes
    content->setAutoFillBackground(false);
}

void ShortcutList::keyPressEvent(QKeyEvent *event)
{
    using Action = QAbstractSlider::SliderAction;
    static const QHash<int, Action> scrolling{{Qt::Key_Home, Action::SliderToMinimum},
                                              {Qt::Key_End, Action::SliderToMaximum},
                                              {Qt::Key_PageUp, Action::SliderPageStepSub},
                                              {Qt::Key_PageDown, Action::SliderPageStepAdd},
                                              {Qt::Key_Up, Action::SliderSingleStepSub},
                                              {Qt::Key_Down, Action::SliderSingleStepAdd}};
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else if (const auto it = scrolling.find(event->key()); it != scrolling.end())
        m_scroll->verticalScrollBar()->triggerAction(*it);
    else
        QWidget::keyPressEvent(event);
}

void ShortcutList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ShortcutList::retranslate()
{
    m_title->setText(tr("Keyboard shortcuts"));
    m_close->setText(tr("Close"));
    m_scroll->setAccessibleName(m_title->text());
}
