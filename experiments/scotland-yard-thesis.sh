#!/usr/bin/env bash
# Plays the tables of the thesis that introduced Scotland Yard on the grid, in both readings, and prints them as
# Markdown. Every cell is one match, kept as JSON lines in the results directory; a finished cell is not played again.
#
# usage: experiments/scotland-yard-thesis.sh [DIRECTORY]
#   SPINNEY  the command (default: target/release/spinney)
#   TABLES   the tables to play, "verdict" among them (default: all)
#   THREADS  games played at the same time (default: 1)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${1:-$here/target/scotland-yard-thesis}"
tables="${TABLES:-5.1 5.2 5.5 5.4 5.6 5.3 verdict}"
mkdir -p "$results"

# table, preset, Mr. X, agents, games, simulations, published
cells() {
    cat <<'CELLS'
5.1 thesis-5x5 alpha-beta mcts 1000 3000 22.4
5.1 thesis-5x5 mcts alpha-beta 1000 3000 88.9
5.1 thesis-5x5 alpha-beta alpha-beta 1000 3000 88.7
5.1 thesis-5x5 mcts mcts 1000 3000 63.3
5.2 thesis-5x5 alpha-beta mcts-distance 1000 3000 20.8
5.2 thesis-5x5 mcts-distance alpha-beta 1000 3000 91.0
5.2 thesis-5x5 random mcts-distance 1000 3000 94.9
5.2 thesis-5x5 alpha-beta random 1000 3000 6.9
5.3 thesis-5x5 alpha-beta mcts-distance 1000 30000 13.0
5.3 thesis-5x5 mcts-distance alpha-beta 1000 30000 93.0
5.3 thesis-5x5 alpha-beta mcts 1000 30000 27.0
5.3 thesis-5x5 mcts alpha-beta 1000 30000 90.0
5.4 thesis-5x5-30 alpha-beta mcts 1000 3000 27.7
5.4 thesis-5x5-30 mcts alpha-beta 1000 3000 92.7
5.4 thesis-5x5-30 alpha-beta alpha-beta 1000 3000 94.0
5.4 thesis-5x5-30 mcts mcts 1000 3000 91.3
5.5 thesis-7x7 alpha-beta mcts 1000 3000 15.3
5.5 thesis-7x7 mcts alpha-beta 1000 3000 75.2
5.5 thesis-7x7 alpha-beta alpha-beta 1000 3000 58.8
5.5 thesis-7x7 mcts mcts 1000 3000 54.0
5.6 thesis-15x15 mcts mcts 200 3000 48.5
5.6 thesis-15x15 random mcts 200 3000 48.4
5.6 thesis-15x15 mcts random 200 3000 26.7
5.6 thesis-15x15 random random 1000 3000 38.6
verdict thesis-5x5 alpha-beta mcts! 400 3000 -
verdict thesis-5x5 mcts! alpha-beta 400 3000 -
verdict thesis-7x7 alpha-beta mcts! 400 3000 -
verdict thesis-7x7 mcts! alpha-beta 400 3000 -
CELLS
}

# The thesis's players have its name in front, and a reading; `mcts!` is the agent of that name, not the thesis's.
player() { # NAME READING
    case "$1" in
    random) echo random ;;
    *!) echo "${1%!}" ;;
    *) echo "thesis-$1:reading=$2" ;;
    esac
}

play() { # FILE PRESET X AGENTS GAMES SIMULATIONS
    [ -s "$1" ] && return
    "$spinney" match "scotland-yard-grid:preset=$2" --players "$3,$4" --games "$5" --simulations "$6" \
        --seed 1 --threads "${THREADS:-1}" --json --quiet >"$1.part"
    mv "$1.part" "$1"
}

# The agents' wins in per cent with their interval, from the last line of a match.
wins() { # FILE
    local found
    found="$(tail -n 1 "$1" | grep -oE '"seat":"agents"[^}]*"win_rate":[0-9.e-]+,"win_rate_ci95":\[[^]]+\]')" || {
        echo "no result in $1" >&2
        return 1
    }
    sed -E 's/.*"win_rate":([0-9.e-]+),"win_rate_ci95":\[([^],]+),([^]]+)\].*/\1 \2 \3/' <<<"$found" |
        LC_ALL=C awk '{ printf "%.1f [%.1f, %.1f]", 100 * $1, 100 * $2, 100 * $3 }'
}

# The file of a cell: its name has everything on which the result depends, but for the command's version.
file() { # PRESET X AGENTS GAMES SIMULATIONS READING
    # Two random players have no reading.
    if [ "$2-$3" = random-random ]; then set -- "$1" "$2" "$3" "$4" "$5" stated; fi
    echo "$results/$1-$2-$3-$4-games-$5-$6.jsonl"
}

for table in $tables; do
    while read -r of preset x agents games simulations published; do
        [ "$of" = "$table" ] || continue
        for reading in stated textbook; do
            play "$(file "$preset" "$x" "$agents" "$games" "$simulations" "$reading")" "$preset" \
                "$(player "$x" "$reading")" "$(player "$agents" "$reading")" "$games" "$simulations" </dev/null
        done
    done < <(cells)
done

echo "| table | Mr. X | agents | as stated | textbook | published |"
echo "| --- | --- | --- | --- | --- | --- |"
while read -r table preset x agents games simulations published; do
    case " $tables " in *" $table "*) ;; *) continue ;; esac
    stated="$(wins "$(file "$preset" "$x" "$agents" "$games" "$simulations" stated)")"
    textbook="$(wins "$(file "$preset" "$x" "$agents" "$games" "$simulations" textbook)")"
    echo "| $table | $x | $agents | $stated | $textbook | $published |"
done < <(cells)
