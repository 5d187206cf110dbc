#!/usr/bin/env bash
# Runs every check of the project. Needs Rust (rustup) with rustfmt and clippy, and nothing else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

need() { # COMMAND... -- HOW TO GET IT
    local how="${*: -1}" command=("${@:1:$#-1}")
    "${command[@]}" --version >/dev/null 2>&1 || {
        echo "missing: ${command[*]}; $how" >&2
        exit 1
    }
}
need cargo "install Rust from https://rustup.rs"
need cargo fmt "run: rustup component add rustfmt"
need cargo clippy "run: rustup component add clippy"

began=$SECONDS
step() { # NAME COMMAND...
    local name="$1" TIMEFORMAT="== $1: %0R s, %0U s + %0S s of processor time"
    shift
    echo "== $name"
    time "$@" </dev/null || {
        echo "FAILED: $name: $*" >&2
        exit 1
    }
}

# The examples are built by `cargo test` already; the same profile finds them built.
run_examples() {
    local file name
    for file in examples/*.rs; do
        name="$(basename "$file" .rs)"
        echo "-- example $name"
        cargo run --quiet --profile test --example "$name" >/dev/null
    done
}

# Nothing large and no path of somebody's machine among the tracked files.
check_files() {
    git rev-parse --is-inside-work-tree >/dev/null 2>&1 || return 0
    local large paths
    large="$(git ls-files -z | xargs -0 -r sh -c 'for f; do [ -f "$f" ] && find "$f" -size +300k; done' sh)"
    [ -z "$large" ] || { echo "over 300 kB: $large"; return 1; }
    paths="$(git grep -lIE '(^|[^A-Za-z0-9_.~-])/(home|root|Users)/[a-z]' -- . ':!test.sh' || true)"
    [ -z "$paths" ] || { echo "absolute paths in: $paths"; return 1; }
}

step "format" cargo fmt --all --check
step "clippy" cargo clippy --all-targets -- -D warnings
step "tests" cargo test
step "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps
step "examples" run_examples
step "outsider" bash tests/outsider/run.sh
if rustup target list --installed 2>/dev/null | grep -q '^wasm32-unknown-unknown$' || rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then
    step "wasm" cargo check --package spinney --target wasm32-unknown-unknown
else
    echo "== wasm: skipped, the target is not installed (rustup target add wasm32-unknown-unknown)"
fi
step "files" check_files
if cargo deny --version >/dev/null 2>&1; then
    step "dependencies" cargo deny check
else
    echo "== dependencies: skipped, cargo-deny is not installed (cargo install cargo-deny)"
fi
echo "all checks passed in $((SECONDS - began)) s"
