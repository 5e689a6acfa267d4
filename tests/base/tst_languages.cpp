#include "core/base/languages.h"

#include <QLocale>
#include <QTest>

#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;

class TestLanguages : public QObject
{
    Q_OBJECT

private slots:
    void theLanguageIsTheOneThatWasSet()
    {
        setProgramLocale(QLocale(QLocale::Chinese, QLocale::China));
        QCOMPARE(dataLanguage(), u"zh"_s);
        QCOMPARE(QLocale().language(), QLocale::Chinese);
        setProgramLocale(QLocale(QLocale::German));
        QCOMPARE(dataLanguage(), u"en"_s); // the program has two
        QCOMPARE(QLocale().language(), QLocale::German);
        setProgramLocale(QLocale::c());
        QCOMPARE(dataLanguage(), u"en"_s);
    }

    // The recipes' watch asks on its worker; somebody changes the window's language at that moment.
    void workersAskWhileItChanges()
    {
        std::atomic<bool> ends = false;
        std::atomic<int> others = 0;
        const auto ask = [&] {
            while (!ends) {
                const QString language = dataLanguage();
                others += language != "en"_L1 && language != "zh"_L1;
            }
        };
        {
            std::jthread one(ask), two(ask);
            for (int i = 0; i < 50'000; ++i)
                setProgramLocale(i % 2 ? QLocale(QLocale::Chinese, QLocale::China)
                                       : QLocale(QLocale::English, QLocale::UnitedStates));
            ends = true;
        }
        setProgramLocale(QLocale::c());
        QCOMPARE(others.load(), 0);
    }
};

QTEST_APPLESS_MAIN(TestLanguages)
#include "tst_languages.moc"
