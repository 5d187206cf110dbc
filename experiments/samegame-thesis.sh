#!/usr/bin/env bash
# Plays the settings of the thesis on SameGame and its open readings, three runs of 20 boards each, and writes
# records/samegame-thesis.csv. Every setting and seed is a file of JSON lines in the results directory; a finished one
# is not played again. docs/samegame.md has the tables: `UPDATE_DOCS=1 cargo test -p spinney-cli --test docs` writes
# them anew from the csv.
#
# usage: experiments/samegame-thesis.sh [DIRECTORY]
#   SPINNEY   the command (default: target/release/spinney)
#   SETTINGS  names of settings, as a regular expression (default: all)
#   SEEDS     the runs (default: 1 2 3)
#   JOBS      boards played at the same time (default: 1)
#   CSV       the file to write (default: records/samegame-thesis.csv)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${1:-$here/target/samegame-thesis}"
csv="${CSV:-$here/records/samegame-thesis.csv}"
mkdir -p "$results"

# name, simulations, options of mcts beside expand=20. Names are PLAYOUT-RULE-HIGH: the rule is UCB-Tuned or the constant
# of UCB1, HIGH the score whose reward is 1, so that max is HIGH + 1500.
settings() {
    local playout high c
    for playout in random-tabu pseudo-random-tabu double-tabu; do
        for high in 4500 3000 1500; do
            echo "$playout-tuned-$high 700k select=ucb1-tuned,playout=$playout,range=-1500..$high"
            for c in 0.1 0.2 0.4; do
                # Only the product of C and max matters: with max 3,000 these are 0.1 and 0.2 with max 6,000.
                if [ "$high" = 1500 ] && [ "$c" != 0.1 ]; then continue; fi
                echo "$playout-$c-$high 700k select=ucb1,c=$c,playout=$playout,range=-1500..$high"
            done
        done
    done
    for playout in random pseudo-random; do
        echo "$playout-0.1-4500 700k select=ucb1,c=0.1,playout=$playout,range=-1500..4500"
    done
    for simulations in 7k 21k 70k 210k; do
        echo "scale-$simulations $simulations select=ucb1,c=0.1,playout=random-tabu,range=-1500..4500"
    done
    for restarts in 2 5 10 20; do
        echo "restarts-$restarts 700k select=ucb1,c=0.1,playout=random-tabu,range=-1500..4500,restarts=$restarts"
    done
}

while read -r name simulations options; do
    for seed in ${SEEDS:-1 2 3}; do
        file="$results/$name.$seed.jsonl"
        [ -s "$file" ] && continue
        "$spinney" solve samegame:preset=thesis --boards 1-20 --runs 1 --seed "$seed" --jobs "${JOBS:-1}" --threads 1 \
            --simulations "$simulations" --agent "mcts:expand=20,$options" --json --quiet >"$file.part" </dev/null
        mv "$file.part" "$file"
    done
done < <(settings | grep -E "^(${SETTINGS:-.*}) ")

# A row for every finished run, beside those of the csv that were not played here.
rows() {
    local file name
    for file in "$results"/*.jsonl; do
        name="$(basename "$file" .jsonl)"
        sed -nE 's/.*"board":([0-9]+),"score":(-?[0-9]+).*/\1 \2/p' "$file" | sort -n | cut -d ' ' -f 2 | paste -sd , - |
            sed "s/^/${name%.*},${name##*.},/"
    done
    if [ -f "$csv" ]; then tail -n +2 "$csv"; fi
}
rows | LC_ALL=C sort -t , -u -k 1,1 -k 2,2n >"$results/rows.csv"
{
    echo "setting,seed,$(seq -s , 1 20)"
    cat "$results/rows.csv"
} >"$results/all.csv"
mv "$results/all.csv" "$csv"
