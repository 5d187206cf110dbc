#!/usr/bin/env bash
# Plays the pairings on the full board of Scotland Yard (docs/scotland-yard.md) by simulations, and prints them as
# Markdown. Every cell is one match, kept as JSON lines in the results directory; a finished cell is not played again.
#
# usage: experiments/scotland-yard-board.sh [DIRECTORY]
#   SPINNEY  the command (default: target/release/spinney)
#   PARTS    the parts to play (default: all): pairings, rival, simulations, order
#   GAMES    games per cell (default: 200)
#   THREADS  games played at the same time (default: 1)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${1:-$here/target/scotland-yard-board}"
parts="${PARTS:-pairings simulations rival order}"
games="${GAMES:-200}"
mkdir -p "$results"

# part, order, Mr. X, detectives, simulations
cells() {
    cat <<'CELLS'
pairings any greedy greedy 2000
pairings any mcts greedy 2000
pairings any greedy mcts 2000
pairings any mcts mcts 2000
simulations any mcts greedy 300
simulations any mcts greedy 1000
simulations any mcts greedy 4000
simulations any mcts greedy 8000
rival any nijssen-winands greedy 2000
rival any greedy nijssen-winands 2000
rival any nijssen-winands mcts 2000
rival any mcts nijssen-winands 2000
rival any nijssen-winands nijssen-winands 2000
order fixed greedy greedy 2000
order fixed mcts greedy 2000
order fixed mcts mcts 2000
CELLS
}

play() { # FILE ORDER X DETECTIVES SIMULATIONS
    [ -s "$1" ] && return
    "$spinney" match "scotland-yard:order=$2" --players "$3,$4" --games "$games" --simulations "$5" \
        --seed 1 --threads "${THREADS:-1}" --json --quiet >"$1.part"
    mv "$1.part" "$1"
}

# The detectives' wins in per cent with their interval, from the last line of a match.
wins() { # FILE
    tail -n 1 "$1" | sed -E 's/.*"seat":"detectives"[^}]*"win_rate":([0-9.e-]+),"win_rate_ci95":\[([^],]+),([^]]+)\].*/\1 \2 \3/' |
        LC_ALL=C awk '{ printf "%.1f [%.1f, %.1f]", 100 * $1, 100 * $2, 100 * $3 }'
}

file() { # ORDER X DETECTIVES SIMULATIONS
    echo "$results/$1-$2-$3-$4-$games.jsonl"
}

for part in $parts; do
    while read -r of order x detectives simulations; do
        [ "$of" = "$part" ] || continue
        play "$(file "$order" "$x" "$detectives" "$simulations")" "$order" "$x" "$detectives" "$simulations" </dev/null
    done < <(cells)
done

echo "| order | Mr. X | detectives | simulations | detectives' wins |"
echo "| --- | --- | --- | --- | --- |"
for part in $parts; do
    while read -r of order x detectives simulations; do
        [ "$of" = "$part" ] || continue
        cell="$(file "$order" "$x" "$detectives" "$simulations")"
        echo "| $order | \`$x\` | \`$detectives\` | $simulations | $(wins "$cell") |"
    done < <(cells)
done
