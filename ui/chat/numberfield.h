// NumberField: a spin box that takes what is typed and, where that is out of range, says what became of it. A spin box
// of Qt's own swallows the keys that lead out of its range, so that 99999999 silently becomes 999999. Its minimum
// stands for words ("Default"); `lowest` is the smallest number.
#pragma once

#include <QDoubleSpinBox>
#include <QLocale>
#include <QSpinBox>

#include <functional>
#include <optional>
#include <utility>

template<typename SpinBox>
class NumberField : public SpinBox
{
public:
    using SpinBox::SpinBox;

    void setLowest(double lowest) { m_lowest = lowest; }
    double lowest() const { return m_lowest; }
    QString shown(double value) const { return this->textFromValue(decltype(std::declval<SpinBox>().value())(value)); }
    std::function<void(const QString &typed, const QString &taken)> onCorrected;

protected:
    QValidator::State validate(QString &text, int &position) const override
    {
        const QValidator::State state = SpinBox::validate(text, position);
        const std::optional<double> typed = number(text);
        return typed && (*typed > this->maximum() || *typed < m_lowest) ? QValidator::Intermediate : state;
    }

    void fixup(QString &text) const override
    {
        const std::optional<double> typed = number(text);
        if (!typed)
            return SpinBox::fixup(text);
        const QString before = text;
        text = shown(*typed > this->maximum() ? double(this->maximum()) : m_lowest);
        if (onCorrected)
            onCorrected(before.trimmed(), text);
    }

private:
    std::optional<double> number(const QString &text) const
    {
        bool isNumber = false;
        const double value = this->locale().toDouble(text.trimmed(), &isNumber);
        return isNumber ? std::optional(value) : std::nullopt;
    }

    double m_lowest = 0;
};
