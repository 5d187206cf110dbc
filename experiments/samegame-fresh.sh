#!/usr/bin/env bash
# Solves fresh random boards of SameGame by `portfolio` with and without learnt beams (docs/samegame.md), and prints the
# paired difference. Every finished board is a row of the csv at once; the next run goes on from there. Time is processor
# time, so that other programs on the machine do not matter.
#
# usage: experiments/samegame-fresh.sh
#   SPINNEY  the command (default: target/release/spinney)
#   TIME     processor time per board and thread (default: 60s)
#   BOARDS   first and last number of the random boards (default: 60001 60024)
#   CSV      the file to extend (default: records/samegame-fresh.csv)
#   PRINT    if set, nothing is solved: prints what there is
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
time="${TIME:-60s}"
csv="${CSV:-$here/records/samegame-fresh.csv}"
[ -s "$csv" ] || echo "time,board,agent,score,simulations" >"$csv"

solve() { # BOARD AGENT: appends a row
    grep -q "^$time,$1,$2," "$csv" && return
    local row
    row="$("$spinney" solve samegame --seeds "$1-$1" --agent "$2" --time "$time" --processor-time --threads 1 --seed 1 \
        --json --quiet </dev/null |
        sed -nE 's/.*"score":(-?[0-9]+).*"simulations":([0-9]+).*/\1,\2/p' | head -n 1)"
    [ -n "$row" ] || { echo "no score of board $1" >&2; exit 1; }
    echo "$time,$1,$2,$row" >>"$csv"
}

if [ -z "${PRINT:-}" ]; then
    command -v "$spinney" >/dev/null || { echo "no command $spinney: build it first, or set SPINNEY" >&2; exit 1; }
    read -r first last <<<"${BOARDS:-60001 60024}"
    for ((board = first; board <= last; board++)); do
        solve "$board" portfolio
        solve "$board" portfolio:learnt=0
    done
fi

# The mean of the differences with Student's interval; quantiles by the expansion of Cornish and Fisher.
echo "| time | boards | with learnt beams | without | difference | better, equal, worse |"
echo "| --- | --- | --- | --- | --- | --- |"
for budget in $(tail -n +2 "$csv" | cut -d , -f 1 | sort -u | sort -n); do
    grep "^$budget," "$csv" | LC_ALL=C awk -F , -v budget="$budget" '
        $3 == "portfolio" { with[$2] = $4 }
        $3 == "portfolio:learnt=0" { without[$2] = $4 }
        END {
            for (b in with) if (b in without) {
                d = with[b] - without[b]; n++; s += d; q += d * d; w += with[b]; o += without[b]
                better += d > 0; equal += d == 0; worse += d < 0
            }
            if (n < 2) exit
            mean = s / n; sd = sqrt((q - n * mean * mean) / (n - 1)); v = n - 1; z = 1.959964
            t = z + (z^3 + z) / (4 * v) + (5 * z^5 + 16 * z^3 + 3 * z) / (96 * v^2) + (3 * z^7 + 19 * z^5 + 17 * z^3 - 15 * z) / (384 * v^3)
            h = t * sd / sqrt(n)
            printf "| %s | %d | %.1f | %.1f | %+.1f [%+.1f, %+.1f] | %d, %d, %d |\n", budget, n, w / n, o / n, mean, mean - h, mean + h, better, equal, worse
        }'
done
