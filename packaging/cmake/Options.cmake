# asc_options: what every target of ours is compiled with. Vendored code keeps its own warnings.
add_library(asc_options INTERFACE)
target_compile_features(asc_options INTERFACE cxx_std_20)
target_include_directories(asc_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(asc_options INTERFACE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers)
target_compile_definitions(asc_options INTERFACE
    ASC_VERSION="${PROJECT_VERSION}"
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_FOREACH QT_STRICT_ITERATORS)
target_link_libraries(asc_options INTERFACE Threads::Threads)
# Thirty test programs are linked in each full build; GNU ld takes seconds for each that holds the engine.
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
    # ASC_PLAIN_LINKER: a target's property; mold 1.10 takes out of libraries what only shared libraries ask for.
    target_link_options(asc_options INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:ASC_PLAIN_LINKER>>>:-fuse-ld=mold>)
endif()
# asc_precompile(TARGET HEADER...) or asc_precompile(TARGET REUSE_FROM OTHER). Headers of others only, and every file still
# includes what it uses: preset dev builds without.
function(asc_precompile target)
    if(NOT ASC_PCH)
        return()
    elseif(ARGV1 STREQUAL "REUSE_FROM")
        target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    else()
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess) # for ccache
    endif()
endfunction()
# asc_unite(TARGET): compiles its files a dozen at a time, which takes a quarter of the time: most of a file's time is reading
# headers and making nlohmann's and Qt's templates once more. Preset dev compiles each file for itself.
function(asc_unite target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${ASC_UNITY} UNITY_BUILD_BATCH_SIZE 12)
endfunction()
# asc_optimize(TARGET LEVEL), in a release: two thirds of a file's time is making its code, and -O1 takes two thirds of what -O3
# takes. Windows and verbs wait for people and nodes, and most of core, too; inference goes through tokens and has -O2.
function(asc_optimize target level)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${level}>)
endfunction()
# asc_hot(FILE...): of core, what goes through logs of gigabytes and months of samples: -O2, where -O1 takes a third longer.
# GCC 12 breaks down where headers were precompiled for another level.
function(asc_hot)
    set_source_files_properties(${ARGN} TARGET_DIRECTORY asc_core PROPERTIES
        COMPILE_OPTIONS "$<$<CONFIG:Release>:-O2>" SKIP_PRECOMPILE_HEADERS ON)
endfunction()
set(ASC_CORE_HEADERS <QCoreApplication> <QDateTime> <QDir> <QFile> <QHash> <QJsonValue> <QRegularExpression> <QTimer>
    <algorithm> <chrono> <functional> <memory> <mutex> <optional> <thread> <nlohmann/json.hpp>)
if(ASC_WERROR)
    target_compile_options(asc_options INTERFACE -Werror)
endif()
if(ASC_SANITIZE)
    list(JOIN ASC_SANITIZE "," sanitizers)
    target_compile_options(asc_options INTERFACE -fsanitize=${sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(asc_options INTERFACE -fsanitize=${sanitizers})
    target_sources(asc_options INTERFACE
        "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_SOURCE_DIR}/tests/support/sanitizers.cpp>")
endif()

# What set-up downloads and builds lies in one cache folder outside the source tree.
if(DEFINED ENV{ASCEND_CONSOLE_CACHE})
    set(ASC_CACHE_DIR $ENV{ASCEND_CONSOLE_CACHE})
elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(ASC_CACHE_DIR $ENV{XDG_CACHE_HOME}/ascend-console)
else()
    set(ASC_CACHE_DIR $ENV{HOME}/.cache/ascend-console)
endif()
