// A user of this machine with a known password, for as long as the object lives. Needs root, useradd and
// openssl: where `exists` is false, QSKIP.
#pragma once

#include "tests/support/testsshd.h"

struct TemporaryUser
{
    explicit TemporaryUser(const QString &password, const QString &shell = QStringLiteral("/bin/sh"))
        : name(QStringLiteral("asctest%1").arg(::getpid()))
    {
        const QByteArray hash
            = TestSshd::output(QStringLiteral("openssl"), {QStringLiteral("passwd"), QStringLiteral("-6"), password})
                  .trimmed();
        exists = ::geteuid() == 0 && hash.startsWith('$')
            && QProcess::execute(QStringLiteral("useradd"),
                                 {QStringLiteral("-M"), QStringLiteral("-d"), QStringLiteral("/tmp"),
                                  QStringLiteral("-s"), shell, QStringLiteral("-p"), QString::fromLatin1(hash), name})
                == 0;
    }
    ~TemporaryUser()
    {
        if (exists)
            QProcess::execute(QStringLiteral("userdel"), {QStringLiteral("-f"), name});
    }
    Q_DISABLE_COPY(TemporaryUser)

    // sshd reads the keys as the user, who must be able to get there.
    static void letReadKeys(const TestSshd &sshd)
    {
        QFile::setPermissions(sshd.path(QString()), QFileDevice::Permissions(0x7055));
    }

    QString name;
    bool exists = false;
};
