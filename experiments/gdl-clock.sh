#!/usr/bin/env bash
# Loads every rule sheet of a folder within a limit, searches for a moment, and prints how long both took together
# (docs/gdl.md#limits): the sheets that took longer than limit and search plus a margin, and the worst excess. The limit is
# one of wall time. Processor time is printed beside it; while a sheet is grounded and the interpreter is prepared, two
# threads use it. Every result is appended at once, so the script can be stopped at any time: the next run goes on from
# there. Measure on an idle machine, one sheet at a time.
#
# usage: experiments/gdl-clock.sh FOLDER
#   SPINNEY  the command (default: target/release/spinney)
#   LIMITS   seconds for loading (default: "5 10 30")
#   SEARCH   seconds for the search (default: 2)
#   MARGIN   seconds that may be added to both (default: 0.2)
#   ONLY     an extended regular expression: names of rule sheets to measure
#   RESULTS  the file to extend (default: records/gdl-clock.tsv)
#   PRINT    if set, nothing is measured: prints what there is
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
folder="${1:?which folder of rule sheets? usage: experiments/gdl-clock.sh FOLDER}"
spinney="${SPINNEY:-$here/target/release/spinney}"
results="${RESULTS:-$here/records/gdl-clock.tsv}"
limits="${LIMITS:-5 10 30}"
search="${SEARCH:-2}"
margin="${MARGIN:-0.2}"
command -v "$spinney" >/dev/null || { echo "no command $spinney: build it first, or set SPINNEY" >&2; exit 1; }
[ -s "$results" ] || printf 'rule sheet\tlimit\tsearch\twall\tprocessor\tresult\n' >"$results"

measure() { # a rule sheet, its name and the limit
    local times outcome=ok
    # Seconds of the clock, and of the processor: user and system.
    TIMEFORMAT='%R %U %S'
    if ! times="$({ time "$spinney" search "gdl:$1,time=${3}s" --time "${search}s" --threads 1 --seed 1 --json \
        >/dev/null 2>&1; } 2>&1)"; then
        outcome="failed"
    fi
    awk -v OFS='\t' -v name="$2" -v limit="$3" -v search="$search" -v outcome="$outcome" \
        '{ print name, limit, search, $1, $2 + $3, outcome }' <<<"$times" >>"$results"
}

if [ -z "${PRINT:-}" ]; then
    for limit in $limits; do
        for sheet in "$folder"/*.kif; do
            name="$(basename "$sheet" .kif)"
            grep -qE "${ONLY:-.}" <<<"$name" || continue
            cut -f 1-3 "$results" | grep -qxF "$(printf '%s\t%s\t%s' "$name" "$limit" "$search")" && continue
            measure "$sheet" "$name" "$limit"
        done
    done
fi

awk -F '\t' -v margin="$margin" '
    NR == 1 { next }
    {
        over = $4 - $2 - $3; used = $5 - $2 - $3
        count[$2]++
        if (!($2 in worst) || over > worst[$2]) { worst[$2] = over; name[$2] = $1 }
        if (!($2 in most) || used > most[$2]) { most[$2] = used; busiest[$2] = $1 }
        if ($6 != "ok" || over > margin) {
            printf "offender: %s, limit %s s: %.2f s of wall time, %.2f s of processor time, %s\n", $1, $2, $4, $5, $6
            offenders[$2]++
        }
    }
    END {
        for (limit in count)
            printf "limit %s s: %d rule sheets, %d offenders; beyond limit and search: wall time %+.2f s (%s), processor time %+.2f s (%s) at most\n",
                limit, count[limit], offenders[limit], worst[limit], name[limit], most[limit], busiest[limit]
    }' "$results" | sort
