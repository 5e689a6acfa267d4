#include "core/shell/sshquestions.h"

using namespace Qt::StringLiterals;

namespace {

bool asksForPassword(const SshPrompt &prompt)
{
    return !prompt.echo
        && (prompt.text.contains("password"_L1, Qt::CaseInsensitive) || prompt.text.contains(u"密码"_s));
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
