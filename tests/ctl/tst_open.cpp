// Opening a deployment from the command line: host keys, passwords, wrong usage, against a real sshd.
#include "tests/support/ascendctl.h"
#include "tests/support/testsshd.h"

#include <nlohmann/json.hpp>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

} // namespace

class TestOpen : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!QFile::exists(str(ASC_BIN_DIR "/ascendctl")))
            QSKIP("ascendctl has not been built");
    }

    void unknownHostKeyIsAcceptedByItsFingerprintOnly()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        const QString key = sshd.addUserKey(str("ed25519"));
        const QByteArray file = "{\"name\":\"t\",\"nodes\":[{\"name\":\"n1\",\"host\":\"127.0.0.1\",\"port\":" + QByteArray::number(sshd.port())
            + ",\"auth\":{\"method\":\"key\",\"identityFile\":\"" + QFileInfo(key).fileName().toUtf8() + "\"}}]}"; // relative to the file
        const QString deployment = sshd.write(str("t.deployment.json"), file);
        const QStringList inspect{str("inspect"), deployment, str("--json"), str("--known-hosts"), sshd.path(str("known")), str("--ssh-config"), sshd.path(str("none"))};

        const Ran first = ascendctl(inspect);
        QCOMPARE(first.code, 3);
        const auto document = nlohmann::json::parse(first.out.toStdString(), nullptr, false);
        QVERIFY(!document.is_discarded());
        QCOMPARE(document["nodes"][0]["reachable"].get<bool>(), false);
        const QString said = QString::fromUtf8(first.err);
        const QString fingerprint = said.mid(said.indexOf(str("--accept-new-host-key ")) + 22).section(QLatin1Char('\n'), 0, 0).trimmed();
        const QString shown = QString::fromUtf8(TestSshd::output(str("ssh-keygen"), {str("-lf"), sshd.hostKey(str("ed25519")) + str(".pub")}));
        QCOMPARE(fingerprint, shown.section(QLatin1Char(' '), 1, 1));

        QCOMPARE(ascendctl(inspect + QStringList{str("--accept-new-host-key"), str("SHA256:other")}).code, 3);
        QCOMPARE(ascendctl(inspect + QStringList{str("--accept-new-host-key"), fingerprint}).code, 0);
        QCOMPARE(ascendctl(inspect).code, 0); // it was stored
    }

    void wrongUsageIsTwoAndUnreadableIsThree()
    {
        QCOMPARE(ascendctl({str("inspect")}).code, 2);
        QCOMPARE(ascendctl({str("inspect"), str("x"), str("--accept-new-host-key"), str("MD5:00")}).code, 2);
        QCOMPARE(ascendctl({str("inspect"), str("x"), str("--password-fd"), str("99")}).code, 2);
        QCOMPARE(ascendctl({str("inspect"), str("/no/such/file")}).code, 3);
    }
};

QTEST_GUILESS_MAIN(TestOpen)
#include "tst_open.moc"
