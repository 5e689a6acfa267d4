#include "core/engines/recipebook.h"

#include "core/base/data.h"
#include "core/base/plaintext.h"
#include "core/base/homepath.h"
#include "core/base/inputfile.h"
#include "core/engines/engine.h"
#include "core/recipes/extends.h"
#include "core/recipes/recipetext.h"

#include <QDir>
#include <QHash>
#include <QMutex>
#include <QStandardPaths>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestRecipe = 4 * 1024 * 1024; // as of a deployment file
constexpr qsizetype mostOwnRecipes = 200;
thread_local bool trustsRead = false;    // see trustReadRecipes()
QMutex booksMutex;
QHash<QString, RecipeBook> books;        // as they were read last, by language

Error unusable(const QString &sentence, const QString &detail = {}) { return {ErrorKind::Parse, sentence, detail, {}}; }

// What a person wrote: which of two members with one key is meant, nobody knows.
Result<Json> recipeJson(const QByteArray &text, const QString &what)
{
    QStringList twice;
    Result<Json> json = parseJson(text, what, &twice);
    if (json && !twice.isEmpty())
        return unusable(RecipeText::tr("%1 stands twice in one object of %2. Remove one of them.")
                            .arg(twice.first(), what));
    return json;
}

const QList<RecipeDialect> &recipeDialects()
{
    static const QList<RecipeDialect> all = [] {
        QList<RecipeDialect> dialects;
        for (const Engine &engine : engines()) {
            dialects << engine.recipe;
            dialects.last().engine = QLatin1String(engine.id);
            dialects.last().names += placedNames();
            for (const EnginePort &port : engine.ports)
                dialects.last().ports << QLatin1String(port.key);
        }
        return dialects;
    }();
    return all;
}

// own: what of it the file itself says, where it extends another one
Result<Recipe> checkedRecipe(const Json &file, const QString &what, const QString &language, const Json *own = nullptr)
{
    const QStringList problems = recipeProblems(file, what, recipeDialects(), own);
    if (!problems.isEmpty())
        return unusable(problems.first(), problems.mid(1).join(QLatin1Char('\n')));
    return recipeFromJson(file, what, language);
}

struct RecipeFile
{
    QString name;
    Json json;
};

// What extends another file of the list comes after it; else as they were. Of a circle, nobody is first.
QList<RecipeFile> basesFirst(QList<RecipeFile> files)
{
    QList<RecipeFile> sorted;
    while (!files.isEmpty()) {
        const auto isReady = [&](const RecipeFile &file) {
            const QString base = extendedId(file.json);
            return base.isEmpty() || std::none_of(files.cbegin(), files.cend(), [&](const RecipeFile &other) {
                       return stringAt(other.json, "id") == base;
                   });
        };
        const auto ready = std::stable_partition(files.begin(), files.end(), std::not_fn(isReady));
        if (ready == files.end())
            return sorted + files;
        sorted.append(QList<RecipeFile>(ready, files.end()));
        files.erase(ready, files.end());
    }
    return sorted;
}

// Of `known` one may be extended.
Result<Recipe> checkedRecipe(const RecipeFile &file, const QList<Recipe> &known, const QString &language)
{
    const QString id = extendedId(file.json);
    if (id.isEmpty())
        return checkedRecipe(file.json, file.name, language);
    const auto base
        = std::find_if(known.cbegin(), known.cend(), [&](const Recipe &recipe) { return recipe.id == id; });
    if (base == known.cend())
        return unusable(
            RecipeText::tr("%1: /extends names \"%2\", and there is no such recipe, or it is refused itself.")
                .arg(file.name, shortened(id)));
    const Result<Json> whole = extendedFile(base->file, file.json, file.name);
    return whole ? checkedRecipe(*whole, RecipeText::tr("%1 over %2", "files").arg(file.name, id), language,
                                 &file.json)
                 : Result<Recipe>(whole.error());
}

Result<QList<Recipe>> builtInRecipes(const QString &language)
{
    QList<RecipeFile> files;
    const QStringList names = dataFileNames(u"recipes"_s);
    for (const QString &name : names) {
        const Result<Json> data = jsonDataFile(name);
        if (!data)
            return data.error();
        files << RecipeFile{name, *data};
    }
    QList<Recipe> recipes;
    for (const RecipeFile &file : basesFirst(files)) {
        const Result<Recipe> recipe = checkedRecipe(file, recipes, language);
        if (!recipe)
            return recipe.error();
        recipes << *recipe;
    }
    // By their files' names, whatever extends what.
    std::sort(recipes.begin(), recipes.end(),
              [](const Recipe &one, const Recipe &other) { return one.id < other.id; });
    return recipes;
}

QStringList ownRecipeFiles()
{
    return QDir(ownRecipesFolder()).entryList({u"*.json"_s}, QDir::Files | QDir::System, QDir::Name);
}

// Names, sizes and times of what is there: cheap enough to be asked at every call.
QString stateOf(const QStringList &files)
{
    QString state = QString::number(QFileInfo(ownRecipesFolder()).permissions().toInt()) + QLatin1Char('\n');
    for (const QString &name : files) {
        struct stat facts = {};
        const bool isThere
            = ::stat(QFile::encodeName(ownRecipesFolder() + QLatin1Char('/') + name).constData(), &facts) == 0;
        state += u"%1/%2/%3.%4/%5.%6/%7\n"_s.arg(name)
                     .arg(isThere ? qint64(facts.st_size) : -1)
                     .arg(facts.st_mtim.tv_sec)
                     .arg(facts.st_mtim.tv_nsec)
                     .arg(facts.st_ctim.tv_sec)
                     .arg(facts.st_ctim.tv_nsec)
                     .arg(facts.st_ino);
    }
    return ownRecipesFolder() + QLatin1Char('\n') + state;
}

// A file and nothing else: a pipe of that name would keep the window waiting.
Result<QByteArray> ownRecipeText(const QString &path, const QString &name)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0)
        return unusable(RecipeText::tr("%1 cannot be read: %2.").arg(name, QString::fromLocal8Bit(strerror(errno))));
    struct stat facts = {};
    Result<QByteArray> text = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode)
        ? readDescriptor(descriptor, name, largestRecipe, {})
        : Result<QByteArray>(unusable(RecipeText::tr("%1 is not a file.").arg(name)));
    ::close(descriptor);
    return text;
}

void addOwnRecipe(RecipeBook &book, qsizetype builtIn, const RecipeFile &file, const QString &language)
{
    const QString &name = file.name, path = ownRecipesFolder() + QLatin1Char('/') + name;
    const QString id = stringAt(file.json, "id");
    const Result<Recipe> recipe = checkedRecipe(file, book.recipes, language);
    if (!recipe) {
        book.refused << RefusedRecipe{path, id, recipe.error()};
        return;
    }
    for (qsizetype i = 0; i < book.recipes.size(); ++i) {
        if (book.recipes[i].id != id)
            continue;
        book.refused << RefusedRecipe{
            path,
            {},
            unusable(i < builtIn
                         ? RecipeText::tr(
                               "%1: /id is \"%2\", which is a recipe that this program brings; give yours another id.")
                               .arg(name, id)
                         : RecipeText::tr("%1: /id is \"%2\", as in another file of this folder; give each its own.")
                               .arg(name, id))};
        return;
    }
    book.recipes << *recipe;
}

void addOwnRecipes(RecipeBook &book, const QStringList &files, const QString &language)
{
    const qsizetype builtIn = book.recipes.size();
    QList<RecipeFile> readable;
    for (const QString &name : files.mid(0, mostOwnRecipes)) {
        const QString path = ownRecipesFolder() + QLatin1Char('/') + name;
        const Result<QByteArray> text = ownRecipeText(path, name);
        const Result<Json> json = text ? recipeJson(*text, name) : Result<Json>(text.error());
        if (json)
            readable << RecipeFile{name, *json};
        else
            book.refused << RefusedRecipe{path, {}, unusable(json.error().message, json.error().detail)};
    }
    for (const RecipeFile &file : basesFirst(readable))
        addOwnRecipe(book, builtIn, file, language);
    std::stable_sort(book.refused.begin(), book.refused.end(),
                     [](const RefusedRecipe &one, const RefusedRecipe &other) { return one.file < other.file; });
    if (files.size() > mostOwnRecipes)
        book.refused << RefusedRecipe{ownRecipesFolder(),
                                      {},
                                      unusable(RecipeText::tr("%1 has %2 recipes; only the first %3 are read.")
                                                   .arg(withTilde(ownRecipesFolder()))
                                                   .arg(files.size())
                                                   .arg(mostOwnRecipes))};
    const QFileInfo folder(ownRecipesFolder());
    if (folder.exists() && !(folder.isDir() && folder.isReadable() && folder.isExecutable()))
        book.refused << RefusedRecipe{ownRecipesFolder(),
                                      {},
                                      unusable(RecipeText::tr("The folder of your own recipes, %1, cannot be read.")
                                                   .arg(withTilde(ownRecipesFolder())))};
}

} // namespace

QString ownRecipesFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/ascend-console/recipes"_s;
}

Result<Recipe> recipeFromText(const QByteArray &text, const QString &what, const QString &language)
{
    const Result<Json> file = recipeJson(text, what);
    if (!file)
        return file.error();
    const Result<QList<Recipe>> known = extendedId(*file).isEmpty() ? QList<Recipe>() : loadRecipes(language);
    return known ? checkedRecipe(RecipeFile{what, *file}, *known, language) : Result<Recipe>(known.error());
}

Result<RecipeBook> recipeBook(const QString &language)
{
    static QHash<QString, QList<Recipe>> builtIn; // compiled in: they cannot change
    // part of it is in the window's language
    const QString words = language + u'\n' + RecipeText::tr("%1 (source: %2)");
    if (trustsRead) {
        const QMutexLocker lock(&booksMutex);
        if (const auto known = books.constFind(words); known != books.cend())
            return *known;
    }
    const QStringList files = ownRecipeFiles();
    const QString state = stateOf(files);
    const QMutexLocker lock(&booksMutex);
    if (const auto known = books.constFind(words); known != books.cend() && known->folderState == state)
        return *known;
    if (!builtIn.contains(words)) {
        const Result<QList<Recipe>> read = builtInRecipes(language);
        if (!read)
            return read.error();
        builtIn.insert(words, *read);
    }
    RecipeBook book{builtIn.value(words), {}, state};
    addOwnRecipes(book, files, language);
    books.insert(words, book);
    return book;
}

void trustReadRecipes(bool trust)
{
    trustsRead = trust;
    const QMutexLocker lock(&booksMutex);
    books.clear();                       // what was read before may be of an earlier time
}

Result<QList<Recipe>> loadRecipes(const QString &language)
{
    const Result<RecipeBook> book = recipeBook(language);
    return book ? Result<QList<Recipe>>(book->recipes) : Result<QList<Recipe>>(book.error());
}

bool hasRecipe(const QString &id)
{
    if (id.isEmpty())
        return false;                    // a window that opens with no deployment reads no recipes for that
    const Result<RecipeBook> book = recipeBook();
    return book && std::any_of(book->recipes.cbegin(), book->recipes.cend(), [&](const Recipe &recipe) {
               return recipe.id == id;
           });
}

Result<Recipe> findRecipe(const QString &id, const QString &language)
{
    const Result<RecipeBook> book = recipeBook(language);
    if (!book)
        return book.error();
    QStringList known;
    for (const Recipe &recipe : book->recipes) {
        if (recipe.id == id)
            return recipe;
        known << recipe.id;
    }
    for (const RefusedRecipe &refused : book->refused) {
        if (!id.isEmpty() && refused.id == id)
            return refused.error;
    }
    return Error{ErrorKind::Invalid,
                 (id.isEmpty()
                      ? RecipeText::tr("No recipe is named; there are: %1.").arg(known.join(", "_L1))
                      : RecipeText::tr("There is no recipe named \"%1\"; there are: %2.")
                            .arg(shortened(id), known.join(", "_L1))),
                 {},
                 {}};
}

Json toJson(const RefusedRecipe &refused)
{
    return {{"file", refused.file}, {"id", refused.id.isEmpty() ? Json(nullptr) : Json(refused.id)},
            {"message", refused.error.message}, {"detail", refused.error.detail}};
}

Deployment withDefaults(Deployment deployment)
{
    if (const Result<Recipe> recipe = findRecipe(deployment.recipe))
        deployment.settings = settingsAsTyped(*recipe, deployment.settings);
    return deployment;
}
