// What leaves a site with a report, and what does not.
#include "core/base/json.h"
#include "core/bundle/redaction.h"
#include "tests/support/stoplimit.h"

#include <QElapsedTimer>
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
        row("MYPASS=s3cr3tW0rd next", "MYPASS=[taken out] next");
        row("GITHUB_PAT=s3cr3tW0rd next", "GITHUB_PAT=[taken out] next");
        row("TOKEN_X=s3cr3tW0rd next", "TOKEN_X=[taken out] next");
        row("MY_PASS=s3cr3tW0rd TOKEN_LIMIT=4096 BYPASS=host_a1 PAT=host_a1 TOKEN_MAX=8",
            "MY_PASS=[taken out] TOKEN_LIMIT=4096 BYPASS=host_a1 PAT=host_a1 TOKEN_MAX=8");
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
        row("redis-cli -h a -a s3cr3tW0rd ping", "redis-cli -h a -a [taken out] ping");
        row("redis-cli --pass s3cr3tW0rd ping", "redis-cli --pass [taken out] ping");
        row("openssl rsa -in a.pem -passin pass:s3cr3tW0rd -passout env:A",
            "openssl rsa -in a.pem -passin pass:[taken out] -passout env:A");
        row("openssl rsa -passin file:/a/b -passout pass:s3cr3tW0rd",
            "openssl rsa -passin file:/a/b -passout pass:[taken out]");
        row("curl -s -u admin:s3cr3tW0rd http://a", "curl -s -u admin:[taken out] http://a");
        row("passwd s3cr3tW0rd", "passwd [taken out]");
        row("Password is s3cr3tW0rd", "Password is [taken out]");
        row("密码：s3cr3tW0rd 口", "密码：[taken out] 口");
        row("口令=s3cr3tW0rd", "口令=[taken out]");
        row("口令：密码s3cr3tW0rd 口", "口令：[taken out] 口");
        // addresses that are signed, or have a key for a user
        row("https://b.example.com/o?Expires=1&Signature=s3cr3tW0rd%2B x",
            "https://b.example.com/o?Expires=1&Signature=[taken out] x");
        row("GET /o?X-Amz-Signature=s3cr3tW0rd&x=1", "GET /o?X-Amz-Signature=[taken out]&x=1");
        row("https://b.example.com/o?sig=s3cr3tW0rd&se=2030", "https://b.example.com/o?sig=[taken out]&se=2030");
        for (const char *name :
             {"key", "code", "sign", "signature", "hmac", "auth", "access_token", "sig", "token", "X-Amz-Signature",
              "X-Amz-Credential", "OSSAccessKeyId", "Signature"}) {
            const QByteArray before = "https://b.example.com/o?a=1&" + QByteArray(name) + '=', behind = "&x=1";
            row(QByteArray(before + "abcdefgh" + behind).constData(),
                QByteArray(before + "[taken out]" + behind).constData());
        }
        row("\"GET /o?code=abcdefgh HTTP/1.1\" 200", "\"GET /o?code=[taken out] HTTP/1.1\" 200");
        row("https://b.example.com?code=123456 x", "https://b.example.com?code=[taken out] x");
        row("https://s3cr3tW0rd@github.com/x", "https://[taken out]@github.com/x");
        row("http%3A%2F%2Fu%3As3cr3tW0rd%40host%2Fx%40y", "http%3A%2F%2F[taken out]%40host%2Fx%40y");
        row("GET /?q=%7B%22api_key%22%3A%22s3cr3tW0rd%22%7D HTTP",
            "GET /?q=%7B%22api_key%22%3A%22[taken out]%22%7D HTTP");
        row("%7b%22api_key%22%3a%20%22s3cr3tW0rd%22%7d", "%7b%22api_key%22%3a%20%22[taken out]%22%7d");
        row("%257B%2522api_key%2522%253A%2522s3cr3tW0rd%2522%257D",
            "%257B%2522api_key%2522%253A%2522[taken out]%2522%257D");
        row("h=Authorization%3A%20Bearer%20s3cr3tW0rd", "h=Authorization%3A%20Bearer%20[taken out]");
        row("one\napi_key%3A%20s3cr3tW0rd\ntwo", "one\napi_key%3A%20[taken out]\ntwo");
        row("password%3A%20s3cr3tW0rd", "password%3A%20[taken out]");
        row("secret%5Bkey%5D=s3cr3tW0rd&x=1", "secret%5Bkey%5D=[taken out]&x=1");
        row("user[password]=s3cr3tW0rd&x=1", "user[password]=[taken out]&x=1");
        row("pass\x1b[1mword%3A%20s3cr\x1b[0m3tW0rd\x1b[m x", "pass\x1b[1mword%3A%20[taken out]\x1b[m x");
        row("Token s3cr3tW0rds3cr3tW0rd0a1b2 x", "Token [taken out] x");
        // colours between a name and its value
        row("\"\x1b[94mapi_key\x1b[39m\": \x1b[33m\"s3cr3tW0rd\"\x1b[0m",
            "\"\x1b[94mapi_key\x1b[39m\": \x1b[33m\"[taken out]\"\x1b[0m");
        row("\x1b[31mBearer\x1b[0m s3cr3tW0rd x", "\x1b[31mBearer\x1b[0m [taken out] x");
        row("pass\x1b[1mword=s3cr\x1b[0m3tW0rd\x1b[m x", "pass\x1b[1mword=[taken out]\x1b[m x");
        row("{\"log\": \"a pass\\u001b[1mword=s3cr3tW0rd\\u001b[0m x\"}",
            "{\"log\": \"a pass\\u001b[1mword=[taken out]\\u001b[0m x\"}");
        row("\x1b[1mAKIAQ7RSTUVWXYZ23456\x1b[0m", "\x1b[1m[taken out]\x1b[0m");
        // pairs of a user and a password; variables; literals of a cluster's secret
        row("get(u, auth=('bob', 's3cr3t'), timeout=1)", "get(u, auth=('bob', '[taken out]'), timeout=1)");
        row("HTTPBasicAuth(\"bob\", \"s3cr3t\")", "HTTPBasicAuth(\"bob\", \"[taken out]\")");
        row("MODELERS_TOKEN s3cr3tW0rd x", "MODELERS_TOKEN [taken out] x");
        row("kubectl create secret generic x --from-literal=a=s3cr3t -n y",
            "kubectl create secret generic x --from-literal=a=[taken out] -n y");
        row("create secret generic x --from-literal 'a=s3cr3t two' -n y",
            "create secret generic x --from-literal 'a=[taken out]' -n y");
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

    // Each text with "@@" for the secret: nothing of it stays, not even half, and what is around it does.
    void nothingOfASecretStays_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("kept");
        const auto row = [](const char *text, const char *kept = "") {
            QTest::newRow(text) << QByteArray(text) << QByteArray(kept);
        };
        // files of settings, programs' objects and YAML
        row("[login]\npassword = zwei @@ drei\nuser = bob\n", "user = bob\n");
        row("db_password = one @@ # of the lab\nport = 1\n", "# of the lab\nport = 1\n");
        row("APIKey(value='@@') is used", "is used");
        row("token=SecretStr('@@')");
        row("auth:\n  token:\n    @@\n  user: bob\n", "  user: bob\n");
        // a flag takes several values
        row("vllm serve /w --api-key firstOne1 @@ --port 8000", "--port 8000");
        row("vllm serve /w --api-key firstOne1 \\\n  @@ \\\n  --port 8000", "--port 8000");
        row("\"command\": \"vllm serve --api-key k1x @@ --port 1\"", "--port 1\"");
        row("\"command\": \"vllm serve --api-key \\\"k1 x\\\" @@ --port 1\"", "--port 1\"");
        row("\"Cmd\": [\"serve\", \"--api-key\", \"k1\", \"@@\", \"--port\", \"1\"]", "\"--port\", \"1\"");
        row("['vllm', 'serve', '--api-key', '@@', '--port', '1']", "'--port', '1'");
        row("args:\n  - --api-key\n  - k1\n  - @@\n  - --port\n  - 1", "- --port");
        row("- \"--api-key\"\n- \"@@\"\n- \"--port\"", "--port");
        row("login --token '@@ and more' --port 1", "--port 1");
        row("serve --api-key 'a'\\''@@' --port 1", "--port 1");
        row("x --api-key k1 @@ 2>&1 | tee log", "| tee log");
        row("vllm [serve --api-key @@ k2] done", "] done");
        // names in many spellings
        for (const char *name : {"HUAWEICLOUD_SDK_SK",
                                 "HUAWEICLOUD_SDK_AK",
                                 "OBS_SK",
                                 "OBS_AK",
                                 "sk",
                                 "ak",
                                 "pwd",
                                 "MYSQL_PWD",
                                 "db_pass",
                                 "REDIS_AUTH",
                                 "tlsKeyPwd",
                                 "id_token",
                                 "sessionid",
                                 "AccountKey",
                                 "SecretAccessKey",
                                 "PGPASSWORD",
                                 "WANDB_API_KEY",
                                 "密码",
                                 "口令",
                                 "密钥",
                                 "令牌",
                                 "X-Amz-Security-Token",
                                 "client_secret",
                                 "x-api-key"}) {
            const QByteArray own(name);
            row((own + "=@@ next=1").constData(), "next=1");
            row(("{\"" + own + "\": \"@@\", \"next\": 1}").constData(), "\"next\": 1}");
            row(("[INFO] " + own + ": @@").constData(), "[INFO]");
        }
        row("SSHPASS=@@ ssh a", " ssh a");
        row("数据库密码：@@，端口 1", "，端口 1");
        row("{\"管理员口令\"：\"@@\"}", "\"}");
        row("export SSHPASS=@@", "export");
        // quotes, lists, tuples
        row("export MY_PASSWORD=$'@@'; x", "; x");
        row("token: '@@'");
        row("token=['abcd', '@@'], port=1", "port=1");
        row("{\"tokens\": [\"first\", \"@@\"], \"x\": 1}", "\"x\": 1");
        row("headers=[(b'x-api-key', b'@@'), (b'accept', b'a/b')]", "(b'accept', b'a/b')");
        row("[(b'authorization', b'Bearer @@')]", "Bearer [");
        row("[[\"authorization\", \"Bearer @@\"]]", "Bearer [");
        row("{b'password': b'@@', b'x': 1}", "b'x': 1");
        row("password => '@@', x", ", x");
        row("password=\x1b[31m@@\x1b[0m x", "\x1b[0m x");
        row("\x1b[1mpassword\x1b[0m: @@ x", " x");
        row("token=\"ab\\\"cd@@\" x", " x");
        row("headers[\"x-api-key\"] = \"@@\"");
        row("a: \"{\\\"token\\\": \\\"ab\\\\\\\"@@\\\", \\\"x\\\": 1}\"", "\\\"x\\\": 1");
        row("password=ab,@@ x", " x");
        row("password=ab(@@)cd x", " x");
        row("password=\"ab\"@@ x", " x");
        row("api_keys:\n  - abcd\n  - @@\nport: 1", "port: 1");
        row("password: |\n  @@\n  abcdefgh\nport: 1", "port: 1");
        row("a:\n  password: >-\n    @@\n  port: 1", "port: 1");
        row("\"password\":\n  \"@@\"");
        row("<password>@@</password><port>1</port>", "<port>1</port>");
        row("<add key=\"password\" value=\"@@\"/>", "/>");
        row("<name>fs.secret.key</name>\n<value>@@</value>", "</value>");
        row("{\"name\":\"HF_TOKEN\",\"value\":\"@@\"}", "\"HF_TOKEN\"");
        row("{\"value\":\"@@\",\"name\":\"HF_TOKEN\"}", "\"HF_TOKEN\"");
        row("- name: HF_TOKEN\n  value: @@\n- name: B", "- name: B");
        row("password%3D@@%26x%3D1", "%26x%3D1");
        row("a=%7B%22password%22%3A+%22@@%22%7D&b=1", "%22%7D&b=1");
        row("Authorization%3A+Bearer+@@", "Authorization%3A");
        row("API key: @@");
        QTest::newRow("of /proc/PID/cmdline")
            << QByteArray("vllm\0--api-key\0@@\0--port\0001", 27) << QByteArray("--port");
        // headers and addresses
        row("Authorization: @@\r\nHost: a", "Host: a");
        row("Authorization: Negotiate @@\r\nHost: a", "Host: a");
        row("Authorization: Digest username=\"bob\", realm=\"x\", response=\"@@\"\r\nHost: a", "Host: a");
        row("Authorization: AWS4-HMAC-SHA256 Credential=AB/c, SignedHeaders=host, Signature=@@\nHost: a", "Host: a");
        row("Authorization: SDK-HMAC-SHA256 Access=ABCD, SignedHeaders=x, Signature=@@\nHost: a", "Host: a");
        row("curl -H 'Authorization: Bearer @@' http://x", "http://x");
        row("http://bob:p@ss@@@host:3128/v1 x", "@host:3128/v1 x");
        row("postgres://bob:ab/@@@db/x", "@db/x");
        row("https://b.obs.example.com/o?AccessKeyId=AB&Expires=1&Signature=@@@@%3D x", " x");
        row("https://b.s3.example.com/o?X-Amz-Signature=@@@@&x=1", "&x=1");
        row("https://a.blob.example.net/c?sv=2020&sig=@@@@%3D&se=2030", "&se=2030");
        row("https://b.example.com/o?Policy=@@&Signature=@@&Key-Pair-Id=K1", "&Key-Pair-Id=K1");
        row("https://@@@@@github.com/a/b.git", "@github.com/a/b.git");
        row("https://hooks.slack.com/services/T0000/B0000/@@ x", "hooks.slack.com");
        row("https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=@@ x", " x");
        row("https://open.feishu.cn/open-apis/bot/v2/hook/@@ x", " x");
        row("Server=h;Uid=a;Pwd=@@;Encrypt=yes", ";Encrypt=yes");
        row("AccountName=a;AccountKey=@@==;EndpointSuffix=x", ";EndpointSuffix=x");
        row("machine h login bob password @@", "login bob");
        row("machine h\nlogin bob\npassword @@\n", "login bob");
        row("root:$6$abcdefgh$@@@@@@@@:19000:0", ":19000:0");
        row("echo @@ | docker login --password-stdin", "| docker login");
        row("redis-cli -a @@ ping", " ping");
        // before the flag that a command is known for
        row("+ mysql --password=@@ -uroot -p@@", " -uroot -p");
        row("docker login --password=@@ -p @@ hub.example.com", "hub.example.com");
        row("docker login --password @@ && docker login -p @@", "&& docker login -p");
        row("curl -H 'X-Api-Key: @@' -u admin:@@ http://a", "-u admin:");
        row("redis-cli --pass @@ -a @@ ping", " ping");
        // the end of a key whose beginning was cut off
        row("x y\n@@AAAAAAAAAAAA\nBBBBBBBBBBBBBBBBBBBBBB\n-----END RSA PRIVATE KEY-----\nz", "\nz");
    }
    void nothingOfASecretStays()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, kept);
        const QByteArray secret = "Qx7vB2mLp9Rt";
        text.replace("@@", secret);
        Redaction redaction;
        const QByteArray after = redaction.of(text);
        for (qsizetype at = 0; at + 3 <= secret.size(); ++at)
            QVERIFY2(!after.contains(secret.mid(at, 3)), after.constData());
        QVERIFY2(after.contains(kept), after.constData());
        QVERIFY(redaction.secretsTaken() > 0);
        QCOMPARE(redaction.of(after), after);
    }

    void keysAreKnownByTheirPrefix_data()
    {
        QTest::addColumn<QByteArray>("key");
        const QByteArray many = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0e1F2";
        const auto row = [&](const char *prefix, qsizetype length) {
            QTest::newRow(prefix) << QByteArray(prefix) + many.left(length);
        };
        row("hf_", 34);
        row("sk-proj-", 40);
        row("ghp_", 36);
        row("github_pat_", 60);
        row("glpat-", 20);
        row("xoxb-123456789012-", 24);
        row("LTAI5t", 18);
        row("AKID", 32);
        row("AIza", 35);
        row("npm_", 36);
        row("pypi-", 60);
        row("nvapi-", 64);
        row("gsk_", 52);
        QTest::newRow("AKIA") << QByteArray("AKIAQ7RSTUVWXYZ23456");
        QTest::newRow("a short AKIA") << QByteArray("AKIAQ7RSTUVWXYZ2");
        QTest::newRow("ASIA") << QByteArray("ASIAQ7RSTUVWXYZ23456");
        QTest::newRow("ms-") << QByteArray("ms-0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0");
    }
    void keysAreKnownByTheirPrefix()
    {
        QFETCH(QByteArray, key);
        for (const QByteArray &text :
             {"used " + key + " for it", "x=" + key, "(" + key + ")", "https://" + key + "@github.com"}) {
            const QByteArray after = Redaction().of(text);
            QVERIFY2(!after.contains(key.last(8)), after.constData());
        }
        QVERIFY(Redaction().of("a" + key + " b").contains(key)); // within a word it is none
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
              "http://10.0.0.1:1025/v1/models", "Password:\nLast login",
              // of the services' own logs
              "max_tokens=4096", "--max-num-batched-tokens 4096 --num-speculative-tokens 1", "12.5 tokens per second",
              "tokenizer='/models/DeepSeek-R1-w8a8', tokenizer_mode='auto', skip_tokenizer_init=False",
              "{\"prompt_tokens\":128,\"completion_tokens\":40,\"total_tokens\":168}", "prompt_tokens=128",
              "num_speculative_tokens=1, num_key_value_heads=8", "\"num_key_value_heads\": 128, \"kv_cache\": \"auto\"",
              "task=generate, desk: a1b2c3d4e5, disk=sda1b2c3d4", "monkey=banana1234567", "HCCL_OP_EXPANSION_MODE=AIV",
              "{\"server_id\":\"10.20.0.1\",\"device_ip\":\"10.20.0.2\",\"rank_id\":\"0\"}",
              "cache_key: 9f8e7d6c5b4a3210, block_key=0a1b2c3d4e5f", "{\"token\": \" the\", \"logprob\": -0.5}",
              "{\"tokens\": [9707, 11, 1879]}", "{\"tokens\": [\"Hello\", \" world\"]}", "token_ids=[151643, 151645]",
              "tokens: 1024tokens", "KeyError: 'model.layers.0.self_attn.q_proj.weight'",
              "unexpected key: model.layers.61.mlp.gate", "api_key=None, hf_token=None, ssl_keyfile=None",
              "--api-key API_KEY  If provided, the server asks for it", "[--api-key API_KEY [API_KEY ...]]",
              "password_file: /etc/x1y2z3/pw", "secretKeyRef: x1y2z3a4b5", "--password-stdin --ssl-keyfile /a/b1c2d3e4",
              "HF_TOKEN=$HF_TOKEN", "HF_TOKEN=${HF_TOKEN}", "api_key=api_key, token=self.token",
              "token = sampler(logits)", "session_id: 10.20.0.1:16389", "session_id=session_000001",
              "{\"verdict\": \"pass\", \"value\": \"enp189s0f0\"}",
              "{\\\"state\\\":\\\"pass\\\",\\\"value\\\":\\\"a1b2c3d4e5\\\"}",
              "forward_pass=12ms pass=3 pass: 12", "first_pass: 4.25", "https://github.com/a/b@v1.0.2/c",
              "ssh://git@host/x", "http://a:8000/x@y", "std::token::x = 1", "the password was refused",
              "model-00001-of-000163.safetensors", "quant_model_weight_w8a8_dynamic.index.json", "sk-learn is missing",
              "signature: (self, x1: int, y2: str)", "token embeddings: 1a", "rope_scaling key='yarn', factor=40",
              "Authorization: required", "INFO: basic authentication is off", "the secret: they say",
              "\"--api-key\", \"aliases\": []", "密码错误", "密码：未设置", "密钥：%1", "echo $1$2$3",
              "awk '{print $1$2}'", "bearer authentication is off", "npm_config_registry_of_the_house=abc",
              "desk-0123456789abcdefABCDEF",
              "https://bob@bitbucket.example.com/x", "/o?sig=1&policy=round_robin",
              "exit code=200 key=layer sign=plus", "a=1&code=abcdefgh", "what?code=abcdefgh",
              "http://a/o?code=200&key=1&token=null x", "http%3A%2F%2Fhost%3A8000%2Fx%40y",
              "%7B%22max_tokens%22%3A%204096%7D", "token qwen3-235b-a22b-instruct-2507-w8a8 x",
              "密码：长度至少8位", "docker run -e HF_TOKEN image2b4c6d8 x", "\x1b[31mtoken\x1b[0m refused",
              "kubectl create configmap x --from-literal=a=b1c2d3e4f5", "auth=(user, password)",
              "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
              "image@sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
              "\xff\xfe\x80 bytes \xc3\xa4"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatOnlyLooksLikeOneStays()
    {
        QFETCH(QByteArray, text);
        Redaction redaction;
        QCOMPARE(redaction.of(text), text);
        QCOMPARE(redaction.secretsTaken(), 0);
    }

    // A run's mark on a node says who made it, and where.
    void thisComputersNameIsOne()
    {
        const QByteArray host = QSysInfo::machineHostName().toUtf8();
        if (host.size() < 2 || host.startsWith("localhost"))
            QSKIP("this computer has no name");
        Redaction redaction = redactionFor({}, {}, true);
        QCOMPARE(redaction.of("made by root@" + host + " at noon"), "made by root@host-1 at noon");
    }

    // What the user calls a node is a name, too, in folders as well; a run's steps are none.
    void nodesOfOtherNamesThanTheirMachines()
    {
        Deployment deployment;
        for (const QString &name : {u"gpu-alpha.corp.example.org"_s, u"gpu-beta"_s, u"24100"_s, u"master"_s}) {
            Node node;
            node.name = name;
            node.host = u"10.20.0.%1"_s.arg(deployment.nodes.size() + 1);
            deployment.nodes << node;
        }
        Redaction redaction = redactionFor(deployment, {}, true);
        const QByteArray alpha = redaction.of("gpu-alpha.corp.example.org"), beta = redaction.of("gpu-beta");
        QVERIFY2(alpha.startsWith("host-") && beta.startsWith("host-") && alpha != beta, alpha.constData());
        QCOMPARE(redaction.of("nodes/gpu-beta/logs/service.log generated/gpu-alpha.corp.example.org/env.sh"),
                 "nodes/" + beta + "/logs/service.log generated/" + alpha + "/env.sh");
        QCOMPARE(redaction.of("preflight@gpu-beta start@gpu-alpha.corp.example.org erika@gpu-beta"),
                 "preflight@" + beta + " start@" + alpha + " user-1@" + beta);
        QCOMPARE(redaction.of("port 24100 of the master"), "port 24100 of the master");
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
        QCOMPARE(redaction.of("to dora@lab.example.com of image@sha256:12ab and pip@24.0"),
                 "to mail-1 of image@sha256:12ab and pip@24.0");
        QCOMPARE(redaction.of("model.safetensors.index.json torch_npu.so vllm.engine"),
                 "model.safetensors.index.json torch_npu.so vllm.engine");
        // versions, times, loopback and C++ names are none
        for (const char *text : {"firmware 7.7.0.6.236", "5.10.0-136.12.0.86.oe2203sp4.aarch64",
                                 "2026-11-25 03:30:07.123", "127.0.0.1 0.0.0.0 255.255.255.0",
                                 "c10::Error std::chrono", "300.1.1.1"})
            QCOMPARE(redaction.of(text), QByteArray(text));
        QCOMPARE(redaction.namesTaken(), 12);
    }

    void whatElseTellsOfASite()
    {
        Redaction redaction(true);
        redaction.addHost(u"node1"_s);
        redaction.addHost(u"npu"_s);
        redaction.addFile(u"/data/carol/id_carol"_s);
        QCOMPARE(redaction.of("AA-BB-CC-DD-EE-FF is aa:bb:cc:dd:ee:ff, 26-11-25-03-30-07 is not"),
                 "mac-1 is mac-1, 26-11-25-03-30-07 is not");
        QCOMPARE(redaction.of("node1-worker node1_ray node1.log node1-2 npu-smi node12-a node1"),
                 "host-1-worker host-1_ray node1.log node1-2 npu-smi node12-a host-1");
        QCOMPARE(redaction.of("{\"identityFile\": \"/data/carol/id_carol\"} /data/carol/id_carols /Users/dora/x"),
                 "{\"identityFile\": \"file-1\"} /data/carol/id_carols /Users/user-1/x");
    }

    // The letter of an escape is no part of the name behind it.
    void jsonStaysJson_data()
    {
        QTest::addColumn<QByteArray>("escape");
        for (const char *escape : {"\\t", "\\n", "\\r", "\\b", "\\f", "\\u0009", "\\u0041", "\\\\", "\\\"", "\\\\t",
                                   "\\\\u0009", "\\\\\\n", "\\\\\\\""})
            QTest::newRow(escape) << QByteArray(escape);
    }
    void jsonStaysJson()
    {
        QFETCH(QByteArray, escape);
        Redaction redaction(true);
        redaction.addHost(u"npu-gate"_s);
        redaction.addUser(u"alice"_s);
        redaction.addUser(u"bob"_s);
        for (const auto &[original, instead] :
             {std::pair{"swr.cn-south-1.myhuaweicloud.com", "host-1"}, {"npu-gate", "host-2"},
              {"10.20.0.1", "address-1"}, {"2001:db8::1ff:4567", "address-2"}, {"aa:bb:cc:dd:ee:ff", "mac-1"},
              {"alice", "user-1"}, {"dora@lab.example.com", "mail-1"},
              {"swr.cn-south-1.myhuaweicloud.com", "host-1"}}) {
            const QByteArray before = "{\"text\": \"an image:" + escape, after = escape + "is there\", \"port\": 1}\n";
            const QByteArray redacted = redaction.of(before + original + after);
            QCOMPARE(redacted, before + instead + after);
            QVERIFY2(parseJson(redacted, u"a report"_s), redacted.constData());
        }
        const QByteArray document = "{\"path\": \"" + escape + "\\/home\\/carol\\/models\", \"net\": \"0.0.0.0\\/0\", "
            + "\"release\": \"Driver Version:" + escape + "25.5.0.1\"}";
        const QByteArray redacted = redaction.of(document);
        QCOMPARE(redacted, QByteArray(document).replace("carol", "user-2"));
    }

    void aNameBehindABackslashIsOne()
    {
        Redaction redaction(true);
        redaction.addHost(u"rack7"_s);
        redaction.addUser(u"bob"_s);
        QCOMPARE(redaction.of("CORP\\bob \\\\rack7\\models"), "CORP\\user-1 \\\\host-1\\models");
        QCOMPARE(redaction.of("{\"user\": \"CORP\\\\bob\", \"text\": \"\\bob\"}"),
                 "{\"user\": \"CORP\\\\user-1\", \"text\": \"\\bob\"}");
    }

    // As names of machines and files have them; and releases of four numbers are none.
    void addressesInNamesGo()
    {
        Redaction redaction(true);
        redaction.addAddress(u"10.200.48.2"_s);
        redaction.addAddress(u"7.8.9.10"_s);
        redaction.addVersion(u"7.8.0.5"_s);
        QCOMPARE(redaction.of("10.200.48.2 10-200-48-2 worker-10_200_48_2.log 7-8-9-10 192-168-3-4"),
                 "address-1 address-1 worker-address-1.log address-2 address-3");
        QVERIFY(!redaction.of("ip_10_200_48_2 up").contains("200"));
        QVERIFY(!redaction.of("ip-10-200-48-2 up").contains("200"));
        const QByteArray version = "Driver Version: 25.5.0.1, 25.5.0.1 is older; npu-smi 25.5.0.1 | firmware 7.8.0.5";
        QCOMPARE(redaction.of(version), version);
        QCOMPARE(redaction.of("7.8.9.10:8000 is at 25.6.0.1"), "address-2:8000 is at address-4");
        for (const char *text : {"2026-11-25-03-30-07", "1-2-3-4", "300-1-1-1", "uuid 10-200-48-2-11", "CANN 8.3.0.1",
                                 "1_2_3_4", "10-200-48-2abc"})
            QCOMPARE(redaction.of(text), QByteArray(text));
    }

    // A log of any size is read once: twice the size takes twice the time, whatever is in it.
    void timeGrowsWithTheText()
    {
        for (const QByteArray &piece :
             {QByteArray("token=\""), QByteArray("password=["), QByteArray("login "), QByteArray("--api-key a1b2c3d4 "),
              QByteArray("http://a:"), QByteArray("secret={'"), QByteArray("password: |\n"), QByteArray("$6$"),
              QByteArray("-----BEGIN PRIVATE KEY-----"), QByteArray("'password',"), QByteArray("\\\\\\"),
              QByteArray("://"), QByteArray("-----END PRIVATE KEY-----\n"), QByteArray("a."),
              QByteArray("\"value\":\"")}) {
            const QByteArray text = piece.repeated(1 << 19).left(1 << 20);
            QElapsedTimer timer;
            timer.start();
            Redaction().of(text);
            QVERIFY2(timer.elapsed() < (isInstrumented ? 60'000 : 5000), piece.constData());
        }
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
