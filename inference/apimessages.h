// Which messages make a chat: what OpenAI refuses is refused here, too. A template would make something of it, and the
// model an answer to what nobody said. Pure.
#pragma once

#include "core/base/json.h"

// Invalid; facts["param"] as "messages[2].role".
Result<void> checkMessages(const Json &request);
