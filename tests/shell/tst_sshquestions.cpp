// What a keyboard-interactive login answers, round by round: all of a round or nothing.
#include "core/shell/sshquestions.h"

#include <QHash>
#include <QTest>

using namespace Qt::StringLiterals;

class TestSshQuestions : public QObject
{
    Q_OBJECT

private slots:
    void everyPromptOfARoundHasItsAnswer();
    void aRoundWithAnUnknownPromptIsNotAnswered();
    void aPasswordThatIsNotKnownIsNotAnsweredEmpty();
    void theSameAnswerIsNotGivenTwice();
    void theSamePromptTwiceInOneRoundIsAnswered();
    void aRoundWithoutPromptsIsAnswered();
    void thePasswordIsForItsOwnQuestionOnly_data();
    void thePasswordIsForItsOwnQuestionOnly();

private:
    const QString m_place = u"me@node1:22"_s;
    QHash<QString, QString> m_known;
    const SecretFinder m_secrets = [this](const QString &key) {
        return m_known.contains(key) ? std::optional(m_known.value(key)) : std::nullopt;
    };
    const SshPrompt m_password{u"Password: "_s, false}, m_code{u"OTP code: "_s, true};
    const QString m_passwordKey = u"password:me@node1:22"_s, m_codeKey = u"answer:me@node1:22:OTP code:"_s;
};

void TestSshQuestions::everyPromptOfARoundHasItsAnswer()
{
    m_known = {{m_passwordKey, u"horse"_s}, {m_codeKey, u"123456"_s}};
    SshQuestions questions(m_secrets, m_place);
    const std::optional<QStringList> answers = questions.answersTo({m_password, m_code});
    QVERIFY(answers);
    QCOMPARE(*answers, (QStringList{u"horse"_s, u"123456"_s}));
    QVERIFY(questions.usedPassword && !questions.isGivenUp);
    QCOMPARE(questions.usedPrompt, u"OTP code:"_s);
}

void TestSshQuestions::aRoundWithAnUnknownPromptIsNotAnswered()
{
    m_known = {{m_passwordKey, u"horse"_s}};
    SshQuestions together(m_secrets, m_place), apart(m_secrets, m_place);
    QVERIFY(!together.answersTo({m_password, m_code}));
    QVERIFY(apart.answersTo({m_password}));
    QVERIFY(!apart.answersTo({m_code}));
    for (const SshQuestions *questions : {&together, &apart}) {
        QVERIFY(questions->isGivenUp && !questions->lacksPassword);
        QCOMPARE(questions->unknownPrompt, u"OTP code:"_s);
        QCOMPARE(questions->answerKey(questions->unknownPrompt), m_codeKey);
    }
}

void TestSshQuestions::aPasswordThatIsNotKnownIsNotAnsweredEmpty()
{
    m_known = {{m_codeKey, u"123456"_s}};
    SshQuestions questions(m_secrets, m_place);
    QVERIFY(!questions.answersTo({m_password, m_code}));
    QVERIFY(questions.lacksPassword && questions.hasAsked && questions.unknownPrompt.isEmpty());
}

void TestSshQuestions::theSameAnswerIsNotGivenTwice()
{
    m_known = {{m_passwordKey, u"horse"_s}, {m_codeKey, u"123456"_s}};
    SshQuestions password(m_secrets, m_place), code(m_secrets, m_place);
    QVERIFY(password.answersTo({m_code}));
    QVERIFY(password.answersTo({m_password}));
    QVERIFY(!password.answersTo({m_password}));
    QVERIFY(password.isPasswordAgain && !password.isAnswerAgain);
    QVERIFY(code.answersTo({m_code}));
    QVERIFY(!code.answersTo({m_code, m_password}));
    QVERIFY(code.isAnswerAgain && !code.isPasswordAgain);
    QCOMPARE(code.usedPrompt, u"OTP code:"_s);
}

void TestSshQuestions::theSamePromptTwiceInOneRoundIsAnswered()
{
    m_known = {{m_passwordKey, u"horse"_s}};
    SshQuestions questions(m_secrets, m_place);
    const std::optional<QStringList> answers = questions.answersTo({m_password, m_password});
    QVERIFY(answers && answers->size() == 2);
}

// The server only says something (RFC 4256, 3.2: zero prompts).
void TestSshQuestions::aRoundWithoutPromptsIsAnswered()
{
    SshQuestions questions(m_secrets, m_place);
    const std::optional<QStringList> answers = questions.answersTo({});
    QVERIFY(answers && answers->isEmpty() && !questions.hasAsked);
}

void TestSshQuestions::thePasswordIsForItsOwnQuestionOnly_data()
{
    QTest::addColumn<QString>("prompt");
    QTest::addColumn<bool>("isOwn");
    for (const char *own : {"Password: ", "password:", "me@node1's password: ", "(me@node1) Password: ",
                            "Password for me@node1: ", "Enter your password:", "(current) UNIX password: ",
                            "LDAP Password: ", "Login password: ", "密码：", "请输入密码:"})
        QTest::newRow(own) << QString::fromUtf8(own) << true;
    for (const char *other : {"One-time password (OATH) for `me': ", "RSA token password: ", "Second password: ",
                              "Password + OTP: ", "New password: ", "Retype new password: ",
                              "Enter new UNIX password: ", "Verification code: ", "Password expired. Change it? ",
                              "一次性密码："})
        QTest::newRow(other) << QString::fromUtf8(other) << false;
}

void TestSshQuestions::thePasswordIsForItsOwnQuestionOnly()
{
    QFETCH(QString, prompt);
    QFETCH(bool, isOwn);
    m_known = {{m_passwordKey, u"horse"_s}};
    SshQuestions questions(m_secrets, m_place);
    QCOMPARE(bool(questions.answersTo({{prompt, false}})), isOwn);
    QCOMPARE(questions.unknownPrompt.isEmpty(), isOwn);
}

QTEST_GUILESS_MAIN(TestSshQuestions)
#include "tst_sshquestions.moc"
