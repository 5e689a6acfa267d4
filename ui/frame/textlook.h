// TextLook: a text that somebody pastes (a docker run line, an env script, a vllm serve line, a rank table, a config),
// what it is, and what is wrong with it, while it is typed. A page of the window, no dialog. Nothing of it is kept.
#pragma once

#include "core/artifacts/lintkinds.h"
#include "core/base/worker.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class SentenceCard;

class TextLook : public QWidget {
    Q_OBJECT

public:
    explicit TextLook(QWidget *parent = nullptr);

    void setText(const QString &text);

signals:
    void closed();

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void look();
    void tell(const Result<KnownText> &known);
    void follow(int row); // a finding was chosen: its line
    void openFile();
    void retranslate();
    QString kindName(const QString &kind) const;

    QLabel *m_title;
    QPushButton *m_open, *m_clear, *m_close;
    QPlainTextEdit *m_text;
    SentenceCard *m_findings;
    QStringList m_places; // of the lines of the list
    std::optional<Result<KnownText>> m_known;
    QTimer m_pause; // between typing and looking
    int m_turn = 0; // what was found about an earlier text is passed over
    Worker m_worker;
};
