#!/usr/bin/env bash
# How late the player answers (docs/ggp.md): our host asks it for moves with a play clock of a second, and this prints the
# latest answer as the host sees it, HTTP included. It plays one role of each rule sheet against random moves, match after
# match, until it has made MOVES moves by a search. Run it on a machine that does nothing else.
#
# usage: experiments/ggp-clocks.sh FILE...
#   SPINNEY  the command (default: target/release/spinney)
#   MOVES    moves per rule sheet (default: 100)
#   CLOCK    the play clock in seconds (default: 1)
#   START    the start clock in seconds (default: 30)
#   AGENT    the agent (default: the player's own default)
#   PORT     the port of the player (default: 9161)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
spinney="${SPINNEY:-$here/target/release/spinney}"
port="${PORT:-9161}"
command -v "$spinney" >/dev/null || { echo "no command $spinney: build it first, or set SPINNEY" >&2; exit 1; }
[ $# -gt 0 ] || { echo "usage: experiments/ggp-clocks.sh FILE..." >&2; exit 2; }

work="$(mktemp -d)"
"$spinney" ggp player --port "$port" --json --quiet ${AGENT:+--agent "$AGENT"} --seed 1 >"$work/log" 2>/dev/null &
player=$!
trap 'kill -INT $player 2>/dev/null || true; wait $player 2>/dev/null || true; rm -rf "$work"' EXIT
sleep 1

searched() { grep -cE '"chosen":"(search|late|random)"' "$work/log" || true; }
# The number after a key in the last line of a host, which has the player's row.
field() { sed -n '$p' "$work/host" | grep -oE "\"name\":\"spinney\"[^}]*" | grep -oE "\"$1\":[0-9.]+" | cut -d: -f2; }

printf '%-24s %6s %8s %12s %6s %6s %6s\n' "rule sheet" moves matches "latest (s)" TO CE IL
for sheet in "$@"; do
    before="$(searched)"
    latest=0 timeouts=0 errors=0 illegal=0 matches=0
    # A role's opponents move at random, in this host.
    roles="$("$spinney" gdl info "$sheet" --json | grep -oE '"roles":\[[^]]*\]' | head -n 1 | grep -o ',' | wc -l)"
    others="$(for ((i = 0; i < roles; i++)); do printf ',local:random'; done)"
    while [ $(($(searched) - before)) -lt "${MOVES:-100}" ]; do
        matches=$((matches + 1))
        "$spinney" ggp host "$sheet" --players "127.0.0.1:$port$others" --start-clock "${START:-30}" \
            --play-clock "${CLOCK:-1}" --seed "$matches" --scramble --json --quiet >"$work/host"
        latest="$(printf '%s\n%s\n' "$latest" "$(field slowest)" | sort -g | tail -n 1)"
        timeouts=$((timeouts + $(field timeouts)))
        errors=$((errors + $(field connection_errors)))
        illegal=$((illegal + $(field illegal)))
    done
    moves=$(($(searched) - before))
    printf '%-24s %6d %8d %12.3f %6d %6d %6d\n' "$(basename "$sheet" .kif)" "$moves" "$matches" "$latest" "$timeouts" "$errors" "$illegal"
done
echo "answers before the search had ended: $(grep -c '"chosen":"late"' "$work/log" || true), after a failure: $(grep -c '"chosen":"random"' "$work/log" || true)"
