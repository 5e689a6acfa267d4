# asc_llama: llama.cpp v0.5.0's server-context as a library. What packaging/setup.sh built in the cache,
# else FetchContent from the tag.
#
# Its headers come without llama.cpp's vendor/ folder: the nlohmann_json in there is another version than ours,
# and two versions of one class in one program must not meet.
add_library(asc_llama INTERFACE)
file(STRINGS /proc/cpuinfo cpu_flags REGEX "^(flags|Features)" LIMIT_COUNT 1)
string(REGEX REPLACE " amx[a-z0-9_]*" "" cpu_flags "${cpu_flags}") # see setup.sh
string(SHA256 cpu_key "${cpu_flags}\n")
string(SUBSTRING ${cpu_key} 0 12 cpu_key)
set(ASC_LLAMA_SOURCE ${ASC_CACHE_DIR}/llama.cpp-v0.5.0/src)
set(ASC_LLAMA_BUILD ${ASC_CACHE_DIR}/llama.cpp-v0.5.0/build-${cpu_key})
if(EXISTS ${ASC_LLAMA_BUILD}/tools/server/libserver-context.a)
    target_include_directories(asc_llama SYSTEM INTERFACE
        ${ASC_LLAMA_SOURCE} ${ASC_LLAMA_SOURCE}/include ${ASC_LLAMA_SOURCE}/common ${ASC_LLAMA_SOURCE}/ggml/include
        ${ASC_LLAMA_SOURCE}/tools/server ${ASC_LLAMA_SOURCE}/tools/mtmd ${ASC_LLAMA_SOURCE}/vendor/cpp-httplib)
    file(GLOB_RECURSE archives ${ASC_LLAMA_BUILD}/*.a)
    target_link_libraries(asc_llama INTERFACE -Wl,--start-group ${archives} -Wl,--end-group ${CMAKE_DL_LIBS} Threads::Threads)
    set(ASC_LLAMA_BENCH ${ASC_LLAMA_BUILD}/bin/llama-bench)
else()
    message(STATUS "llama.cpp: not in the cache, fetching v0.5.0 (packaging/setup.sh would have built it once)")
    include(FetchContent)
    FetchContent_Declare(llama GIT_REPOSITORY https://github.com/ggml-org/llama.cpp.git GIT_TAG v0.5.0 GIT_SHALLOW ON)
    set(BUILD_SHARED_LIBS OFF)
    set(LLAMA_BUILD_COMMON ON)
    set(LLAMA_BUILD_TOOLS ON)
    set(LLAMA_BUILD_SERVER ON)
    set(LLAMA_USE_PREBUILT_UI OFF)
    set(LLAMA_OPENSSL OFF)
    set(GGML_OPENMP OFF)
    FetchContent_GetProperties(llama)
    if(NOT llama_POPULATED)
        FetchContent_Populate(llama)
        add_subdirectory(${llama_SOURCE_DIR} ${llama_BINARY_DIR} EXCLUDE_FROM_ALL)
    endif()
    target_include_directories(asc_llama SYSTEM INTERFACE
        ${llama_SOURCE_DIR} ${llama_SOURCE_DIR}/include ${llama_SOURCE_DIR}/common ${llama_SOURCE_DIR}/ggml/include
        ${llama_SOURCE_DIR}/tools/server ${llama_SOURCE_DIR}/tools/mtmd ${llama_SOURCE_DIR}/vendor/cpp-httplib)
    target_link_libraries(asc_llama INTERFACE $<LINK_ONLY:server-context> $<LINK_ONLY:cpp-httplib>)
    set(ASC_LLAMA_BENCH "")
endif()
