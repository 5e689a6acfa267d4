// A recipe that is another one but for some things: what is laid over what, and what is said where it cannot be.
#include "core/recipes/extends.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

class ExtendsTest : public QObject
{
    Q_OBJECT

private:
    static Json base()
    {
        return *parseJson(R"({"id": "base", "title": "Base", "description": "All of it.", "nodes": 2, "flags": ["a", "b"],
            "settings": [{"key": "port", "type": "integer", "default": 1025}, {"key": "image", "type": "string"}],
            "environment": {"groups": [{"id": "tuning", "variables": [
                {"name": "A", "value": "1", "when": {"generation": "2.2"}},
                {"name": "A", "value": "2", "when": {"generation": "3.0"}},
                {"name": "B", "value": "${port}"}]}]}})",
                          u"base"_s);
    }
    static Result<Json> over(const QByteArray &changes)
    {
        Json file = *parseJson(changes, u"changes"_s);
        for (const char *own : {"id", "title", "description"}) {
            if (!file.contains(own))
                file[own] = "mine";
        }
        file["extends"] = "base";
        return extendedFile(base(), file, u"mine.json"_s);
    }

private slots:
    void whoseFileItIs()
    {
        QCOMPARE(extendedId(base()), QString());
        QCOMPARE(extendedId(Json{{"extends", "base"}}), u"base"_s);
        QCOMPARE(extendedId(Json::array()), QString());
        QCOMPARE(extendedId(Json{{"extends", 7}}), QString());
    }

    void whatItSaysIsLaidOverTheOther()
    {
        const Result<Json> whole = over(R"({"nodes": 4, "flags": ["c"], "settings": {"port": {"default": 8000}, "image": null,
            "tp": {"type": "integer", "default": 8}},
            "environment": {"groups": {"tuning": {"variables": {"A": {"help": "both"}, "C": {"value": "3"}}}}}})");
        QVERIFY2(whole, whole ? "" : qPrintable(whole.error().message));
        Json expected = base();
        expected["id"] = expected["title"] = expected["description"] = "mine";
        expected["nodes"] = 4;
        expected["flags"] = Json::array({"c"}); // what has no names stands in the place of what was there
        expected["settings"]
            = *parseJson(R"([{"key": "port", "type": "integer", "default": 8000},
                             {"key": "tp", "type": "integer", "default": 8}])", u"settings"_s);
        Json &variables = expected["environment"]["groups"][0]["variables"];
        variables[0]["help"] = variables[1]["help"] = "both";
        variables.push_back(Json{{"name", "C"}, {"value", "3"}});
        const auto inAnyOrder = [](const Json &json) { return nlohmann::json::parse(json.dump()); };
        QVERIFY2(inAnyOrder(*whole) == inAnyOrder(expected), whole->dump(1).c_str());
    }

    // Arguments are told apart by their flag; of two for different releases both are changed, and what only one of them
    // has can be taken away.
    void argumentsAreChangedByTheirFlags()
    {
        const Json base{{"id", "base"},
                        {"serve",
                         {{"arguments",
                           {{{"flag", "--port"}, {"value", "${port}"}},
                            {{"flag", "--config"}, {"value", {{"sizes", 1}, {"mode", "a"}}}, {"when", "old"}},
                            {{"flag", "--config"}, {"value", {{"mode", "a"}}}, {"when", "new"}}}}}}};
        const Json file{{"id", "mine"},
                        {"title", "mine"},
                        {"description", "mine"},
                        {"serve",
                         {{"arguments",
                           {{"--port", nullptr},
                            {"--config", {{"value", {{"sizes", nullptr}, {"mode", "b"}}}}},
                            {"--headless", {{"onlyIf", "${x}"}}}}}}}};
        const Result<Json> whole = extendedFile(base, file, u"mine.json"_s);
        QVERIFY2(whole, whole ? "" : qPrintable(whole.error().message));
        const Json expected = {{{"flag", "--config"}, {"value", {{"mode", "b"}}}, {"when", "old"}},
                               {{"flag", "--config"}, {"value", {{"mode", "b"}}}, {"when", "new"}},
                               {{"onlyIf", "${x}"}, {"flag", "--headless"}}};
        QVERIFY2((*whole)["serve"]["arguments"] == expected, whole->dump(1).c_str());
        Json wrong = file;
        wrong["serve"]["arguments"]["--config"]["value"]["sices"] = nullptr;
        QVERIFY(!extendedFile(base, wrong, u"mine.json"_s));
    }

    void aListStandsInTheWholeListsPlace()
    {
        const Result<Json> whole = over(R"({"settings": [{"key": "only", "type": "string"}]})");
        QVERIFY(whole);
        QCOMPARE((*whole)["settings"].size(), 1u);
    }

    void whatCannotBeLaidOverIsSaid_data()
    {
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<QString>("place");
        QTest::newRow("no such setting") << QByteArray(R"({"settings": {"prot": null}})") << u"/settings/prot: "_s;
        QTest::newRow("no such member") << QByteArray(R"({"corrections": null})") << u"/corrections: "_s;
        // a slip of the hand, or one that says too little to be a new one
        QTest::newRow("no such setting to change")
            << QByteArray(R"({"settings": {"prot": {"default": 8000}}})")
            << u"/settings/prot: the recipe that it extends has no setting of that name; did you mean \"port\"? A new "
               "one says its type, "_s;
        QTest::newRow("nor one like it")
            << QByteArray(R"({"settings": {"tp": {}}})")
            << u"/settings/tp: the recipe that it extends has no setting of that name; it has port, image. "_s;
        // the value itself, as one writes it first; what comes after it is laid over all the same
        QTest::newRow("a value") << QByteArray(R"({"settings": {"port": 8000, "tp": {"default": 8}}})")
                                 << u"/settings/port is 8000; it must be an object, such as {\"default\":8000}."_s;
        QTest::newRow("a value of a new one") << QByteArray(R"({"settings": {"new": "x", "port": {"default": 8}}})")
                                              << u"/settings/new is \"x\"; it must be an object, such as "_s;
        QTest::newRow("a list for a variable")
            << QByteArray(R"({"environment": {"groups": {"tuning": {"variables": {"A": [1], "B": {"value": "1"}}}}}})")
            << u"/environment/groups/tuning/variables/A is a list; it must be an object, such as {\"value\":[1]}."_s;
        QTest::newRow("deep") << QByteArray(R"({"environment": {"groups": {"tuning": {"variables": {"Z": null}}}}})")
                              << u"/environment/groups/tuning/variables/Z: "_s;
    }
    void whatCannotBeLaidOverIsSaid()
    {
        QFETCH(QByteArray, changes);
        QFETCH(QString, place);
        const Result<Json> whole = over(changes);
        QVERIFY(!whole);
        QCOMPARE(whole.error().kind, ErrorKind::Parse);
        QVERIFY2(whole.error().message.startsWith(u"mine.json: "_s + place), qPrintable(whole.error().message));
    }

    // Whatever stands at whatever place: a sentence or a file, never an end of the program.
    void anyValueAtAnyPlaceIsTaken()
    {
        const Json changes = *parseJson(R"({"nodes": 4, "flags": ["c"], "settings": {"port": {"default": 8000},
            "tp": {"type": "integer"}, "image": null}, "environment": {"groups": {"tuning": {"variables":
            {"A": {"help": "both"}, "C": {"value": "3"}, "B": {"value": "4"}}}}}})", u"changes"_s);
        int refused = 0, taken = 0;
        const Json flat = changes.flatten();
        QSet<QString> places;
        for (const auto &[pointer, value] : flat.items()) {
            for (QString place = QString::fromStdString(pointer); !place.isEmpty(); place = place.section(u'/', 0, -2))
                places << place;
        }
        for (const QString &place : std::as_const(places)) {
            for (const char *other :
                 {"null", "1", "\"x\"", "[]", "[1]", "{}", "{\"key\": 1, \"name\": null}", "true"}) {
                Json changed = changes;
                changed[Json::json_pointer(place.toStdString())] = *parseJson(other, u"other"_s);
                const Result<Json> whole = over(prettyJson(changed));
                QVERIFY(whole || whole.error().message.startsWith(u"mine.json: /"_s));
                ++(whole ? taken : refused);
            }
        }
        QVERIFY(refused > 20 && taken > 20);
    }

    void itHasANameOfItsOwn()
    {
        for (const char *own : {"id", "title", "description"}) {
            Json file{{"id", "mine"}, {"title", "mine"}, {"description", "mine"}, {"extends", "base"}};
            file.erase(own);
            const Result<Json> whole = extendedFile(base(), file, u"mine.json"_s);
            QVERIFY(!whole && whole.error().message.contains(u"/%1 is missing"_s.arg(QLatin1String(own))));
        }
    }
};

QTEST_GUILESS_MAIN(ExtendsTest)
#include "tst_extends.moc"
