// What a stop may take. Under a sanitizer everything takes longer; that it ends is tested there, not how soon.
#pragma once

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool isInstrumented = true;
constexpr int stopLimitMs = 2000;
#else
constexpr bool isInstrumented = false;
constexpr int stopLimitMs = 100;
#endif
