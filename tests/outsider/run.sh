#!/usr/bin/env bash
# Packages the crates as they would be published, and builds and runs the outsider's crate against the packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root="$(cd ../.. && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
crates=(spinney spinney-testkit spinney-games spinney-gdl spinney-agents spinney-lab spinney-bench spinney-serve spinney-cli)

flags=()
for crate in "${crates[@]}"; do flags+=(--package "$crate"); done
# The packages are built below, each from the others; --allow-dirty lets the check run before a commit.
(cd "$root" && cargo package --quiet --no-verify --allow-dirty "${flags[@]}")

packages="$target/outsider/packages"
rm -rf "$packages"
mkdir -p "$packages"
patches=()
for crate in "${crates[@]}"; do
    file="$(ls -t "$target/package/$crate"-[0-9]*.crate | head -n 1)"
    tar -xzf "$file" -C "$packages"
    folder="$packages/$(basename "$file" .crate)"
    for needed in LICENSE-MIT LICENSE-APACHE README.md; do
        [ -f "$folder/$needed" ] || { echo "$crate is packaged without $needed" >&2; exit 1; }
    done
    patches+=(--config "patch.crates-io.$crate.path='$folder'")
done
# Packages carry a fixed date; cargo would take changed files for old ones.
find "$packages" -type f -exec touch {} +

work="$target/outsider/crate"
rm -rf "$work"
mkdir -p "$work"
cp -r Cargo.toml src "$work"
cp "$root/Cargo.lock" "$work"
cd "$work"
export CARGO_TARGET_DIR="$target/outsider/target"
cargo run --quiet "${patches[@]}"

# The command, which nothing above depends on.
cd "$(ls -d "$packages"/spinney-cli-[0-9]*)"
printf '\n[workspace]\n' >> Cargo.toml
cargo check --quiet "${patches[@]}"
