// A JSON document that nobody changes any more: a copy of it costs a pointer, and reads as the Json it was made of.
#pragma once

#include "core/base/json.h"

#include <memory>

class SharedJson
{
public:
    SharedJson() = default;
    SharedJson(Json json) : m_json(std::make_shared<const Json>(std::move(json))) {}

    operator const Json &() const { return json(); }
    const Json &json() const             // null, where there is none; lives as long as a copy of this does
    {
        static const Json none;
        return m_json ? *m_json : none;
    }
    friend bool operator==(const SharedJson &one, const SharedJson &other) { return one.json() == other.json(); }

private:
    std::shared_ptr<const Json> m_json;
};
