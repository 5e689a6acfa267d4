#include "ui/deploy/settingsform.h"

#include "core/base/soon.h"
#include "ui/common/style.h"
#include "ui/common/themekeeper.h"
#include "ui/deploy/settingrow.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

SettingsForm::SettingsForm(const SettingsDraft &draft, QWidget *parent)
    : QWidget(parent), m_draft(draft), m_box(new QVBoxLayout(this))
{
    style::setMargins(m_box, 0, style::margin);
    m_box->addStretch();
    m_nextTurn = new Soon(this, [this] { takeTurn(); });
}

QList<RecipeSetting> SettingsForm::settingsOf(const QString &group) const
{
    QList<RecipeSetting> settings = m_draft.settings();
    settings.removeIf([&](const RecipeSetting &setting) { return setting.group != group; });
    return settings;
}

void SettingsForm::follow()
{
    m_order = m_draft.groups();
    m_toMake.clear();
    m_focusLater.clear();
    const QStringList before = m_groups.keys();
    for (const QString &name : before) {
        const Group group = m_groups.value(name);
        if (m_order.contains(name) && group.settings == settingsOf(name))
            continue;
        for (const RecipeSetting &setting : group.settings)
            m_rows.remove(setting.key);
        m_groups.remove(name);
        m_toShow.removeOne(name);
        delete group.part;
    }
    for (const QString &name : std::as_const(m_order)) {
        if (!m_groups.contains(name))
            m_toMake << name;
    }
    if (!m_toMake.isEmpty() && m_groups.isEmpty())
        made(m_toMake.takeFirst())->show(); // something to see at once
    while (!window()->isVisible() && !m_toMake.isEmpty()) { // nobody waits
        m_toShow << m_toMake.first();
        made(m_toMake.takeFirst());
    }
    (*m_nextTurn)();
}

QWidget *SettingsForm::made(const QString &group)
{
    auto *part = new QWidget(this);
    part->hide();
    ThemeKeeper::dressAlone(part);
    auto *box = new QVBoxLayout(part);
    style::setMargins(box, 0, style::margin);
    box->addWidget(style::label(group, style::Text::Section, part));
    const QList<RecipeSetting> settings = settingsOf(group);
    for (const RecipeSetting &setting : settings) {
        auto *row = new SettingRow(setting, part);
        m_rows.insert(setting.key, row);
        showRow(row);
        box->addWidget(row);
        connect(row, &SettingRow::typed, this, &SettingsForm::typed);
        connect(row, &SettingRow::settled, this, &SettingsForm::settled);
        connect(row, &SettingRow::resetRequested, this, &SettingsForm::resetRequested);
    }
    box->addWidget(style::horizontalLine(part));
    int at = 0;
    for (const QString &name : std::as_const(m_order).mid(0, m_order.indexOf(group)))
        at += m_groups.contains(name);
    m_groups.insert(group, {settings, part});
    m_box->insertWidget(at, part);
    return part;
}

void SettingsForm::takeTurn()
{
    if (!m_toMake.isEmpty()) {
        const QString group = m_toMake.takeFirst();
        QWidget *part = made(group);
        if (isVisible())
            part->show();
        else
            m_toShow << group;
    } else if (isVisible() && !m_toShow.isEmpty()) {
        m_groups.value(m_toShow.takeFirst()).part->show();
    }
    giveFocus();
    if (!m_toMake.isEmpty() || (isVisible() && !m_toShow.isEmpty()))
        (*m_nextTurn)();
    else
        m_focusLater.clear();            // nothing takes the focus after that
}

void SettingsForm::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    (*m_nextTurn)();
}

void SettingsForm::focusField(const QString &key)
{
    m_focusLater = key;
    if (!giveFocus() && m_toMake.isEmpty() && m_toShow.isEmpty())
        m_focusLater.clear();
}

bool SettingsForm::giveFocus()
{
    const SettingRow *row = m_rows.value(m_focusLater);
    QWidget *field = row ? row->findChild<QWidget *>(u"field-"_s + m_focusLater) : nullptr;
    if (!field || !field->isVisible())
        return false;
    m_focusLater.clear();
    field->setFocus(Qt::OtherFocusReason);
    return true;
}

void SettingsForm::refresh()
{
    for (SettingRow *row : std::as_const(m_rows))
        showRow(row);
}

void SettingsForm::showRow(SettingRow *row)
{
    const QString key = row->key();
    if (m_draft.setting(key))
        row->show(m_draft.text(key), m_draft.isDefault(key), m_draft.problem(key));
}
