// Includes go only leftwards: core <- inference <- ui <- app. llama.cpp is seen by one file.
#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

class TestLayering : public QObject
{
    Q_OBJECT

private slots:
    void includesGoOnlyLeftwards()
    {
        const QStringList folders{u"core"_s, u"inference"_s, u"ui"_s, u"app"_s};
        static const QRegularExpression include(u"^\\s*#\\s*include\\s+[\"<]([^\">]+)[\">]"_s,
                                                QRegularExpression::MultilineOption);
        const QStringList seeLlama{u"inference/embeddedengine.cpp"_s, u"inference/llamalibrary.cpp"_s,
                                   u"inference/modelexaminer.cpp"_s, u"inference/usablegrammar.cpp"_s};
        int seen = 0;
        for (qsizetype own = 0; own < folders.size(); ++own) {
            QDirIterator files(QStringLiteral(ASC_SOURCE_DIR "/") + folders[own], {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                auto matches = include.globalMatch(QString::fromUtf8(file.readAll()));
                while (matches.hasNext()) {
                    const QString name = matches.next().captured(1);
                    ++seen;
                    for (qsizetype other = own + 1; other < folders.size(); ++other)
                        QVERIFY2(!name.startsWith(folders[other] + QLatin1Char('/')),
                                 qPrintable(file.fileName() + u" includes "_s + name));
                    if (folders[own] == "core"_L1)
                        QVERIFY2(!name.startsWith("QtWidgets"_L1) && name != "QWidget"_L1,
                                 qPrintable(file.fileName() + u" includes "_s + name));
                    const bool isLlama = name == "llama.h"_L1 || name.startsWith("server-"_L1);
                    QVERIFY2(!isLlama || seeLlama.contains(file.fileName().section(QLatin1Char('/'), -2)),
                             qPrintable(file.fileName() + u" includes "_s + name));
                }
            }
        }
        QVERIFY(seen > 50);
    }

    // As .clang-format says. Raw strings are texts of others: they stay as long as they are.
    void linesEndAtColumn120()
    {
        QStringList wide;
        for (const char *folder : {"core", "inference", "ui", "app", "tests"}) {
            QDirIterator files(QStringLiteral(ASC_SOURCE_DIR "/") + QLatin1String(folder), {u"*.h"_s, u"*.cpp"_s},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                QString end; // of the raw string that we are in
                int number = 0;
                for (const QString &line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
                    ++number;
                    static const QRegularExpression raw(u"R\"([^(\" ]*)\\("_s);
                    bool isText = !end.isEmpty();
                    qsizetype at = 0;
                    for (;;) {
                        if (!end.isEmpty()) {
                            const qsizetype closed = line.indexOf(end, at);
                            if (closed < 0)
                                break;
                            at = closed + end.size();
                            end.clear();
                        }
                        const QRegularExpressionMatch open = raw.match(line, at);
                        if (!open.hasMatch())
                            break;
                        isText = true;
                        end = QLatin1Char(')') + open.captured(1) + QLatin1Char('"');
                        at = open.capturedEnd();
                    }
                    if (!isText && line.size() > 120)
                        wide << u"%1:%2: %3"_s.arg(file.fileName()).arg(number).arg(line.size());
                }
            }
        }
        QVERIFY2(wide.isEmpty(), qPrintable(wide.join(QLatin1Char('\n'))));
    }

    // The order of core's folders is the list that builds them (core/CMakeLists.txt): each includes from those before
    // it only.
    void coresFoldersKeepTheirOrder()
    {
        QFile list(QStringLiteral(ASC_SOURCE_DIR "/core/CMakeLists.txt"));
        QVERIFY(list.open(QIODevice::ReadOnly));
        static const QRegularExpression subjects(u"foreach\\(subject ([a-z ]+)\\)"_s);
        const QStringList order
            = subjects.match(QString::fromUtf8(list.readAll())).captured(1).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        QVERIFY(order.size() > 15);
        QCOMPARE(QSet<QString>(order.begin(), order.end()).size(), order.size());
        QStringList there
            = QDir(QStringLiteral(ASC_SOURCE_DIR "/core")).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name),
            named = order;
        named.sort();
        QCOMPARE(there, named);
        static const QRegularExpression include(u"^\\s*#\\s*include\\s+\"core/([a-z]+)/([^\"]+)\""_s,
                                                QRegularExpression::MultilineOption);
        QStringList against;
        int seen = 0;
        for (qsizetype own = 0; own < order.size(); ++own) {
            QDirIterator files(QStringLiteral(ASC_SOURCE_DIR "/core/") + order[own], {u"*.h"_s, u"*.cpp"_s},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                auto matches = include.globalMatch(QString::fromUtf8(file.readAll()));
                while (matches.hasNext()) {
                    const QRegularExpressionMatch match = matches.next();
                    ++seen;
                    if (order.indexOf(match.captured(1)) > own)
                        against << u"%1 includes core/%2/%3"_s.arg(file.fileName(), match.captured(1),
                                                                   match.captured(2));
                }
            }
        }
        QVERIFY(seen > 300);
        QVERIFY2(against.isEmpty(), qPrintable(against.join(QLatin1Char('\n'))));
    }

    // A test that stands behind "private:" is no slot: it compiles, looks like the others, and never runs.
    void everyTestIsRun()
    {
        static const QRegularExpression function(u"^    (?:static )?void (\\w+)\\(\\)"_s),
            section(u"^(private slots|private|protected|public|public slots|signals):"_s);
        QStringList never;
        int seen = 0;
        QDirIterator files(QStringLiteral(ASC_SOURCE_DIR "/tests"), {u"tst_*.cpp"_s}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            bool isSlots = false;
            for (const QString &line : text.split(QLatin1Char('\n'))) {
                if (const QRegularExpressionMatch at = section.match(line); at.hasMatch())
                    isSlots = at.captured(1) == "private slots"_L1;
                const QString name = function.match(line).captured(1);
                if (name.isEmpty())
                    continue;
                ++seen;
                // A helper is called somewhere, besides where it is declared and, perhaps, defined.
                const QRegularExpression use(u"(?<!::)\\b%1\\b"_s.arg(name));
                if (!isSlots && text.count(use) < 2)
                    never << file.fileName().section(QLatin1Char('/'), -1) + u' ' + name;
            }
        }
        QVERIFY(seen > 1000);
        QVERIFY2(never.isEmpty(), qPrintable(never.join(QLatin1Char('\n'))));
    }

    // JSON that is nested a hundred thousand deep ends the program: parseJson() bounds it, and so do the files named
    // here.
    void jsonIsReadWithABound()
    {
        const QStringList own{u"core/base/jsontree.h"_s, u"core/base/jsontree.cpp"_s,
                              // measureJson() first
                              u"core/base/json.cpp"_s, u"core/lint/linting.cpp"_s,
                              u"core/monitor/ownalerts.cpp"_s, // asks where the flaw is
                              // what apirequest.cpp measured
                              u"inference/embeddedengine.cpp"_s,
                              // what the engine has read already
                              u"inference/modelexaminer.cpp"_s};
        static const QRegularExpression parses(
            u"\\b[Jj]son::(parse|accept|sax_parse)\\(|\\breadJsonTree\\(|QJsonDocument::fromJson"_s);
        for (const char *folder : {"core", "inference", "ui", "app"}) {
            QDirIterator files(QStringLiteral(ASC_SOURCE_DIR "/") + QLatin1String(folder), {u"*.h"_s, u"*.cpp"_s},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const bool isOwn = std::any_of(own.begin(), own.end(),
                                               [&](const QString &name) { return file.fileName().endsWith(name); });
                QVERIFY2(isOwn || !QString::fromUtf8(file.readAll()).contains(parses), qPrintable(file.fileName()));
            }
        }
    }

    // What may run on a worker makes no QLocale() of the program's locale, and only setProgramLocale() sets that:
    // core/base/languages.h says why.
    void theProgramsLocaleIsTheGuiThreads()
    {
        static const QRegularExpression sets(u"\\bQLocale::setDefault\\("_s),
            makes(u"\\bQLocale(\\(\\)|\\{\\}|\\s+\\w+;)|\\bQCollator\\b|localeAwareCompare|\\.arg\\(.*%L[0-9]"_s);
        int seen = 0;
        for (const char *folder : {"core", "inference", "ui", "app", "tests"}) {
            const bool isWorkers = *folder == 'c' || *folder == 'i';
            QDirIterator files(QStringLiteral(ASC_SOURCE_DIR "/") + QLatin1String(folder), {u"*.h"_s, u"*.cpp"_s},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                if (file.fileName().contains("core/base/languages."_L1)
                    || file.fileName().endsWith("tst_layering.cpp"_L1))
                    continue;
                QVERIFY(file.open(QIODevice::ReadOnly));
                const QString text = QString::fromUtf8(file.readAll());
                QVERIFY2(!text.contains(sets), qPrintable(file.fileName()));
                QVERIFY2(!isWorkers || !text.contains(makes), qPrintable(file.fileName()));
                ++seen;
            }
        }
        QVERIFY(seen > 500);
    }
};

QTEST_GUILESS_MAIN(TestLayering)
#include "tst_layering.moc"
