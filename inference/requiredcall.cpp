#include "inference/requiredcall.h"

#include <set>
#include <utility>

#include "chat-peg-parser.h"

namespace {

// Walks through what makes the grammar, and gathers what matches the words around the calls.
struct Words
{
    const common_peg_arena &arena;
    std::set<std::pair<common_peg_parser_id, bool>> seen;
    std::set<common_peg_parser_id> untils;   // each is a rule of the grammar, "until-7"
    bool areAllUntils = true;

    void walk(common_peg_parser_id id, bool isContent)
    {
        if (!seen.insert({id, isContent}).second)
            return;
        const auto all = [&](const std::vector<common_peg_parser_id> &children) {
            for (const common_peg_parser_id child : children)
                walk(child, isContent);
        };
        const common_peg_parser_variant &parser = arena.get(id);
        if (const auto *sequence = std::get_if<common_peg_sequence_parser>(&parser))
            all(sequence->children);
        else if (const auto *choice = std::get_if<common_peg_choice_parser>(&parser))
            all(choice->children);
        else if (const auto *repetition = std::get_if<common_peg_repetition_parser>(&parser))
            walk(repetition->child, isContent);
        else if (const auto *rule = std::get_if<common_peg_rule_parser>(&parser))
            walk(rule->child, isContent);
        else if (const auto *ref = std::get_if<common_peg_ref_parser>(&parser))
            walk(arena.get_rule(ref->name), isContent);
        else if (const auto *atomic = std::get_if<common_peg_atomic_parser>(&parser))
            walk(atomic->child, isContent);
        else if (const auto *tag = std::get_if<common_peg_tag_parser>(&parser))
            walk(tag->child, isContent || tag->tag == common_chat_peg_builder::CONTENT);
        else if (const auto *until = std::get_if<common_peg_until_parser>(&parser);
                 until && isContent && !until->delimiters.empty())
            untils.insert(id);
        else if (isContent && !isShort(parser))
            areAllUntils = false;
    }

    static bool isShort(const common_peg_parser_variant &parser)
    {
        return std::holds_alternative<common_peg_literal_parser>(parser)
            || std::holds_alternative<common_peg_space_parser>(parser)
            || std::holds_alternative<common_peg_epsilon_parser>(parser)
            || std::holds_alternative<common_peg_start_parser>(parser)
            || std::holds_alternative<common_peg_end_parser>(parser)
            || std::holds_alternative<common_peg_and_parser>(parser)
            || std::holds_alternative<common_peg_not_parser>(parser);
    }
};

} // namespace

bool letOnlyCallsThrough(std::string &grammar, const std::string &parser)
{
    if (grammar.empty() || parser.empty())
        return false;
    grammar.insert(0, 1, '\n'); // so that each rule follows a line break
    common_peg_arena arena;
    arena.load(parser);
    Words words{arena, {}, {}};
    words.walk(arena.root(), false);
    for (const common_peg_parser_id id : words.untils) {
        const std::string rule = "\nuntil-" + std::to_string(id) + " ::= ";
        const size_t at = grammar.find(rule), begin = at + rule.size();
        if (at == std::string::npos)
            return false;
        grammar.replace(begin, grammar.find('\n', begin) - begin, "\"\"");
    }
    return words.areAllUntils;
}
