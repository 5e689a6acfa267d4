// ErrorBar: an Error shown where it happened: the sentence, the machine's words folded away, Retry and
// Copy. Hidden while there is nothing to say; ErrorKind::Canceled is never shown.
#pragma once

#include "core/base/result.h"

#include <QFrame>

class CopyButton;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

class ErrorBar : public QFrame
{
    Q_OBJECT

public:
    explicit ErrorBar(QWidget *parent = nullptr);

    void setError(const Error &error);
    void clear();
    bool hasError() const { return m_error.has_value(); }
    void setRetryVisible(bool visible);                     // default: hidden
    void setCloseVisible(bool visible);                     // default: shown

signals:
    void retryRequested();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void retranslate();
    void arrange();                      // the buttons beside the sentence, or under it where that is narrow

    std::optional<Error> m_error;
    QLabel *m_icon;
    QLabel *m_message;
    QPlainTextEdit *m_detail;
    QPushButton *m_fold;
    QPushButton *m_retry;
    CopyButton *m_copy;
    QHBoxLayout *m_row, *m_foot;
    std::optional<bool> m_isNarrow;
    QPushButton *m_close;
};
