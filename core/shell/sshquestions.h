// The questions of a keyboard-interactive login, round by round, and the answers that are known. A round of which one
// answer is not known is not answered at all: the server would count it as a failed login.
#pragma once

#include "core/shell/sshlogin.h"

#include <QSet>

struct SshPrompt
{
    QString text;
    bool echo = false;                   // what is typed may be seen
};

class SshQuestions
{
public:
    // place: user@host:port, as in the keys of secrets
    SshQuestions(const SecretFinder &secrets, const QString &place) : m_secrets(secrets), m_place(place) {}

    // nullopt: an answer is not known, or was given before in this login and not taken
    std::optional<QStringList> answersTo(const QList<SshPrompt> &round);

    QString answerKey(const QString &prompt) const { return QStringLiteral("answer:%1:%2").arg(m_place, prompt); }

    bool hasAsked = false;
    bool isGivenUp = false;              // a round was not answered
    bool usedPassword = false, lacksPassword = false;
    bool isPasswordAgain = false;        // asked for once more after it was given
    QString unknownPrompt;               // the first without an answer, but a password
    QString usedPrompt;                  // the last that was answered, but by the password
    bool isAnswerAgain = false;          // that one was asked once more

private:
    const SecretFinder &m_secrets;
    const QString m_place;
    QSet<QString> m_answered;            // in earlier rounds
};
