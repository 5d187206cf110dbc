#!/usr/bin/env bash
# Plays the three tests of the thesis on Sudoku on stand-ins for its lost puzzles, and what it says of restarts, and
# writes records/sudoku-thesis.csv: a row per setting with how many runs found the solution, the mean number of simulations
# of a run with its standard deviation, and the processor time of all. Every setting is a file of JSON lines in the
# results directory; a finished one is not played again. docs/sudoku.md has the tables:
# `UPDATE_DOCS=1 cargo test --release -p spinney-cli --test docs` writes them anew from the csv.
#
# usage: experiments/sudoku-thesis.sh [DIRECTORY]
#   SPINNEY   the command (default: target/release/spinney)
#   SETTINGS  names of settings, as a regular expression (default: all)
#   RUNS      runs of each setting, with the seeds 1, 2 and so on (default: 100; the thesis has 10, 10 and 20), those with
#             restarts a fifth of them
#   CSV       the file to write (default: records/sudoku-thesis.csv)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${1:-$here/target/sudoku-thesis}"
csv="${CSV:-$here/records/sudoku-thesis.csv}"
runs="${RUNS:-100}"
mkdir -p "$results"

# name, runs, puzzle, simulations, options of the game, agent. Names are PUZZLE-PLAYOUT-RULE: the rule is
# UCB-Tuned or the constant of UCB1 (UCTK). The preset has the other settings of the thesis. Every run also has other
# cells where the thesis leaves the choice open (salt), the first one above all.
settings() {
    local puzzle limit playout rule select
    for puzzle in 1 2 3; do
        limit="$(echo 10k 200k 700k | cut -d ' ' -f "$puzzle")"
        for playout in random pseudo-random; do
            for rule in tuned 0.1 0.2 0.4; do
                select="c=$rule"
                [ "$rule" = tuned ] && select="select=ucb1-tuned"
                echo "$puzzle-$playout-$rule $runs $puzzle $limit preset=thesis mcts:playout=$playout,$select"
                # The thesis leaves AMAF out of its third test.
                if [ "$puzzle" = 3 ]; then continue; fi
                echo "$puzzle-$playout-$rule-amaf $runs $puzzle $limit preset=thesis,cell=unit mcts:playout=$playout,$select,amaf=alpha,alpha=0.5"
            done
        done
    done
    # The same playouts and limits without a tree.
    for puzzle in 1 2 3; do
        limit="$(echo 10k 200k 700k | cut -d ' ' -f "$puzzle")"
        for playout in random pseudo-random; do
            echo "$puzzle-$playout-control $runs $puzzle $limit preset=thesis iterative-sampling:playout=$playout"
        done
    done
    # Restarts: the setting that the thesis recommends, and the same with random playouts; and with the same first cell
    # each time.
    for playout in random pseudo-random; do
        for after in 70000 200000 700000; do
            echo "3-$playout-0.2-after-$after $((runs / 5)) 3 20M@$after preset=thesis mcts:playout=$playout,c=0.2"
        done
    done
    echo "3-random-0.2-same-70000 $((runs / 5)) 3 20M preset=thesis mcts:playout=random,c=0.2,restart-after=70000"
    # The other readings of what the thesis leaves open: the cell of an expansion, and the reward without the estimate.
    for rule in random fewest; do
        echo "2-random-0.2-cell-$rule $runs 2 200k preset=thesis,cell=$rule mcts:playout=random,c=0.2"
        echo "3-random-0.2-cell-$rule $runs 3 700k preset=thesis,cell=$rule mcts:playout=random,c=0.2"
    done
    for reward in solved share; do
        echo "2-random-0.2-reward-$reward $runs 2 200k preset=thesis,reward=$reward mcts:playout=random,c=0.2"
        echo "3-random-0.2-reward-$reward $runs 3 700k preset=thesis,reward=$reward mcts:playout=random,c=0.2"
    done
}

solve() { # PUZZLE OPTIONS SALT SIMULATIONS AGENT
    "$spinney" solve "sudoku:board=$1,$2,salt=$3" --seed "$3" --threads 1 --simulations "$4" --agent "$5" \
        --json --quiet </dev/null
}

# What a run was, as three numbers: whether it found the solution, its simulations, its processor time.
figures() {
    sed -nE 's/.*"solved":(true|false).*"simulations":([0-9]+).*"cpu_seconds":([0-9.e-]+).*/\1 \2 \3/p'
}

# Searches of AFTER simulations, each from another first cell, until one finds the solution or ALL are used up.
restarting() { # PUZZLE OPTIONS RUN ALL AFTER AGENT
    local lines
    mapfile -t lines < <("$spinney" show "sudoku:board=$1,propagate=none" --json | sed -nE 's/.*"position":"([^" ]+).*/\1/p')
    "$spinney" sudoku solve "${lines[0]}" --game "$2,salt=$(($3 * 10000))" --seed "$3" --threads 1 --agent "$6" \
        --anew-after "$5" --simulations "$4" --json --quiet </dev/null | head -n 1
}

while read -r name count puzzle simulations game options; do
    file="$results/$name.jsonl"
    [ -s "$file" ] && continue
    for ((run = 1; run <= count; run++)); do
        case "$simulations" in
            *@*) restarting "$puzzle" "$game" "$run" "${simulations%@*}" "${simulations#*@}" "$options" ;;
            *) solve "$puzzle" "$game" "$run" "$simulations" "$options" ;;
        esac
    done >"$file.part"
    mv "$file.part" "$file"
done < <(settings | grep -E "^(${SETTINGS:-.*}) ")

# A row for every finished setting, beside those of the csv that were not played here.
rows() {
    local file
    for file in "$results"/*.jsonl; do
        [ -f "$file" ] || continue
        figures <"$file" | awk -v name="$(basename "$file" .jsonl)" '
            { runs++; solved += $1 == "true"; all += $2; squares += $2 * $2; time += $3 }
            END {
                mean = all / runs
                deviation = runs > 1 ? sqrt((squares - runs * mean * mean) / (runs - 1)) : 0
                printf "%s,%d,%d,%.0f,%.0f,%.4f\n", name, runs, solved, mean, deviation, time
            }'
    done
    if [ -f "$csv" ]; then tail -n +2 "$csv"; fi
}
rows | LC_ALL=C sort -t , -u -k 1,1 -s >"$results/rows.csv"
{
    echo "setting,runs,solved,simulations,deviation,cpu_seconds"
    cat "$results/rows.csv"
} >"$results/all.csv"
mv "$results/all.csv" "$csv"
