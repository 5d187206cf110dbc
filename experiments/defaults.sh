#!/usr/bin/env bash
# Plays the default agent of every two-player game against alternatives (docs/games.md), and prints Markdown.
# A cell is a series of pairs of games, seats swapped, each pair by its own seed. Every finished pair is appended to the
# file of its cell in the results directory, so the script can be stopped at any time: the next run goes on from there,
# and the table says how many games each cell has. Cells take turns, so that all of them grow. Time is processor time, so
# that other programs on the machine do not matter.
#
# usage: experiments/defaults.sh [DIRECTORY]
#   SPINNEY  the command (default: target/release/spinney)
#   GAMES    games per cell (default: 40)
#   STEP     games that a cell plays before the next has its turn (default: 4)
#   TIME     processor time per decision (default: 1s)
#   ONLY     an extended regular expression, to play and print the cells that match it alone
#   PRINT    if set, nothing is played: prints what there is
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${1:-$here/target/defaults}"
games="${GAMES:-40}"
step="${STEP:-4}"
time="${TIME:-1s}"
command -v "$spinney" >/dev/null || { echo "no command $spinney: build it first, or set SPINNEY" >&2; exit 1; }
mkdir -p "$results"

# The alternatives of each game, the most informative first. `plain` is tree search without the game's advice.
plain="mcts:playout-cap=0,evaluate=false"
cut="mcts:playout-cap=4,evaluate=true"
cells() {
    cat <<CELLS | grep -E "${ONLY:-.}"
othello $plain
othello $cut
connect-four alpha-beta
connect-four $cut
breakthrough mcts
breakthrough $cut
draughts mcts
hex alpha-beta
hex mcts:amaf=rave
go mcts:amaf=rave
go alpha-beta
backgammon alpha-beta
backgammon greedy
backgammon $plain,select=ucb1,unvisited=first,playout=uniform
pig greedy
pig $plain
pig $cut
pig alpha-beta
goofspiel mcts:joint=decoupled
goofspiel exhaustive
goofspiel mccfr
leduc-poker mcts
leduc-poker mccfr
kuhn-poker mcts
bridge-play pimc
scotland-yard-grid alpha-beta
scotland-yard alpha-beta
scotland-yard nijssen-winands
connect-four greedy
othello greedy
breakthrough greedy
draughts greedy
hex greedy
go greedy
bridge-play greedy
scotland-yard greedy
scotland-yard-grid greedy
tic-tac-toe alpha-beta
connect-four flat
othello flat
breakthrough flat
hex flat
go flat
backgammon flat
CELLS
}

default_of() { # GAME: the first agent that it advises
    local advice
    advice="$("$spinney" games "$1" --json | sed -E 's/.*"advice":\["?([^]"]*).*/\1/')"
    echo "${advice:-mcts}"
}

file() { # GAME DEFAULT OTHER
    echo "$results/$(echo "$1 $2 $3 $time" | tr -c 'A-Za-z0-9.\n' '-').jsonl"
}

count() { # FILE: games that are done
    if [ -s "$1" ]; then grep -c '"payoffs"' "$1" || true; else echo 0; fi
}

play() { # FILE GAME DEFAULT OTHER UNTIL
    local finished
    finished="$(count "$1")"
    while [ "$finished" -lt "$5" ]; do
        # A pair that was interrupted is played again.
        "$spinney" match "$2" --players "$3,$4" --games 2 --swap --time "$time" --processor-time --threads 1 \
            --seed "$((finished / 2 + 1))" --json --quiet </dev/null >"$1.part"
        grep '"payoffs"' "$1.part" >>"$1"
        rm "$1.part"
        finished="$(count "$1")"
    done
}

# From the games of a cell: the default's score with Wilson's interval (a draw is half a win), its mean payoff with a
# normal interval, and the number of games.
row() { # FILE
    [ -s "$1" ] || { echo "– | – | 0"; return; }
    sed -E 's/.*"game":([0-9]+),.*"payoffs":\[([^],]+),([^],]+)\],"finished":true.*/\1 \2 \3/' "$1" |
        LC_ALL=C awk '
        NF == 3 {
            own = $1 % 2 ? $2 : $3; other = $1 % 2 ? $3 : $2
            n++; p += own > other ? 1 : own == other ? 0.5 : 0; s += own; q += own * own
        }
        END {
            if (!n) { print "– | – | 0"; exit }
            p /= n; z = 1.96; m = 1 + z * z / n; c = (p + z * z / (2 * n)) / m
            h = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / m
            mean = s / n; v = n > 1 ? (q - n * mean * mean) / (n - 1) : 0; e = z * sqrt((v > 0 ? v : 0) / n)
            printf "%.3f [%.3f, %.3f] | %.2f ± %.2f | %d\n", p, c - h, c + h, mean, e, n
        }'
}

if [ -z "${PRINT:-}" ]; then
    for ((until = step; until < games + step; until += step)); do
        cells | while read -r game other; do
            default="$(default_of "$game")"
            play "$(file "$game" "$default" "$other")" "$game" "$default" "$other" "$((until < games ? until : games))"
        done
    done
fi

echo "| game | default | against | score | mean payoff | games of $games |"
echo "| --- | --- | --- | --- | --- | --- |"
cells | sort -s -k1,1 | while read -r game other; do
    default="$(default_of "$game")"
    echo "| \`$game\` | \`$default\` | \`$other\` | $(row "$(file "$game" "$default" "$other")") |"
done
