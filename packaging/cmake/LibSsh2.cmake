# asc_libssh2: libssh2 >= 1.11 (1.10 cannot log in with an RSA key on OpenSSH >= 8.8: it knows only SHA-1
# signatures). The system's where it is new enough, else what packaging/setup.sh built in the cache.
add_library(asc_libssh2 INTERFACE)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(SYSTEM_LIBSSH2 QUIET IMPORTED_TARGET libssh2>=1.11)
endif()
set(ASC_LIBSSH2_PREFIX ${ASC_CACHE_DIR}/libssh2-1.11.1/prefix)
if(SYSTEM_LIBSSH2_FOUND)
    target_link_libraries(asc_libssh2 INTERFACE PkgConfig::SYSTEM_LIBSSH2)
elseif(EXISTS ${ASC_LIBSSH2_PREFIX}/lib/libssh2.a)
    find_package(OpenSSL REQUIRED)
    target_include_directories(asc_libssh2 SYSTEM INTERFACE ${ASC_LIBSSH2_PREFIX}/include)
    target_link_libraries(asc_libssh2 INTERFACE ${ASC_LIBSSH2_PREFIX}/lib/libssh2.a OpenSSL::Crypto)
else()
    message(STATUS "libssh2: none >= 1.11 found, fetching 1.11.1 (packaging/setup.sh would have put it in the cache)")
    include(FetchContent)
    FetchContent_Declare(libssh2
        URL https://www.libssh2.org/download/libssh2-1.11.1.tar.gz
            https://github.com/libssh2/libssh2/releases/download/libssh2-1.11.1/libssh2-1.11.1.tar.gz
        URL_HASH SHA256=d9ec76cbe34db98eec3539fe2c899d26b0c837cb3eb466a56b0f109cabf658f7)
    set(BUILD_SHARED_LIBS OFF)
    set(BUILD_EXAMPLES OFF)
    set(BUILD_TESTING OFF)
    set(CRYPTO_BACKEND OpenSSL)
    FetchContent_MakeAvailable(libssh2)
    target_link_libraries(asc_libssh2 INTERFACE libssh2_static)
endif()
