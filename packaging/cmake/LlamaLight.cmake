# Given to llama.cpp's own build as CMAKE_PROJECT_llama.cpp_INCLUDE by setup.sh: the same library in less than half
# the time. What computes (ggml, and of llama what runs once for every token) keeps -O3; templates, arguments and JSON
# are compiled with -O1; what is only there to be linked (images and sound, HTTP) is not optimised at all.
function(asc_lighten)
    foreach(target llama llama-common llama-common-base server-context)
        if(TARGET ${target})
            target_compile_options(${target} PRIVATE -O1)
        endif()
    endforeach()
    foreach(target mtmd cpp-httplib)
        if(TARGET ${target})
            target_compile_options(${target} PRIVATE -O0)
        endif()
    endforeach()
    foreach(file llama-batch llama-context llama-grammar llama-graph llama-kv-cache llama-kv-cells llama-memory
                 llama-sampler llama-vocab unicode)
        if(EXISTS ${CMAKE_SOURCE_DIR}/src/${file}.cpp)
            set_source_files_properties(${CMAKE_SOURCE_DIR}/src/${file}.cpp TARGET_DIRECTORY llama PROPERTIES COMPILE_OPTIONS -O3)
        endif()
    endforeach()
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL asc_lighten)
