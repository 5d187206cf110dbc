#!/usr/bin/env bash
# Plays the default agent of every two-player game against alternatives (docs/games.md), and prints Markdown.
# A cell is a series of pairs of games, seats swapped, each pair by its own seed. Every finished pair is appended to the
# results at once, so the script can be stopped at any time: the next run goes on from there, and the table says how many
# games each cell has. Cells take turns, so that all of them grow; a cell ends with GAMES games, or with 8 or more as soon
# as its interval excludes 0.5. Time is processor time, so that other programs on the machine do not matter.
#
# usage: experiments/defaults.sh
#   SPINNEY  the command (default: target/release/spinney)
#   GAMES    games per cell (default: 40)
#   STEP     games that a cell plays before the next has its turn (default: 4)
#   TIME     processor time per decision (default: 1s)
#   ONLY     an extended regular expression, to play and print the cells that match it alone
#   RESULTS  the file to extend (default: records/defaults.tsv)
#   PRINT    if set, nothing is played: prints what there is
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${RESULTS:-$here/records/defaults.tsv}"
games="${GAMES:-40}"
step="${STEP:-4}"
time="${TIME:-1s}"
command -v "$spinney" >/dev/null || { echo "no command $spinney: build it first, or set SPINNEY" >&2; exit 1; }
[ -s "$results" ] || printf 'time\tgame\tdefault\tagainst\tseed\tdefault first\tpayoff\tof the other\n' >"$results"

# The alternatives of each game, the most informative first. `plain` is tree search without the game's advice.
plain="mcts:playout-cap=0,evaluate=false"
cut="mcts:playout-cap=4,evaluate=true"
cells() {
    cat <<CELLS | grep -E "${ONLY:-.}"
backgammon alpha-beta
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

games_of() { # GAME DEFAULT OTHER: the rows of a cell
    LC_ALL=C awk -F '\t' -v cell="$time"$'\t'"$1"$'\t'"$2"$'\t'"$3" \
        '$1 FS $2 FS $3 FS $4 == cell' "$results"
}

play() { # GAME DEFAULT OTHER UNTIL
    local seed finished
    finished="$(games_of "$1" "$2" "$3" | wc -l)"
    while [ "$finished" -lt "$4" ] && [ "$(decided "$1" "$2" "$3")" = no ]; do
        seed=$((finished / 2 + 1))
        # A pair that was interrupted is played again.
        "$spinney" match "$1" --players "$2,$3" --games 2 --swap --time "$time" --processor-time --threads 1 \
            --seed "$seed" --json --quiet </dev/null |
            sed -nE 's/.*"game":([0-9]+),.*"payoffs":\[([^],]+),([^],]+)\],"finished":true.*/\1 \2 \3/p' |
            LC_ALL=C awk -v OFS='\t' -v head="$time"$'\t'"$1"$'\t'"$2"$'\t'"$3"$'\t'"$seed" '
                { row[NR] = $1 % 2 ? head OFS "yes" OFS $2 OFS $3 : head OFS "no" OFS $3 OFS $2 }
                END { if (NR == 2) print row[1] "\n" row[2] }' >>"$results"
        finished="$((finished + 2))"
    done
}

# From the games of a cell: the default's score with Wilson's interval (a draw is half a win), its mean payoff with a
# normal interval, and the number of games.
summary() { # GAME DEFAULT OTHER
    games_of "$1" "$2" "$3" | LC_ALL=C awk -F '\t' '
        { n++; p += $7 > $8 ? 1 : $7 == $8 ? 0.5 : 0; s += $7; q += $7 * $7 }
        END {
            if (!n) { print "– | – | 0"; exit }
            p /= n; z = 1.96; m = 1 + z * z / n; c = (p + z * z / (2 * n)) / m
            h = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / m
            mean = s / n; v = n > 1 ? (q - n * mean * mean) / (n - 1) : 0; e = z * sqrt((v > 0 ? v : 0) / n)
            printf "%.3f [%.3f, %.3f] | %.2f ± %.2f | %d\n", p, c - h, c + h, mean, e, n
        }'
}

decided() { # GAME DEFAULT OTHER: whether at least 8 games have an interval without 0.5
    summary "$1" "$2" "$3" | LC_ALL=C awk '{ gsub(/[][,]/, ""); print ($NF >= 8 && ($2 > 0.5 || $3 < 0.5) ? "yes" : "no") }'
}

if [ -z "${PRINT:-}" ]; then
    for ((until = step; until < games + step; until += step)); do
        cells | while read -r game other; do
            default="$(default_of "$game")"
            play "$game" "$default" "$other" "$((until < games ? until : games))"
        done
    done
fi

echo "| game | default | against | score | mean payoff | games of $games |"
echo "| --- | --- | --- | --- | --- | --- |"
cells | sort -s -k1,1 | while read -r game other; do
    default="$(default_of "$game")"
    echo "| \`$game\` | \`$default\` | \`$other\` | $(summary "$game" "$default" "$other") |"
done
