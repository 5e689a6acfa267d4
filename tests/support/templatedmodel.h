// The small model with a chat template of the test's own.
#pragma once

#include <QByteArray>
#include <QFile>

#include <cstring>

// What no examination foresees: it says what it was told, and over each of these words it goes astray.
inline const QByteArray astrayOverWords
    = "{%- macro f(x) -%}{{ f(x) }}{%- endmacro -%}{%- for m in messages -%}{{ m.content }}"
      "{%- if 'abracadabra' in m.content -%}{% for i in range(100000) %}{% for k in range(100000) %}{% for j in "
      "range(100000) %}{% endfor %}{% endfor %}{% endfor %}{%- endif -%}"
      "{%- if 'mirror' in m.content -%}{{ f(1) }}{%- endif -%}"
      "{%- if 'double' in m.content -%}{%- set ns = namespace(s='x') -%}{%- for i in range(60) -%}{%- set ns.s = ns.s "
      "+ ns.s -%}{%- endfor -%}{{ ns.s }}{%- endif -%}"
      "{%- endfor -%}";

// Writes calls as Hermes and Qwen do, in few words: the model's context has 128 tokens.
inline const QByteArray callsTools
    = "{% for tool in tools %}{{ tool.function.name }} {% endfor %}{% for m in messages %}<{{ m.role[0] }}>{% if "
      "m.tool_calls %}{% for call in m.tool_calls %}<tool_call>\n"
      "{\"name\": \"{{ call.function.name }}\", \"arguments\": {{ call.function.arguments | tojson }}}\n</tool_call>{% "
      "endfor %}{% else %}{{ m.content }}{% endif %}\n"
      "{% endfor %}{% if add_generation_prompt %}<a>{% endif %}";

// Empty: the model is not on this machine.
inline QByteArray smallModelWith(const QByteArray &text)
{
    QFile file(QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto number
        = [](quint64 value, qsizetype size) { return QByteArray(reinterpret_cast<const char *>(&value), size); };
    const auto string = [&number](const QByteArray &text) { return number(quint64(text.size()), 8) + text; };
    QByteArray bytes = file.readAll(), pair = string("tokenizer.chat_template") + number(8, 4);
    // the tensors stay aligned
    const QByteArray padded = text + QByteArray((32 - (pair.size() + 8 + text.size()) % 32) % 32, ' ');
    pair += string(padded);
    quint64 pairs = 0;
    memcpy(&pairs, bytes.constData() + 16, sizeof pairs);
    bytes.replace(16, 8, number(pairs + 1, 8));
    return bytes.insert(24, pair);
}
