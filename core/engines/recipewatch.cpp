#include "core/engines/recipewatch.h"

#include "core/base/languages.h"
#include "core/engines/recipebook.h"

namespace {

// In every language that somebody asks for them; the state of the folder.
QString read()
{
    const Result<RecipeBook> other = recipeBook(dataLanguage()), book = recipeBook();
    return book ? book->folderState : QString();
}

} // namespace

RecipeWatch::RecipeWatch(QObject *parent) : QObject(parent) { trustReadRecipes(true); }

RecipeWatch::~RecipeWatch() { trustReadRecipes(false); }

void RecipeWatch::look()
{
    m_worker.run(this, [](Job &) { return read(); }, [this](const QString &state) {
        if (std::exchange(m_state, state) != state)
            emit changed();
    });
}
