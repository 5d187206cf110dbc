#!/usr/bin/env bash
# Plays general game players against each other on rule sheets, and prints Markdown (docs/mini-player.md, docs/general-player.md).
# A cell is one player against another on one sheet: games with seats swapped, each pair by its own seed; on a sheet of one
# player, both play it alone by the same seeds. Every finished step of a cell is appended to the results at once, so the
# script can be stopped at any time: the next run goes on from there, and the table says how many games each cell has. Cells
# take turns, so that all of them grow. Time is processor time, so that other programs on the machine do not matter.
#
# usage: experiments/ggp.sh TABLE FOLDER
#   TABLE    strategies: the player of the slides with one part of it, at 0.1 s; strength: ggp against others, at 0.2 s
#   FOLDER   the rule sheets
#   SPINNEY  the command (default: target/release/spinney)
#   GAMES    games per cell (default: 40)
#   STEP     games that a cell plays before the next has its turn (default: 8)
#   ONLY     an extended regular expression, to play and print the cells that match it alone
#   RESULTS  the file to extend (default: records/ggp.tsv)
#   PRINT    if set, nothing is played: prints what there is
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
table="${1:?usage: experiments/ggp.sh strategies|strength FOLDER}"
folder="${2:?usage: experiments/ggp.sh strategies|strength FOLDER}"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${RESULTS:-$here/records/ggp.tsv}"
games="${GAMES:-40}"
step="${STEP:-8}"
((games % 2 == 0 && step % 2 == 0)) || { echo "GAMES and STEP are even: seats are swapped" >&2; exit 1; }
command -v "$spinney" >/dev/null || { echo "no command $spinney: build it first, or set SPINNEY" >&2; exit 1; }
[ -s "$results" ] || printf 'time\tsheet\tplayer\tagainst\tseed\tgoals\tof the other\n' >"$results"

# The slides' baseline behind 1–8: history heuristic alone, no EQ. And the search that all of it is built on.
alone="answer=best-mean,transpositions=off"
history="mini-player:strategies=history,$alone"
uct="mcts:select=ucb1,c=0.4,playout=uniform,solver=false"
all="mini-player:$alone"

two_players() {
    case "$table" in
        strategies) echo connect-four breakthrough-small nine-board-tic-tac-toe free-for-all-2p cephalopod-micro ttcc4-2player ;;
        strength) echo connect-four cephalopod-micro free-for-all-2p pentago nine-board-tic-tac-toe connect-four-suicide \
            checkers farming-quandries pilgrimage ;;
    esac
}

one_player() {
    case "$table" in
        strategies) echo hanoi pancakes-6 max-knights knights-tour incredible ;;
        strength) echo eight-puzzle lights-out hanoi rubiks-cube knights-tour ;;
    esac
}

cells() {
    local sheet
    case "$table" in
        strategies)
            time=100ms
            for sheet in $(two_players); do
                for name in random age mobility exploration ssc; do
                    echo "$sheet mini-player:strategies=$name,$alone $history"
                done
                for chooser in rank squared proportional ucb; do
                    echo "$sheet $all,chooser=$chooser $history"
                done
                echo "$sheet mini-player:strategies=history,transpositions=off $history"
                echo "$sheet mini-player $history"
                echo "$sheet $history $uct"
                echo "$sheet $all $uct"
                echo "$sheet mini-player $uct"
            done
            for sheet in $(one_player); do
                echo "$sheet mini-player $history"
                echo "$sheet mini-player cadia"
            done
            ;;
        strength)
            for sheet in $(two_players) $(one_player); do
                echo "$sheet ggp cadia"
                echo "$sheet ggp mini-player"
                echo "$sheet ggp $uct"
            done
            ;;
        *) echo "no table $table: strategies or strength" >&2; exit 1 ;;
    esac | grep -E "${ONLY:-.}"
}
case "$table" in strategies) time=100ms ;; *) time=200ms ;; esac

rows_of() { # SHEET PLAYER OTHER
    LC_ALL=C awk -F '\t' -v cell="$time"$'\t'"$1"$'\t'"$2"$'\t'"$3" '$1 FS $2 FS $3 FS $4 == cell' "$results"
}

match() { # SHEET PLAYER OTHER SEED GAMES: the goals of both, game by game
    "$spinney" match "gdl:$folder/$1.kif" --players "$2,$3" --games "$5" --swap --time "$time" --processor-time \
        --threads 1 --seed "$4" --json --quiet </dev/null |
        sed -nE 's/.*"game":([0-9]+),.*"payoffs":\[([^],]+),([^],]+)\],"finished":true.*/\1 \2 \3/p' |
        LC_ALL=C awk -v OFS='\t' '{ print ($1 % 2 ? $2 OFS $3 : $3 OFS $2) }'
}

puzzle() { # SHEET PLAYER SEED GAMES: its goals, a game a line
    "$spinney" match "gdl:$folder/$1.kif" --players "$2" --games "$4" --time "$time" --processor-time --threads 1 \
        --seed "$3" --json --quiet </dev/null |
        sed -nE 's/.*"game":[0-9]+,.*"payoffs":\[([^],]+)\],"finished":true.*/\1/p'
}

play() { # SHEET PLAYER OTHER UNTIL
    local finished rows seed count one two
    finished="$(rows_of "$1" "$2" "$3" | wc -l)"
    [ "$finished" -lt "$4" ] || return 0
    count="$(($4 - finished))"
    seed="$((finished + 1))"
    if [[ " $(one_player) " == *" $1 "* ]]; then
        one="$(puzzle "$1" "$2" "$seed" "$count")"
        two="$(puzzle "$1" "$3" "$seed" "$count")"
        if [ "$(wc -l <<<"$one")" -ne "$count" ] || [ "$(wc -l <<<"$two")" -ne "$count" ]; then
            echo "$1: $2 against $3: not every game of seed $seed was finished" >&2
            return 0
        fi
        rows="$(paste <(echo "$one") <(echo "$two"))"
    else
        rows="$(match "$1" "$2" "$3" "$seed" "$count")"
    fi
    if [ "$(wc -l <<<"$rows")" -ne "$count" ]; then
        echo "$1: $2 against $3: not every game of seed $seed was finished" >&2
        return 0
    fi
    sed "s|^|$time\t$1\t$2\t$3\t$seed\t|" <<<"$rows" >>"$results"
}

# Wins, draws and losses; the share of wins with Wilson's interval, a draw being half a win; the mean goals of both.
summary() {
    LC_ALL=C awk -F '\t' '
        { n++; w += $6 > $7; d += $6 == $7; a += $6; b += $7 }
        END {
            if (!n) { print "– | – | – | 0"; exit }
            p = (w + d / 2) / n; z = 1.96; m = 1 + z * z / n; c = (p + z * z / (2 * n)) / m
            h = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / m
            printf "%d–%d–%d | %.2f [%.2f, %.2f] | %.1f : %.1f | %d\n", w, d, n - w - d, p, c - h, c + h, a / n, b / n, n
        }'
}

if [ -z "${PRINT:-}" ]; then
    for ((until = step; until < games + step; until += step)); do
        cells | while read -r sheet player other; do
            play "$sheet" "$player" "$other" "$((until < games ? until : games))"
        done
    done
fi

echo "| sheet | player | against | won–drawn–lost | score | mean goals | games of $games |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
cells | while read -r sheet player other; do
    echo "| $sheet | \`$player\` | \`$other\` | $(rows_of "$sheet" "$player" "$other" | summary) |"
done
cells | awk '{ print $2 " " $3 }' | sort -u | while read -r player other; do
    rows="$(cells | while read -r sheet own against; do
        if [ "$own $against" = "$player $other" ]; then rows_of "$sheet" "$own" "$against"; fi
    done)"
    echo "| **all** | \`$player\` | \`$other\` | $(printf '%s' "$rows" | summary) |"
done
