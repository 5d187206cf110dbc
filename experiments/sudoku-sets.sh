#!/usr/bin/env bash
# Solves sets of Sudoku puzzles by tree search and by its controls (docs/sudoku.md), and writes records/sudoku-sets.jsonl:
# the sums of every set, agent and seed, as `spinney sudoku solve --json` prints them; and records/sudoku-25x25.csv: the
# boards of 25x25 one by one. A set that is finished is not solved again. Time is processor time, so that other programs
# on the machine do not matter. UPDATE_DOCS=1 cargo test --release -p spinney-cli --test docs writes the tables anew.
#
# usage: experiments/sudoku-sets.sh DIRECTORY
#   DIRECTORY has easy50.txt, top95.txt, hardest.txt, sudoku17-1000.txt, 16x16.txt and 25x25.txt
#   SPINNEY   the command (default: target/release/spinney)
#   TIME      processor time per puzzle (default: 10s)
#   LARGE     the same for boards of 25x25 (default: 120s)
#   SEEDS     how many seeds, from 1 (default: 5)
#   LARGE_SEEDS  the same for boards of 25x25 (default: 2)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
puzzles="${1:?a directory with the sets}"
sums="$here/records/sudoku-sets.jsonl"
large="$here/records/sudoku-25x25.csv"
touch "$sums"
[ -s "$large" ] || echo "agent,game,seed,board,givens,solved,simulations,cpu_seconds" >"$large"

solve() { # SET AGENT GAME SEED TIME FLAG
    "$spinney" sudoku solve "$puzzles/$1.txt" --agent "$2" --game "$3" --seed "$4" --time "$5" --processor-time \
        --threads 1 "$6" --quiet </dev/null
}

# Agents, and options of the game: the default and its control, the same with single playouts, and the other searches.
agents() {
    cat <<AGENTS
mcts propagate=auto
iterative-sampling propagate=auto
mcts:playout=fewest propagate=auto
iterative-sampling:playout=fewest propagate=auto
mcts:playout=fewest propagate=locked
iterative-sampling:playout=fewest propagate=locked
nested propagate=auto
AGENTS
}

# Other rewards, and what solves few of the hardest puzzles.
rewards() {
    echo "mcts:playout=fewest propagate=auto,reward=solved"
    echo "mcts:playout=fewest propagate=auto,reward=conflicts"
    echo "nrpa:level=1 propagate=auto"
}
others() {
    echo "mcts:playout=fewest,solver=false propagate=auto"
    echo "nrpa propagate=auto"
}

sums_of() { # SET AGENTS TIME: a row for every agent and seed
    local set="$1" agent game seed head sum
    "$2" | while read -r agent game; do
        for ((seed = 1; seed <= ${SEEDS:-5}; seed++)); do
            head="{\"set\":\"$set\",\"agent\":\"$agent\",\"game\":\"$game\",\"seed\":$seed,"
            if grep -qF "$head" "$sums"; then continue; fi
            sum="$(solve "$set" "$agent" "$game" "$seed" "$3" --json | tail -n 1)"
            echo "$head\"sums\":$sum}" >>"$sums"
        done
    done
}

for set in easy50 top95 hardest sudoku17-1000 16x16; do
    sums_of "$set" agents "${TIME:-10s}"
done
sums_of hardest rewards "${TIME:-10s}"
SEEDS=1 sums_of hardest others 2s

# The boards of 25x25, one line each.
while read -r agent game seed; do
    if grep -qF "$agent,$game,$seed," "$large"; then continue; fi
    solve 25x25 "$agent" "$game" "$seed" "${LARGE:-120s}" --json | grep '"puzzle":' |
        sed -E 's/.*"line":([0-9]+).*"puzzle":"([^"]*)".*"solved":(true|false).*"simulations":([0-9]+).*"cpu_seconds":([0-9.e-]+).*/\1 \2 \3 \4 \5/' |
        while read -r line puzzle solved simulations seconds; do
            givens="$(tr -d '.\n' <<<"$puzzle" | wc -c)"
            echo "$agent,$game,$seed,$line,$givens,$solved,$simulations,$seconds"
        done >"$large.part"
    cat "$large.part" >>"$large"
    rm "$large.part"
done < <(
    for ((seed = 1; seed <= ${LARGE_SEEDS:-2}; seed++)); do
        for agent in mcts mcts:restart-after=0 iterative-sampling; do
            echo "$agent propagate=auto $seed"
        done
    done
)
