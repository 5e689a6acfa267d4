#include "app/console/language.h"

#include "core/base/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

using namespace Qt::StringLiterals;

static void loadResources()
{
    Q_INIT_RESOURCE(translations);
}

Language::~Language()
{
    for (const auto &translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
}

QString Language::resolved(const QString &choice)
{
    if (choice == "en"_L1 || choice == "zh"_L1)
        return choice;
    return QLocale::system().language() == QLocale::Chinese ? u"zh"_s : u"en"_s;
}

void Language::apply(const QString &choice)
{
    loadResources();
    for (const auto &translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
    m_translators.clear();
    const bool isChinese = resolved(choice) == "zh"_L1;
    setProgramLocale(isChinese ? QLocale(QLocale::Chinese, QLocale::China)
                     : QLocale::system().language() == QLocale::English
                         ? QLocale::system()
                         : QLocale(QLocale::English, QLocale::UnitedStates));
    const auto install = [this](const QString &name, const QString &folder) {
        auto translator = std::make_unique<QTranslator>();
        if (translator->load(name, folder)) {
            QCoreApplication::installTranslator(translator.get());
            m_translators.push_back(std::move(translator));
        }
    };
    if (isChinese)
        install(u"qtbase_zh_CN"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(isChinese ? u"ascend-console_zh_CN"_s : u"ascend-console_en"_s, u":/translations"_s);
}
