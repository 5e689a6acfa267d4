// What leaves a site with a report, and what does not.
#include "core/bundle/redaction.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestRedaction : public QObject
{
    Q_OBJECT

private slots:
    // Each text with a secret in it: "s3cr3tW0rd"; what is around it stays.
    void secretsGo_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char *text, const char *after) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(after);
        };
        row("HF_TOKEN=s3cr3tW0rd next", "HF_TOKEN=[taken out] next");
        row("export MODELSCOPE_API_TOKEN='s3cr3tW0rd two'\nPATH=/bin",
            "export MODELSCOPE_API_TOKEN='[taken out]'\nPATH=/bin");
        row("\"Env\": [\"A_PASSWORD=s3cr3tW0rd two \\\" three\", \"B=1\"]",
            "\"Env\": [\"A_PASSWORD=[taken out]\", \"B=1\"]");
        row("{\"password\": \"s3cr3tW0rd \\\"x\\\" y\", \"port\": 22}",
            "{\"password\": \"[taken out]\", \"port\": 22}");
        row("{\"apiKey\":\"s3cr3tW0rd\"}", "{\"apiKey\":\"[taken out]\"}");
        row("vllm serve /w --api-key s3cr3tW0rd --port 8000", "vllm serve /w --api-key [taken out] --port 8000");
        row("vllm serve /w --api-key=s3cr3tW0rd --port 8000", "vllm serve /w --api-key=[taken out] --port 8000");
        row("\"--api-key\",\n  \"s3cr3tW0rd\",\n  \"--port\"", "\"--api-key\",\n  \"[taken out]\",\n  \"--port\"");
        row("login --token s3cr3tW0rd", "login --token [taken out]");
        row("Authorization: Bearer s3cr3tW0rd.x/y\r\nHost: a", "Authorization: Bearer [taken out]\r\nHost: a");
        row("http_proxy=http://me:s3cr3tW0rd@proxy:3128/", "http_proxy=http://[taken out]@proxy:3128/");
        row("keyPwd secret: s3cr3tW0rd", "keyPwd secret: [taken out]");
        row("a\n-----BEGIN OPENSSH PRIVATE KEY-----\ns3cr3tW0rd\n-----END OPENSSH PRIVATE KEY-----\nb",
            "a\n[private key taken out]\nb");
        row("a\n-----BEGIN PRIVATE KEY-----\ns3cr3tW0rd cut", "a\n[private key taken out]");
        // as engines, shells and people write them
        row("args: {'api_key': ['s3cr3tW0rd', 'b'], 'port': 1}", "args: {'api_key': [[taken out]], 'port': 1}");
        row("Namespace(api_key=['s3cr3tW0rd'], port=1)", "Namespace(api_key=[[taken out]], port=1)");
        row("{\"api_key\": [\"s3cr3tW0rd\"], \"a\": 1}", "{\"api_key\": [[taken out]], \"a\": 1}");
        row("\"label\": \"{\\\"token\\\":\\\"s3cr3tW0rd\\\"}\"",
            "\"label\": \"{\\\"token\\\":\\\"[taken out]\\\"}\"");
        row("\"x\": \"{\\\"api_key\\\": \\\"s3cr3tW0rd\\\", \\\"b\\\": 1}\"",
            "\"x\": \"{\\\"api_key\\\": \\\"[taken out]\\\", \\\"b\\\": 1}\"");
        row("\"OPENAI_KEY=s3cr3tW0rd\", \"PWD=/root\"", "\"OPENAI_KEY=[taken out]\", \"PWD=/root\"");
        row("MYSQL_PWD=s3cr3tW0rd mysql", "MYSQL_PWD=[taken out] mysql");
        row("PASS=s3cr3tW0rd ./run", "PASS=[taken out] ./run");
        row("DB_PWD='s3cr3tW0rd two' ./run", "DB_PWD='[taken out]' ./run");
        row("token=\"s3cr3tW0rd x\" y", "token=\"[taken out]\" y");
        row("token: s3cr3tW0rd", "token: [taken out]");
        row("PRIVATE-TOKEN: s3cr3tW0rd", "PRIVATE-TOKEN: [taken out]");
        row("Cookie: session=s3cr3tW0rd; b=c\r\nHost: a", "Cookie: [taken out]\r\nHost: a");
        row("docker login -u a -p s3cr3tW0rd hub", "docker login -u a -p [taken out] hub");
        row("sshpass -p s3cr3tW0rd ssh a", "sshpass -p [taken out] ssh a");
        row("sshpass -ps3cr3tW0rd ssh a", "sshpass -p[taken out] ssh a");
        row("mysql -h a -u b -ps3cr3tW0rd db", "mysql -h a -u b -p[taken out] db");
        row("curl -s -u admin:s3cr3tW0rd http://a", "curl -s -u admin:[taken out] http://a");
        row("passwd s3cr3tW0rd", "passwd [taken out]");
        row("Password is s3cr3tW0rd", "Password is [taken out]");
        row("密码：s3cr3tW0rd 口", "密码：[taken out] 口");
        row("口令=s3cr3tW0rd", "口令=[taken out]");
        row("{\"auths\":{\"hub\":{\"auth\":\"YTpzM2NyM3RXMHJk\"}}}",
            "{\"auths\":{\"hub\":{\"auth\":\"[taken out]\"}}}");
        row("token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s3cr3tW0rd_ok", "token [taken out]");
    }
    void secretsGo()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, after);
        Redaction redaction;
        QCOMPARE(redaction.of(text), after);
        QCOMPARE(redaction.secretsTaken(), 1);
        QCOMPARE(redaction.of(after), after); // and it stays so
    }

    void whatOnlyLooksLikeOneStays_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text :
             {"\"eos_token\": \"</s>\", \"max_tokens\": 1024", "time per token: 0.5 ms, 12 tokens/s",
              "connection.passwordless: pass", "{\"auth\": \"password\"}", "\"api_key\": null",
              "PWD=/root OLDPWD=/", "docker run -u 1000:1000 image", "mkdir -p /work; login shell -p",
              "/etc/passwd 644",
              "the passwd command", "per token: 1.25 ms", "token=</s>", "ssh -p 22 a", "HCCL_IF_BASE_PORT=60000",
              "\"auth\": \"key\"", "tokenizer=auto tokens: 12345678", "cookies are off",
              "http://10.0.0.1:1025/v1/models", "Password:\nLast login", "\xff\xfe\x80 bytes \xc3\xa4"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatOnlyLooksLikeOneStays()
    {
        QFETCH(QByteArray, text);
        Redaction redaction;
        QCOMPARE(redaction.of(text), text);
        QCOMPARE(redaction.secretsTaken(), 0);
    }

    // The same word for the same one, everywhere, so that it can still be followed.
    void namesKeepTheirStory()
    {
        Redaction redaction(true);
        redaction.addHost(u"npu-gate.example"_s);
        redaction.addHost(u"npu-gate"_s);
        redaction.addUser(u"alice"_s);
        redaction.addUser(u"root"_s);
        QCOMPARE(redaction.of("alice@npu-gate.example 10.20.0.1 -> 10.20.0.2, 10.20.0.1; /home/alice root"),
                 "user-1@host-1 address-1 -> address-2, address-1; /home/user-1 root");
        QCOMPARE(redaction.of("npu-gate npu-gateway 10.20.0.2:1025"), "host-2 npu-gateway address-2:1025");
        QCOMPARE(redaction.of("fe80::1ff:fe23:4567:890a%eth0 aa:bb:cc:dd:ee:ff"), "address-3%eth0 mac-1");
        // another way to write a host that is known, and what has the shape of a name
        QCOMPARE(redaction.of("NPU-GATE npu-gate.corp.example.com npu-gate.log"), "host-2 host-2 npu-gate.log");
        QCOMPARE(redaction.of("gateway.corp.internal ip-10-20-0-3 bob@10.20.0.1:/home/carol/models root@10.20.0.1"),
                 "host-3 host-4 user-2@address-1:/home/user-3/models root@address-1");
        QCOMPARE(redaction.of("model.safetensors.index.json torch_npu.so vllm.engine"),
                 "model.safetensors.index.json torch_npu.so vllm.engine");
        // versions, times, loopback and C++ names are none
        for (const char *text : {"firmware 7.7.0.6.236", "5.10.0-136.12.0.86.oe2203sp4.aarch64",
                                 "2026-11-25 03:30:07.123", "127.0.0.1 0.0.0.0 255.255.255.0",
                                 "c10::Error std::chrono", "300.1.1.1"})
            QCOMPARE(redaction.of(text), QByteArray(text));
        QCOMPARE(redaction.namesTaken(), 11);
    }

    void withoutTheRequestNamesStay()
    {
        Redaction redaction;
        redaction.addHost(u"npu-gate"_s);
        QCOMPARE(redaction.of("npu-gate 10.20.0.1"), "npu-gate 10.20.0.1");
    }
};

QTEST_GUILESS_MAIN(TestRedaction)
#include "tst_redaction.moc"
