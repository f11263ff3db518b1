# shellcheck shell=bash
# What run, build and test share: finding the tools they need, and installing what is missing.
#
# Each tool goes into a folder of its own, named with its version, under ${XDG_CACHE_HOME:-~/.cache}/takujo, so that
# another clone finds it and nothing of yours is overwritten. It is built under a temporary name and renamed when
# whole, and a lock keeps two runs from building the same thing. What is on PATH in the right version is used as it is.
#
# One tool is always built: Rust's standard library for the web, made for size ("Rust for the web" below). Its sources come
# with rustup (`rustup component add rust-src`); a machine that reaches only package registries takes Debian's Rust
# (rustc-web), with its sources, instead. /usr stays as it was.
#
# Measured on 2 cores reaching only package registries, with nothing in the cache. One after another, little else running: dx 6 min 35 s
# (593 s of processor time), Debian's wasm library and wasm-bindgen at the same time 114 s, npm's tools 5 s, the first
# bundle 109 s. All at once from a bare cache while other builds took most of the machine (load 4 to 10): 20 min.
# A debug wasm-bindgen takes 0.3 s on the app, so a release build of it would gain nothing.
#
# Settings: TAKUJO_RUST=installed|rustup|debian picks which compiler builds for the web (default: the first that works).

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/takujo
WASM=wasm32-unknown-unknown

# dx 0.7 itself asks for these when it may download.
BINARYEN=129.0.0
ESBUILD=0.27.3
NODE_MIN=18
# Newer ones may ask for a newer Rust.
DENY=0.20.2

# Never let a rustup proxy fetch a whole toolchain because somebody asked for one (dx tries `cargo +nightly`).
export RUSTUP_AUTO_INSTALL=0

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
sha() { if have sha256sum; then sha256sum; else shasum -a 256; fi | cut -d' ' -f1; }
# at_least A B: version A is B or newer.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n1)" = "$2" ]; }
# The version of a package in Cargo.lock; of several the last, which is the newest.
locked() { awk -v n="\"$1\"" '$1=="name"{hit=($3==n)} $1=="version"&&hit{gsub(/"/,"",$3);v=$3} END{print v}' "$ROOT/Cargo.lock"; }

# timed WHAT COMMAND...: says what it does, and afterwards how long it took. The command runs with `set -e` alive.
timed() {
  local what=$1 from=$SECONDS rc=0; shift
  say "-> $what"
  set +e; (set -e; "$@"); rc=$?; set -e
  if [ $rc -eq 0 ]; then say "   $what: $((SECONDS - from)) s"; else say "   $what: FAILED after $((SECONDS - from)) s"; fi
  return $rc
}

# quietly NAME COMMAND...: the output goes to a log, shown only when the command fails.
quietly() {
  local log=$CACHE/log/$1.log rc=0; shift
  mkdir -p "$CACHE/log"
  set +e; (set -e; "$@") >"$log" 2>&1 </dev/null; rc=$?; set -e
  if [ $rc -ne 0 ]; then tail -n 40 "$log" >&2; say "   the whole log: $log"; fi
  return $rc
}

# lock FILE: held until the calling subshell ends. Without flock (macOS) the rename alone keeps a half tool from being found.
lock() { mkdir -p "$CACHE"; exec 9>"$CACHE/.$1.lock"; if have flock; then flock 9; fi; }

# once NAME-VERSION FUNCTION: makes the cache folder NAME-VERSION by calling FUNCTION with an empty folder to fill.
once() {
  [ -d "$CACHE/$1" ] && return 0
  timed "setting up $1" once_locked "$1" "$2"
}
once_locked() {
  lock "$1"
  [ -d "$CACHE/$1" ] && return 0
  if have flock; then rm -rf "$CACHE/.part-$1."*; fi # what an interrupted run left: nobody else is here now
  local part; part=$(mktemp -d "$CACHE/.part-$1.XXXXXX")
  chmod 755 "$part"
  # shellcheck disable=SC2064
  trap "rm -rf '$part'" EXIT
  quietly "$1" "$2" "$part"
  mv "$part" "$CACHE/$1"
}

# debs PACKAGE...: installs Debian packages that are not there yet.
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
# Two lists of words, on purpose unquoted.
# shellcheck disable=SC2086
install_debs() {
  $1 apt-get update -q
  $1 env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 $2
}

# --- Rust ---------------------------------------------------------------------------------------------------------

# A cargo new enough for this crate, for everything that runs on this machine: the tests, dx, wasm-bindgen.
need_cargo() {
  local min; min=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$ROOT/Cargo.toml")
  if have cargo && have rustc && at_least "$(rustc --version | cut -d' ' -f2)" "$min"; then return 0; fi
  if have rustup; then die "this needs Rust $min or newer: rustup update"; fi
  have apt-get || die "this needs Rust $min or newer: https://rustup.rs"
  debs rustc-web cargo-web gcc libc6-dev
  hash -r
  at_least "$(rustc --version | cut -d' ' -f2)" "$min" || die "this needs Rust $min or newer"
}

# clippy and rustfmt beside that cargo.
need_lints() {
  need_cargo
  if cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1; then return 0; fi
  if have rustup; then timed "rustup component add clippy rustfmt" rustup component add clippy rustfmt; else debs rust-web-clippy rustfmt-web; fi
}

# clippy for the wasm target, with the same compiler that builds it.
need_wasm_lints() {
  need_lints
  need_wasm_rust
  WEB_PATH=
  case $WASM_FROM in /usr) debs rust-web-clippy ;; esac
}

# --- Rust for the web ---------------------------------------------------------------------------------------------
#
# The standard library that comes with a compiler is made for speed and says where it panicked, to a console that a page
# does not have: with one made for size, in which a panic only stops the program, the app is a tenth smaller. So it is
# built here, once for each compiler, from the sources that go with it, into a sysroot of its own in the cache.

# The folder of a compiler: of rustup's the toolchain's own, so that no proxy stands between.
rust_home() { "${1:-rustc}" --print sysroot; }
has_sources() { [ -f "$1/lib/rustlib/src/rust/library/std/Cargo.toml" ]; }

rustup_sources() {
  have rustup || return 1
  say "-> rustup component add rust-src"
  # One try and a limit: on a machine that cannot reach it this must not hang.
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

# Sets WASM_RUST, the folder with the rustc and cargo to put first on PATH for wasm builds, and WASM_FROM, the folder of the
# compiler behind it.
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
  # Keyed by the exact compiler: a library built by another one would not load. The last number is this recipe's own.
  local key=rust-$version-$WASM-4
  once "$key" build_wasm_rust
  WASM_RUST=$CACHE/$key/bin
}

# As for the app's own crates: a panic stops the program, and says nothing.
WASM_RUSTFLAGS='-Zunstable-options -Cpanic=immediate-abort'
# Its `immediate-abort` is a way to panic, and not yet called stable.
WASM_RUST_MIN=1.92

build_wasm_rust() {
  local to=$1 host work=$1/work libs=$1/sysroot/lib/rustlib folder
  host=$("$WASM_FROM/bin/rustc" -vV | sed -n 's/^host: //p')
  mkdir -p "$work" "$to/bin" "$libs/$WASM/lib" "$libs/$host/bin"
  printf '[package]\nname = "nothing"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "lib.rs"\n[profile.release]\nopt-level = "z"\n' >"$work/Cargo.toml"
  echo '#![no_std]' >"$work/lib.rs"
  # Without the bitcode a fat LTO of the app fails: "Can't find section .llvmbc".
  (cd "$work" && clean_env env PATH="$WASM_FROM/bin:$PATH" RUSTC="$WASM_FROM/bin/rustc" RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Cembed-bitcode=yes $WASM_RUSTFLAGS" \
    CARGO_TARGET_DIR="$work/target" "$WASM_FROM/bin/cargo" build -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size --target "$WASM" --release)
  rm -f "$work/target/$WASM/release/deps/"libnothing*
  cp "$work/target/$WASM/release/deps/"*.rlib "$libs/$WASM/lib/"
  # The rest of the sysroot is the compiler's own.
  ln -s "$WASM_FROM/lib/rustlib/$host/lib" "$libs/$host/lib"
  ln -s "$WASM_FROM/lib/rustlib/src" "$libs/src"
  for folder in "$WASM_FROM/lib/rustlib/$host/bin/"*; do if [ -e "$folder" ]; then ln -s "$folder" "$libs/$host/bin/"; fi; done
  # With `strip` in the release profile dx calls this, which Debian does not have. scripts/link.mjs strips anyway.
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
  # Else cargo would take another one's, of another version. Debian's is there once the package is.
  ln -s "$WASM_FROM/bin/cargo-clippy" "$to/bin/cargo-clippy"
  rm -rf "$work"
}

# Variables that would make one of our builds differ from another, or reach into a tool's own build.
clean_env() { env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS -u RUSTC -u RUSTC_WRAPPER -u RUSTC_WORKSPACE_WRAPPER -u CARGO_BUILD_TARGET -u CARGO_TARGET_DIR "$@"; }

# cargo_tool TO CRATE VERSION ARGS...: a prebuilt one where binstall can fetch it, else built from source, quickest first.
cargo_tool() {
  local to=$1 crate=$2 version=$3; shift 3
  if have cargo-binstall; then
    if timeout 120 cargo binstall --no-confirm --disable-strategies compile --root "$to" "$crate@$version"; then return 0; fi
    echo "no prebuilt $crate to be had, building it"
  fi
  # The work folder stays until the tool is whole: an interrupted build goes on where it stopped.
  local work=$CACHE/.build-$crate-$version
  mkdir -p "$work"
  (cd "$work" && clean_env env CARGO_TARGET_DIR="$work" CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 \
    cargo install "$crate" --version "$version" --root "$to" --debug "$@")
  rm -rf "$work"
}

# cargo-deny, which looks at licences, duplicates and sources. From source it takes 92 s of processor time.
install_deny() { cargo_tool "$1" cargo-deny "$DENY" --locked; }
need_deny() { [ "$(version_of cargo-deny)" = "$DENY" ] || once "cargo-deny-$DENY" install_deny; }

# --- the web build's tools ----------------------------------------------------------------------------------------

need_node() {
  if have node && have npm && at_least "$(node --version | tr -d v)" "$NODE_MIN"; then return 0; fi
  have apt-get || die "this needs Node.js $NODE_MIN or newer, with npm: https://nodejs.org"
  debs nodejs npm
  at_least "$(node --version | tr -d v)" "$NODE_MIN" || die "this needs Node.js $NODE_MIN or newer"
}

# version_of COMMAND: the first thing in its --version that looks like one. dx says "dioxus 0.7.10 (...)".
version_of() { have "$1" && "$1" --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)*' | head -n1; }

install_dx() { cargo_tool "$1" dioxus-cli "$DX" --locked --features no-downloads; }
# Without --locked: with it this does not compile on every Rust.
install_wasm_bindgen() { cargo_tool "$1" wasm-bindgen-cli "$WASM_BINDGEN"; }
install_npm_tool() { (cd "$1" && npm install --prefix "$1" --no-audit --no-fund --no-package-lock "$2"); }
install_binaryen() { install_npm_tool "$1" "binaryen@$BINARYEN" && "$1/node_modules/.bin/wasm-opt" --version; }
install_esbuild() { install_npm_tool "$1" "esbuild@$ESBUILD" && "$1/node_modules/.bin/esbuild" --version; }

# dx and wasm-bindgen must be of exactly the versions the app is locked to.
web_versions() {
  DX=$(locked dioxus)
  WASM_BINDGEN=$(locked wasm-bindgen)
  if [ -z "$DX" ] || [ -z "$WASM_BINDGEN" ]; then die "Cargo.lock names no dioxus or no wasm-bindgen"; fi
}

# All that a web build needs. Afterwards `web_env COMMAND...` runs a command among these tools.
need_web() {
  local pids=() pid failed=0 from=$SECONDS
  web_versions
  WEB_PATH=
  need_cargo
  need_node

  # Jobs in the background do not see Ctrl-C by themselves.
  trap 'trap - INT; kill -TERM 0' INT

  # What is missing is set up at the same time: dx takes longest and leaves a core idle now and then, so it goes first.
  if [ "$(version_of dx)" != "$DX" ]; then
    WEB_PATH=$CACHE/dx-$DX/bin:$WEB_PATH
    once "dx-$DX" install_dx & pids+=($!)
  fi
  (need_wasm_rust) & pids+=($!)
  if [ "$(version_of wasm-bindgen)" != "$WASM_BINDGEN" ]; then
    WEB_PATH=$CACHE/wasm-bindgen-$WASM_BINDGEN/bin:$WEB_PATH
    # The app's own crates are fetched behind it: cargo downloads for one at a time, and dx refuses to wait long.
    (once "wasm-bindgen-$WASM_BINDGEN" install_wasm_bindgen; cd "$ROOT"; cargo fetch --locked -q) & pids+=($!)
  fi
  if ! at_least "$(version_of wasm-opt)" "${BINARYEN%%.*}"; then
    WEB_PATH=$CACHE/binaryen-$BINARYEN/node_modules/.bin:$WEB_PATH
    once "binaryen-$BINARYEN" install_binaryen & pids+=($!)
  fi
  if ! at_least "$(version_of esbuild)" "$ESBUILD"; then
    WEB_PATH=$CACHE/esbuild-$ESBUILD/node_modules/.bin:$WEB_PATH
    once "esbuild-$ESBUILD" install_esbuild & pids+=($!)
  fi
  for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
  trap - INT
  [ $failed = 0 ] || die "the set-up failed, see above"
  # In a subshell it could not say what it found; now it finds it at once.
  need_wasm_rust
  say "   tools for the web build: $((SECONDS - from)) s"
}

web_env() {
  local vars=(NO_DOWNLOADS=1 DX_TELEMETRY_ENABLED=false "DX_HOME=$CACHE/dx-home" "PATH=$WASM_RUST:$WEB_PATH$PATH" "SYSROOT=${WASM_RUST%/bin}/sysroot"
    RUSTC_BOOTSTRAP=1 "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$WASM_RUSTFLAGS")
  case $WASM_FROM in /usr) vars+=(CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld) ;; esac
  mkdir -p "$CACHE/dx-home"
  env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS -u RUSTC -u CARGO -u CARGO_BUILD_TARGET "${vars[@]}" "$@"
}

# --- the tests' and the server's packages -------------------------------------------------------------------------

# node_modules as package-lock.json says. The stamp says which lock file it was made from.
need_npm() {
  need_node
  local want; want=$(sha <"$ROOT/package-lock.json")
  [ "$(cat "$ROOT/node_modules/.takujo" 2>/dev/null)" = "$want" ] && return 0
  timed "npm ci" quietly npm-ci npm ci --prefix "$ROOT" --no-audit --no-fund
  echo "$want" >"$ROOT/node_modules/.takujo"
}

# Sets CHROMIUM to a browser; on Debian installs one, and a font that has Japanese.
need_browser() {
  local c
  for c in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    if [ -n "$c" ] && have "$c"; then CHROMIUM=$(command -v "$c"); break; fi
  done
  if [ -z "${CHROMIUM:-}" ] || ! have "$CHROMIUM"; then
    debs chromium fonts-noto-cjk
    CHROMIUM=$(command -v chromium)
  elif have fc-list && have apt-get && [ -z "$(fc-list :lang=ja family 2>/dev/null)" ]; then
    debs fonts-noto-cjk
  fi
  export CHROMIUM
}
