#include "ui/chat/parameterspanel.h"

#include "ui/common/format.h"
#include "ui/common/style.h"

#include <QEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

// A field at its minimum says "Default".
ParametersPanel::ParametersPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(style::label({}, style::Text::Section, this))
    , m_systemLabel(style::label({}, style::Text::Second, this))
    , m_temperatureLabel(style::label({}, style::Text::Second, this))
    , m_topPLabel(style::label({}, style::Text::Second, this))
    , m_tokensLabel(style::label({}, style::Text::Second, this))
    , m_seedLabel(style::label({}, style::Text::Second, this))
    , m_system(new QPlainTextEdit(this))
    , m_temperature(new NumberField<QDoubleSpinBox>(this))
    , m_topP(new NumberField<QDoubleSpinBox>(this))
    , m_tokens(new NumberField<QSpinBox>(this))
    , m_seed(new NumberField<QSpinBox>(this))
    , m_reset(new QPushButton(this))
{
    m_system->setObjectName(u"systemPrompt"_s);
    m_system->setTabChangesFocus(true);
    m_system->setFixedHeight(120);
    m_temperature->setObjectName(u"temperature"_s);
    m_temperature->setRange(-0.05, 2);
    m_temperature->setSingleStep(0.05);
    m_topP->setObjectName(u"topP"_s);
    m_topP->setRange(0, 1);
    m_topP->setSingleStep(0.05);
    m_topP->setLowest(0.01);
    m_tokens->setObjectName(u"maxTokens"_s);
    m_tokens->setRange(0, 1'000'000);
    m_tokens->setSingleStep(64);
    m_tokens->setLowest(1);
    m_seed->setObjectName(u"seed"_s);
    m_seed->setRange(-1, 2'147'483'647);
    style::setKind(m_reset, style::Kind::Quiet);

    auto *box = new QVBoxLayout(this);
    style::setMargins(box, style::margin, style::grid);
    box->addWidget(m_title);
    const auto add = [this, box](QLabel *label, QWidget *field) {
        label->setBuddy(field);
        box->addSpacing(style::grid * 2);
        box->addWidget(label);
        box->addWidget(field);
        auto *number = qobject_cast<QAbstractSpinBox *>(field);
        if (!number)
            return;
        QLabel *words = style::label({}, style::Text::Small, this);
        words->setObjectName(field->objectName() + u"Note"_s);
        words->setWordWrap(true);
        words->hide();
        box->addWidget(words);
        m_notes[number].label = words;
    };
    const auto correct = [this](auto *field) {
        field->onCorrected = [this, field](const QString &typed, const QString &taken) {
            m_notes[field].taken = taken;
            m_notes[field].words
                = tr("%1 is not between %2 and %3: %4 is used.", "typed, lowest, highest, taken")
                      .arg(typed, field->shown(field->lowest()), field->shown(double(field->maximum())), taken);
            note(field);
        };
        connect(field, &std::remove_pointer_t<decltype(field)>::textChanged, this, [this, field](const QString &text) {
            if (m_notes[field].taken != text)
                m_notes[field].words.clear();
            note(field);
        });
    };
    correct(m_temperature);
    correct(m_topP);
    correct(m_tokens);
    correct(m_seed);
    add(m_systemLabel, m_system);
    add(m_temperatureLabel, m_temperature);
    add(m_topPLabel, m_topP);
    add(m_tokensLabel, m_tokens);
    add(m_seedLabel, m_seed);
    box->addSpacing(style::grid * 2);
    box->addWidget(m_reset, 0, Qt::AlignLeft);
    box->addStretch();
    connect(m_reset, &QPushButton::clicked, this, &ParametersPanel::reset);
    reset();
    retranslate();
}

QString ParametersPanel::systemPrompt() const
{
    return m_system->toPlainText();
}

void ParametersPanel::applyTo(ChatRequest &request) const
{
    if (m_temperature->value() > -0.01)
        request.temperature = qMax(0.0, m_temperature->value());
    if (m_topP->value() > 0)
        request.topP = m_topP->value();
    if (m_tokens->value() > 0)
        request.maxTokens = m_tokens->value();
    if (m_seed->value() >= 0)
        request.seed = m_seed->value();
}

void ParametersPanel::note(QAbstractSpinBox *field)
{
    const Note &note = m_notes[field];
    QStringList words{note.words};
    if (field == m_tokens && m_context > 0 && m_tokens->value() > m_context)
        words << tr("More than the context of %1 tokens: the answer ends there at the latest.")
                     .arg(format::number(m_context));
    words.removeAll(QString());
    note.label->setText(words.join(u' '));
    note.label->setVisible(!words.isEmpty());
    field->setAccessibleDescription(note.label->text());
}

void ParametersPanel::setContext(int tokens)
{
    if (m_context == tokens)
        return;
    m_context = tokens;
    note(m_tokens);
}

void ParametersPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ParametersPanel::reset()
{
    for (QDoubleSpinBox *field : {static_cast<QDoubleSpinBox *>(m_temperature), static_cast<QDoubleSpinBox *>(m_topP)})
        field->setValue(field->minimum());
    for (QSpinBox *field : {static_cast<QSpinBox *>(m_tokens), static_cast<QSpinBox *>(m_seed)})
        field->setValue(field->minimum());
}

void ParametersPanel::retranslate()
{
    m_title->setText(tr("Parameters"));
    m_systemLabel->setText(tr("System prompt"));
    m_system->setPlaceholderText(tr("What the model should know or how it should answer"));
    m_temperatureLabel->setText(tr("Temperature, 0 to 2"));
    m_topPLabel->setText(tr("Top-p, 0.01 to 1"));
    m_tokensLabel->setText(tr("Longest answer, tokens"));
    m_seedLabel->setText(tr("Seed"));
    for (QAbstractSpinBox *field : {static_cast<QAbstractSpinBox *>(m_temperature),
                                    static_cast<QAbstractSpinBox *>(m_topP), static_cast<QAbstractSpinBox *>(m_tokens)})
        field->setSpecialValueText(tr("Default", "value the model's server chooses"));
    m_seed->setSpecialValueText(tr("Random", "seed"));
    m_reset->setText(tr("Reset sampling"));
    m_system->setAccessibleName(m_systemLabel->text());
    m_temperature->setAccessibleName(m_temperatureLabel->text());
    m_topP->setAccessibleName(m_topPLabel->text());
    m_tokens->setAccessibleName(m_tokensLabel->text());
    m_seed->setAccessibleName(m_seedLabel->text());
}
