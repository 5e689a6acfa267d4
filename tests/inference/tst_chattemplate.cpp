// A chat template that does not end: who waits for it is let go.
#include "inference/chattemplate.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

#include "chat.h"

namespace {

server_chat_params templated(const char *text)
{
    server_chat_params params{};
    params.use_jinja = true;
    params.reasoning_format = COMMON_REASONING_FORMAT_NONE;
    params.tmpls = common_chat_templates_init(nullptr, text);
    return params;
}

constexpr auto endlessForAbracadabra = "{% for m in messages %}{{ m.content }}{% if 'abracadabra' in m.content %}{% for i in range(100000) %}{% for k in range(100000) %}"
                                       "{% for j in range(100000) %}{% endfor %}{% endfor %}{% endfor %}{% endif %}{% endfor %}";

json asking(const char *text) { return json{{"messages", json::array({json{{"role", "user"}, {"content", text}}})}}; }

} // namespace

class TestChatTemplate : public QObject
{
    Q_OBJECT

private slots:
    void anEndlessOneEndsTheWaitAndTheOthersGoOn()
    {
        ChatTemplate chat(templated(endlessForAbracadabra), std::chrono::seconds(2));
        QCOMPARE(QString::fromStdString(chat.filledIn(asking("Hello"), {}).at("prompt").get<std::string>()), QStringLiteral("Hello"));
        QElapsedTimer clock;
        clock.start();
        QVERIFY_THROWS_EXCEPTION(ChatTemplate::Endless, chat.filledIn(asking("abracadabra"), {}));
        QVERIFY(clock.elapsed() < 10'000);
        QCOMPARE(QString::fromStdString(chat.filledIn(asking("Hello"), {}).at("prompt").get<std::string>()), QStringLiteral("Hello"));
    }

    void aStopEndsTheWait()
    {
        ChatTemplate chat(templated(endlessForAbracadabra), std::chrono::minutes(5));
        std::stop_source stop;
        std::jthread stopper([&] {
            QTest::qWait(100);
            stop.request_stop();
        });
        QVERIFY_THROWS_EXCEPTION(ChatTemplate::Stopped, chat.filledIn(asking("abracadabra"), stop.get_token()));
    }

    // Two threads are busy for ever now; no third one joins them.
    void thereIsAnEndToThem()
    {
        ChatTemplate chat(templated("{{ messages[0].content }}"), std::chrono::minutes(5));
        QVERIFY_THROWS_EXCEPTION(ChatTemplate::Endless, chat.filledIn(asking("Hello"), {}));
    }
};

QTEST_GUILESS_MAIN(TestChatTemplate)
#include "tst_chattemplate.moc"
