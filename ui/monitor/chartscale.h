// Where values lie in a plot. Pure; no widget.
#pragma once

#include <QRectF>

struct ChartScale
{
    QRectF plot;
    qint64 fromMs = 0, toMs = 1;
    double low = 0, high = 1;

    double x(qint64 timeMs) const
    {
        return plot.left() + plot.width() * double(timeMs - fromMs) / double(std::max<qint64>(1, toMs - fromMs));
    }
    double y(double value) const { return plot.bottom() - plot.height() * (value - low) / std::max(1e-9, high - low); }
    qint64 timeAt(double x) const
    {
        return fromMs + qint64((x - plot.left()) / std::max(1.0, plot.width()) * double(toMs - fromMs));
    }
};
