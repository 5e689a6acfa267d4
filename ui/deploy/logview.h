// LogView: live output, monospaced, searchable; follows its end until the user scrolls up.
// Takes any amount: what is shown is bounded, what is older falls out at the top.
#pragma once

#include "ui/common/codetext.h"

#include <QStringDecoder>

class LogView : public CodeText
{
    Q_OBJECT

public:
    static constexpr int mostLines = 20'000;
    static constexpr int longestLine = 2'000;             // longer ones are broken
    static constexpr qsizetype mostAtOnce = 64 * 1024;    // of one piece this much, its end, is shown

    explicit LogView(QWidget *parent = nullptr);

    void append(const QByteArray &piece);                 // not cut at lines; escape sequences are left out
    void showAll(const QByteArray &text);                 // instead of what is there
    bool isFollowing() const { return m_following; }
    void follow();
    bool findNext(const QString &text, bool backward);    // goes round; false: nowhere

signals:
    void followingChanged(bool following);

private:
    void setFollowing(bool following);

    QStringDecoder m_decoder{QStringDecoder::Utf8};
    qsizetype m_lineLength = 0;
    bool m_following = true, m_appending = false;
};

// Pure: text for the view from text of a terminal. lineLength is carried from piece to piece.
QString plainLog(const QString &text, qsizetype &lineLength);
