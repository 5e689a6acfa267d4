#include "core/recipes/recipefields.h"

QList<RecipeField> recipeSettingFields()
{
    using Is = RecipeShape::Is;
    const RecipeShape text{Is::Text, {}, nullptr}, words{Is::Words, {}, nullptr}, number{Is::Number, {}, nullptr};
    return {{"key", {Is::Text, {}, "[A-Za-z][A-Za-z0-9_]*"}, true},
            {"type", text, true},
            {"default", {Is::Anything, {}, nullptr}, true},
            {"group", text, true},
            {"minimum", number, false},
            {"maximum", number, false},
            {"choices", {Is::Texts, {}, nullptr}, false},
            {"choiceTitles", {Is::Map, {}, nullptr}, false},
            {"pattern", text, false},
            {"patternHelp", words, false},
            {"title", words, true},
            {"help", words, true}};
}

static RecipeShape environmentShape()
{
    using Is = RecipeShape::Is;
    const RecipeShape text{Is::Text, {}, nullptr}, words{Is::Words, {}, nullptr};
    const char *name = "[A-Za-z_][A-Za-z0-9_]*";
    const RecipeShape variables{Is::List,
                                {{"name", {Is::Text, {}, name}, true},
                                 {"value", text, true},
                                 {"help", words, false},
                                 {"prepends", {Is::Flag, {}, nullptr}, false}, // to what it is already, with ":"
                                 {"onlyIf", {Is::Condition, {}, nullptr}, false}},
                                nullptr};
    return {
        Is::Object,
        {{"load", {Is::List, {{"path", {Is::Path, {}, nullptr}, true}, {"help", words, false}}, nullptr}, false},
         {"unset", {Is::Object, {{"names", {Is::Texts, {}, name}, true}, {"help", words, false}}, nullptr}, false},
         {"groups",
          {Is::List, {{"id", text, true}, {"title", words, true}, {"variables", variables, true}}, nullptr},
          true}},
        nullptr};
}

QList<RecipeField> recipeFields()
{
    using Is = RecipeShape::Is;
    const RecipeShape text{Is::Text, {}, nullptr}, words{Is::Words, {}, nullptr}, texts{Is::Texts, {}, nullptr};
    return {{"id", {Is::Text, {}, "[A-Za-z0-9][A-Za-z0-9._-]{0,127}"}, true},
            {"title", words, true},
            {"description", words, false},
            {"engine", text, true},
            {"model", text, false},
            {"quantization", text, false},
            {"nodes", {Is::Whole, {}, nullptr}, true},
            {"chipsPerNode", {Is::Anything, {}, nullptr}, true}, // a number or "${KEY}": recipeschema.cpp
            {"kind", text, false},
            {"architecture", text, false},
            {"hbmGb", {Is::Whole, {}, nullptr}, false},
            {"warnings",
             {Is::List,
              {{"text", words, true}, {"source", words, true}, {"belowCards", {Is::Whole, {}, nullptr}, false}},
              nullptr},
             false},
            {"corrections",
             {Is::List,
              {{"guide", text, true}, {"reference", text, true}, {"text", words, true}, {"source", words, true}},
              nullptr},
             false},
            {"groups", {Is::List, {{"id", text, true}, {"title", words, true}}, nullptr}, true},
            {"settings", {Is::List, recipeSettingFields(), nullptr}, true},
            {"variants", {Is::Map, {}, nullptr}, false},
            {"container",
             {Is::Object,
              {{"devices", {Is::Texts, {}, "/dev/[^:]+"}, false},
               {"mounts",
                {Is::List,
                 {{"path", {Is::Path, {}, nullptr}, true},
                  {"readOnly", {Is::Flag, {}, nullptr}, false},
                  {"help", words, false}},
                 nullptr},
                false}},
              nullptr},
             true},
            {"environment", environmentShape(), true},
            {"ready",
             {Is::Object,
              {{"logLines", texts, false},
               {"failureLines", texts, false},
               {"healthPath", {Is::Text, {}, "/.*|\\$\\{.*"}, true},
               // answers 200 as long as it lives, be it busy; Kubernetes starts anew what does not
               {"livePath", {Is::Text, {}, "/.*"}, false},
               {"modelsPath", {Is::Text, {}, "/.*"}, false}},
              nullptr},
             true}};
}
