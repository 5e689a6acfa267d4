#include "core/shell/sshquestions.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

// The account's own, as sshd and PAM's modules ask for it: "Password: ", "root@node1's password: ", "(root@node1)
// Password: ", "Password for root@node1: ", "(current) UNIX password: ". A one-time password, a token's, a second or a
// new one are questions of their own.
bool asksForPassword(const SshPrompt &prompt)
{
    static const QRegularExpression own(
        u"^\\s*(\\([^)]*\\)\\s*)?((please )?enter (your |the )?)?(\\S+'s )?((unix|ldap|kerberos|login|current) )?"
        "password( for [^:：]+)?\\s*[:：]?\\s*$|^\\s*(请输入)?(当前)?(登录)?密码\\s*[:：]?\\s*$"_s,
        QRegularExpression::CaseInsensitiveOption);
    return !prompt.echo && own.match(prompt.text).hasMatch();
}

} // namespace

std::optional<QStringList> SshQuestions::answersTo(const QList<SshPrompt> &round)
{
    QStringList answers;
    QSet<QString> asked;
    for (const SshPrompt &one : round) {
        hasAsked = true;
        const QString prompt = one.text.trimmed();
        const std::optional<QString> own = m_secrets(answerKey(prompt));
        const bool isPassword = !own && asksForPassword(one);
        const std::optional<QString> answer = isPassword ? m_secrets(u"password:"_s + m_place) : own;
        if (!answer) {
            isGivenUp = true;
            lacksPassword = lacksPassword || isPassword;
            if (!isPassword && unknownPrompt.isEmpty())
                unknownPrompt = prompt;
            continue;
        }
        if (m_answered.contains(prompt)) {
            isGivenUp = true;
            (isPassword ? isPasswordAgain : isAnswerAgain) = true;
        }
        if (isPassword)
            usedPassword = true;
        else if (!isAnswerAgain || m_answered.contains(prompt))
            usedPrompt = prompt;
        asked << prompt;
        answers << *answer;
    }
    m_answered += asked;
    return isGivenUp ? std::nullopt : std::optional(answers);
}
