#!/usr/bin/env bash
# Plays the pairings on the full board of Scotland Yard (docs/scotland-yard.md) by simulations, and prints them as
# Markdown. Every cell is one match, kept as JSON lines in the results directory; a finished cell is not played again. A
# cell that was interrupted is shown with the games that it has, and is played anew by the next run.
#
# usage: experiments/scotland-yard-board.sh [DIRECTORY]
#   SPINNEY  the command (default: target/release/spinney)
#   PARTS    the parts to play (default: all): pairings, simulations, odds, rival, order; none: only print what there is
#   GAMES    games per cell (default: 200)
#   THREADS  games played at the same time (default: 1)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${1:-$here/target/scotland-yard-board}"
parts="${PARTS:-pairings simulations odds rival order}"
games="${GAMES:-200}"
mkdir -p "$results"

# part, order, Mr. X, detectives, simulations (or those of Mr. X and of the detectives)
cells() {
    cat <<'CELLS'
pairings any greedy greedy 300
pairings any mcts greedy 300
pairings any greedy mcts 300
pairings any mcts mcts 300
simulations any mcts greedy 10
simulations any mcts greedy 30
simulations any mcts greedy 100
simulations any mcts greedy 1000
simulations any mcts greedy 4000
simulations any mcts greedy 8000
odds any mcts mcts 30,300
odds any mcts mcts 100,300
odds any mcts mcts 300,300
odds any mcts mcts 1000,300
odds any mcts mcts 8000,300
rival any nijssen-winands greedy 300
rival any greedy nijssen-winands 300
rival any nijssen-winands mcts 300
rival any mcts nijssen-winands 300
rival any nijssen-winands nijssen-winands 300
order fixed greedy greedy 300
order fixed mcts greedy 300
order fixed mcts mcts 300
CELLS
}

play() { # FILE ORDER X DETECTIVES SIMULATIONS
    [ -s "$1" ] && return
    local budget=(--simulations "$5")
    [[ "$5" == *,* ]] && budget=(--budgets "$5")
    "$spinney" match "scotland-yard:order=$2" --players "$3,$4" --games "$games" "${budget[@]}" \
        --seed 1 --threads "${THREADS:-1}" --json --quiet >"$1.part"
    mv "$1.part" "$1"
}

# The number of games and the detectives' wins in per cent with the 95 % Wilson interval, by the lines of the games.
wins() { # FILE
    sed -nE 's/.*"payoffs":\[([0-9.]+),([0-9.]+)\],"finished":true.*/\2/p' "$1" | LC_ALL=C awk '
        { games++; won += $1 }
        END {
            if (games == 0) { print "0 | –"; exit }
            z = 1.959964; share = won / games; whole = 1 + z * z / games
            middle = (share + z * z / (2 * games)) / whole
            half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / whole
            printf "%d | %.1f [%.1f, %.1f]\n", games, 100 * share, 100 * (middle - half), 100 * (middle + half)
        }'
}

while read -r part order x detectives simulations; do
    [[ " $parts " == *" $part "* ]] || continue
    file="$results/$order-$x-$detectives-$simulations-$games.jsonl"
    play "$file" "$order" "$x" "$detectives" "$simulations" </dev/null
done < <(cells)

echo "| order | Mr. X | detectives | simulations | games | detectives' wins |"
echo "| --- | --- | --- | --- | --- | --- |"
while read -r _ order x detectives simulations; do
    for file in "$results/$order-$x-$detectives-$simulations-"*.jsonl*; do
        [ -s "$file" ] || continue
        echo "| $order | \`$x\` | \`$detectives\` | $simulations | $(wins "$file") |"
    done
done < <(cells)
