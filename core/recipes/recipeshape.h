// RecipeShape: what may stand at one place of a recipe's file. Values, so that an engine describes its part beside its
// code.
#pragma once

#include <QList>
#include <QString>

struct RecipeField;

struct RecipeShape
{
    enum class Is {
        Text,       // one line; `pattern` where it says so
        Path,       // absolute, in one piece, below "/"
        Words,      // a text, or {"en": ..., "zh": ...}
        Whole,      // from 1
        Wholes,     // a list of them
        Number, Flag,
        Texts,      // a list of texts; each fits `pattern`
        Condition,  // "${name}", or a list of them
        Anything,
        Object,     // of `fields`
        List,       // of objects of `fields`; each may say "when"
        Map,        // of any names
    };
    Is is = Is::Anything;
    QList<RecipeField> fields;
    const char *pattern = nullptr;
};

struct RecipeField
{
    const char *name;
    RecipeShape shape;
    bool isRequired = false;
};
