// TestSshd: a real sshd of the test's own on 127.0.0.1, with keys made for it. Works as root and as a
// plain user (who can log in as himself only). start() is false where there is no sshd: QSKIP then.
#pragma once

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <pwd.h>
#include <unistd.h>

class TestSshd
{
public:
    ~TestSshd()
    {
        for (const qint64 pid : sessions()) {
            ::kill(pid_t(pid), SIGCONT);
            ::kill(pid_t(pid), SIGKILL);
        }
        m_process.kill();
        m_process.waitForFinished(5000);
    }

    // Lines that come before ours win: sshd takes the first value, too.
    bool start(const QStringList &config = {}, const QStringList &hostKeyTypes = {QStringLiteral("ed25519")})
    {
        const QString sshd = QStringLiteral("/usr/sbin/sshd");
        if (!QFile::exists(sshd) || !m_folder.isValid())
            return false;
        if (::geteuid() == 0)
            QDir().mkpath(QStringLiteral("/run/sshd"));
        QStringList lines = config;
        for (const QString &type : hostKeyTypes) {
            if (!QFile::exists(hostKey(type)) && !makeKey(hostKey(type), type))
                return false;
            lines << QStringLiteral("HostKey ") + hostKey(type);
        }
        if (m_port == 0) {
            QTcpServer probe;
            probe.listen(QHostAddress::LocalHost, 0);
            m_port = probe.serverPort();
        }
        lines << QStringLiteral("Port %1").arg(m_port) << QStringLiteral("ListenAddress 127.0.0.1")
              << QStringLiteral("PidFile none") << QStringLiteral("StrictModes no") << QStringLiteral("UsePAM no")
              << QStringLiteral("PermitRootLogin yes") << QStringLiteral("PasswordAuthentication no")
              << QStringLiteral("KbdInteractiveAuthentication no") << QStringLiteral("UseDNS no")
              << QStringLiteral("AuthorizedKeysFile ") + authorizedKeys();
        if (config.filter(QStringLiteral("MaxStartups")).isEmpty()) // of this one sshd takes the last value
            lines << QStringLiteral("MaxStartups 200");
        if (hasSftp)
            lines << QStringLiteral("Subsystem sftp internal-sftp");
        write(QStringLiteral("sshd_config"), lines.join(QLatin1Char('\n')).toUtf8() + '\n');
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.setStandardOutputFile(path(QStringLiteral("log")));
        m_process.start(sshd,
                        {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"),
                         path(QStringLiteral("sshd_config"))});
        if (!m_process.waitForStarted(5000))
            return false;
        return QTest::qWaitFor([this] { return log().contains("Server listening"); }, 10'000);
    }

    bool hasSftp = true;

    void stop() // the listener; sessions go on
    {
        m_process.kill();
        m_process.waitForFinished(5000);
    }

    QString path(const QString &name) const { return m_folder.filePath(name); }
    QString authorizedKeys() const { return path(QStringLiteral("authorized_keys")); }
    QString hostKey(const QString &type) const { return path(QStringLiteral("host_") + type); }
    int port() const { return m_port; }
    QByteArray log() const { return read(path(QStringLiteral("log"))); }
    static QString user() { return QString::fromLocal8Bit(::getpwuid(::geteuid())->pw_name); }

    // A user key, let in. type: "ed25519", "ecdsa", "rsa".
    QString addUserKey(const QString &type, const QString &passphrase = {}, const QStringList &more = {})
    {
        const QString file = path(QStringLiteral("user_%1_%2").arg(type).arg(++m_keys));
        if (!makeKey(file, type, passphrase, more))
            return {};
        QFile allowed(authorizedKeys());
        if (allowed.open(QIODevice::Append))
            allowed.write(read(file + QStringLiteral(".pub")));
        return file;
    }

    // known_hosts line of its host key.
    QByteArray knownHostsLine(const QString &type = QStringLiteral("ed25519")) const
    {
        return "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' + read(hostKey(type) + QStringLiteral(".pub"));
    }

    QString write(const QString &name, const QByteArray &content) const
    {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        return file.fileName();
    }

    // sshd processes of open connections (not the listener).
    QList<qint64> sessions() const
    {
        QList<qint64> found, left{m_process.processId()};
        while (!left.isEmpty() && left.first() > 0) {
            const QByteArray id = QByteArray::number(left.takeFirst());
            const QByteArray children = read(QString::fromLatin1("/proc/" + id + "/task/" + id + "/children"));
            for (const QByteArray &child : children.simplified().split(' ')) {
                if (!child.isEmpty() && read(QString::fromLatin1("/proc/" + child + "/comm")).startsWith("sshd"))
                    left << child.toLongLong();
                if (!child.isEmpty() && left.contains(child.toLongLong()))
                    found << child.toLongLong();
            }
        }
        return found;
    }
    void signalSessions(int number) const
    {
        for (const qint64 pid : sessions())
            ::kill(pid_t(pid), number);
    }

    static QByteArray read(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QByteArray output(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        process.waitForFinished(30'000);
        return process.readAllStandardOutput();
    }
    static bool makeKey(const QString &file, const QString &type, const QString &passphrase = {},
                        const QStringList &more = {})
    {
        return QProcess::execute(QStringLiteral("ssh-keygen"),
                                 QStringList{QStringLiteral("-q"), QStringLiteral("-t"), type, QStringLiteral("-N"),
                                             passphrase, QStringLiteral("-f"), file}
                                     + more)
            == 0;
    }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    int m_port = 0;
    int m_keys = 0;
};
