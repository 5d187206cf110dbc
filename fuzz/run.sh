#!/usr/bin/env bash
# Fuzzes one target for some time: run.sh reader|checker|grounder SECONDS [OPTION OF LIBFUZZER]...
# Works with the stable compiler; the C++ compiler builds libFuzzer.
set -euo pipefail
[ $# -ge 2 ] || { sed -n 2,3p "$0" >&2; exit 2; }
target="$1" seconds="$2"
shift 2
cd "$(dirname "${BASH_SOURCE[0]}")"

# Coverage of edges, counted where they are passed, for libFuzzer to steer by.
flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
flags+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
flags+=" -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1"
# With a target given, build scripts are built without these flags.
host="$(rustc -vV | sed -n 's/^host: //p')"
RUSTFLAGS="${RUSTFLAGS:-} $flags" cargo build --release --locked --target "$host" --bin "$target"

# Inputs that merely reach new code stay outside of the corpus: what is worth keeping is chosen by hand.
build="${CARGO_TARGET_DIR:-target}"
mkdir -p artifacts "$build/found/$target"
exec "$build/$host/release/$target" \
    -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -dict=gdl.dict \
    -artifact_prefix="artifacts/$target-" "$@" "$build/found/$target" "corpus/$target" ../games
