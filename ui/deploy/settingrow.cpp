#include "ui/deploy/settingrow.h"

#include "ui/common/icons.h"
#include "ui/common/style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

SettingRow::SettingRow(const RecipeSetting &setting, QWidget *parent)
    : QWidget(parent), m_setting(setting)
{
    setObjectName(u"row-"_s + setting.key);
    m_title = style::label(setting.title, style::Text::Body, this);
    m_title->setWordWrap(true);
    m_help = style::label(setting.help, style::Text::Small, this);
    m_help->setWordWrap(true);
    m_problem = style::label({}, style::Text::FieldError, this);
    m_problem->setObjectName(u"problem-"_s + setting.key);
    m_problem->setWordWrap(true);
    m_state = style::label({}, style::Text::Small, this);
    m_reset = new QPushButton(this);
    m_reset->setObjectName(u"reset-"_s + setting.key);
    m_reset->setIcon(style::icon(u"rotate-ccw"_s));
    style::setKind(m_reset, style::Kind::Quiet);
    m_reset->setToolTip(tr("Back to the default"));
    m_reset->setAccessibleName(tr("%1: back to the default").arg(setting.title));
    m_field = makeField();
    m_field->setObjectName(u"field-"_s + setting.key);
    m_field->setAccessibleName(setting.title);
    m_field->setAccessibleDescription(setting.help);
    m_title->setBuddy(m_field);
    QSizePolicy keeps = m_reset->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keeps);

    auto *grid = new QGridLayout(this);
    style::setMargins(grid, 0, 0);
    grid->setHorizontalSpacing(style::grid * 2);
    grid->setVerticalSpacing(style::grid);
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_field, 0, 1);
    grid->addWidget(m_reset, 0, 2);
    grid->addWidget(m_problem, 1, 1, 1, 2);
    grid->addWidget(m_help, 2, 1, 1, 2);
    grid->addWidget(m_state, 1, 0, 2, 1, Qt::AlignTop);
    grid->setColumnMinimumWidth(0, 112); // so that field and help fit beside it in the smallest window
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 3);
    connect(m_reset, &QPushButton::clicked, this, [this] { emit resetRequested(m_setting.key); });
}

QWidget *SettingRow::makeField()
{
    const auto changed = [this](const QString &text) {
        emit typed(m_setting.key, text);
        emit settled(m_setting.key);
    };
    if (m_setting.type == "boolean"_L1) {
        auto *box = new QCheckBox(tr("On"), this);
        connect(box, &QCheckBox::toggled, this, [changed](bool on) { changed(on ? u"true"_s : u"false"_s); });
        return box;
    }
    if (m_setting.type == "choice"_L1) {
        auto *box = new QComboBox(this);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // words must not widen the form
        box->setMinimumContentsLength(8);
        for (qsizetype i = 0; i < m_setting.choices.size(); ++i)
            box->addItem(m_setting.choiceTitles.value(i, m_setting.choices[i]), m_setting.choices[i]);
        connect(box, &QComboBox::textActivated, this,
                [box, changed](const QString &title) { changed(box->itemData(box->findText(title)).toString()); });
        return box;
    }
    auto *edit = new QLineEdit(this);
    if (const QString range = rangeText(m_setting); !range.isEmpty())
        edit->setToolTip(tr("Allowed: %1").arg(range));
    if (m_setting.type == "path"_L1)
        edit->setFont(style::monospace(style::bodySize));
    connect(edit, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_isTyping = true;
        emit typed(m_setting.key, text);
    });
    // A screen reader or dictation sets the text without an edit, and no focus leaves the field after it.
    connect(edit, &QLineEdit::textChanged, this, [this, changed](const QString &text) {
        if (!std::exchange(m_isTyping, false))
            changed(text);
    });
    connect(edit, &QLineEdit::editingFinished, this, [this] { emit settled(m_setting.key); });
    return edit;
}

void SettingRow::show(const QString &text, bool isDefault, const QString &problem)
{
    const QSignalBlocker quiet(m_field);
    if (auto *box = qobject_cast<QCheckBox *>(m_field))
        box->setChecked(text == "true"_L1);
    else if (auto *choice = qobject_cast<QComboBox *>(m_field))
        choice->setCurrentIndex(choice->findData(text));
    else if (auto *edit = qobject_cast<QLineEdit *>(m_field); edit->text() != text)
        edit->setText(text);
    style::setInvalid(m_field, !problem.isEmpty());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_reset->setVisible(!isDefault);
    m_state->setText(isDefault ? QString() : tr("changed"));
}
