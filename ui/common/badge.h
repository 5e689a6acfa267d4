// How verdicts and states look: always a symbol and a word, the colour only underlines them.
// A Badge is the widget; delegates paint from a Look.
#pragma once

#include "core/findings/finding.h"
#include "core/deploy/deployrun.h"
#include "core/cluster/cluster.h"
#include "ui/common/style.h"

#include <QLabel>

struct Look
{
    QString symbol;                      // "✓"
    QString word;                        // "Passed", translated
    style::Tone tone = style::Tone::Unknown;
    bool operator==(const Look &) const = default;
};

QString textOf(const Look &look);        // "✓ Passed"
Look lookOf(Verdict verdict);
Look lookOf(StepState state);
Look lookOfHealth(const QString &health); // npu-smi's word for a chip: "OK", "Warning", "Alarm", ...

class Badge : public QLabel
{
    Q_OBJECT

public:
    explicit Badge(QWidget *parent = nullptr);
    void setLook(const Look &look);
};
