#!/usr/bin/env bash
# Renders every picture of a game in this folder to one contact sheet, games.png. The tests write the SVG files
# (`UPDATE_DOCS=1 cargo test --release --test docs`); this script is run by hand after they changed.
#
# usage: docs/images/sheet.sh [FILE]
#   RESVG  the renderer, version 0.45 or later (default: resvg; `cargo install resvg`)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
out="${1:-games.png}"
resvg="${RESVG:-resvg}"
columns=5 wide=200 tall=180 name=22 gap=12

sheet="sheet.tmp.svg"
trap 'rm -f "$sheet"' EXIT
pictures=()
for file in *.svg; do
    case "$file" in search.svg | "$sheet") ;; *) pictures+=("$file") ;; esac
done
rows=$(((${#pictures[@]} + columns - 1) / columns))
width=$((columns * (wide + gap) + gap)) height=$((rows * (tall + name + gap) + gap))
{
    echo "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"$width\" height=\"$height\">"
    echo "<rect width=\"$width\" height=\"$height\" fill=\"white\"/>"
    for index in "${!pictures[@]}"; do
        x=$((gap + index % columns * (wide + gap))) y=$((gap + index / columns * (tall + name + gap)))
        echo "<text x=\"$x\" y=\"$((y + 15))\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"15\">${pictures[index]%.svg}</text>"
        echo "<image x=\"$x\" y=\"$((y + name))\" width=\"$wide\" height=\"$tall\" href=\"${pictures[index]}\"/>"
    done
    echo "</svg>"
} >"$sheet"
"$resvg" --quiet --resources-dir . "$sheet" "$out"
echo "$out: ${#pictures[@]} pictures, $(wc -c <"$out") bytes"
