"""Runs inside of gnubg (`gnubg -t -q -r -p judge.py`): evaluates boards of which the second side is to roll.

JUDGE names a JSON file with `boards` and `plies`; the equities for the side that is not to roll are written to the same
name with `.out`. Money game, no cube.
"""

import json
import os

import gnubg

with open(os.environ["JUDGE"]) as file:
    task = json.load(file)
gnubg.command("set jacoby off")
gnubg.command("set cube use off")
gnubg.command("new session")
cube = gnubg.cubeinfo()
context = {**gnubg.evalcontext(), "plies": task["plies"], "cubeful": 0}
# A board of gnubg: points 1 to 24 and the bar, the side to roll second.
equities = [-gnubg.evaluate(tuple(tuple(side[1:]) for side in board), cube, context)[5] for board in task["boards"]]
with open(os.environ["JUDGE"] + ".out", "w") as file:
    json.dump(equities, file)
