// What a stop may take. The peers of these tests stay quiet for three seconds or longer: whoever waits for them, or
// for a time limit, is beyond it. How soon a stop is on an idle machine shows where the quickest of several is asked
// for; one alone may meet a processor that does something else (127 ms were seen where 5 are usual).
#pragma once

constexpr int stopLimitMs = 2000;

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool isInstrumented = true;
constexpr int quickestStopLimitMs = stopLimitMs;
#else
constexpr bool isInstrumented = false;
constexpr int quickestStopLimitMs = 100;
#endif
