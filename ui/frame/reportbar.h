// Where the report was saved that somebody asked for, and what is to be known before it is given away.
#pragma once

#include "core/bundle/bundle.h"
#include "ui/frame/savedbar.h"

class ReportBar : public SavedBar
{
    Q_OBJECT

public:
    explicit ReportBar(QWidget *parent = nullptr);

    void tell(const QString &file, const BundleSummary &summary);

private:
    void retranslate() override;

    QString m_file;
    BundleSummary m_summary;
};
