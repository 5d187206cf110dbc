#!/usr/bin/env python3
"""The equity that Spinney's agents lose at backgammon, as gnubg judges their moves.

Decisions are drawn from games that an agent of Spinney plays against itself. gnubg evaluates the position after every
legal play; the loss of a move is its distance from the best. A play is judged by its position, so both programs' rules
are compared on the way. Needs gnubg (Debian: gnubg and gnubg-data) and Python 3.

usage: benches/gnubg/compare.py [options] AGENT...
"""

import argparse
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import board as rules

ROOT = pathlib.Path(__file__).resolve().parents[2]
# gnubg calls a move doubtful, bad or very bad if it loses more than these.
ERRORS = (0.04, 0.08, 0.16)
# Few of each game, since the decisions of one game are alike. A game has about 45.
DECISIONS_PER_GAME = 5


class Engine:
    """`spinney engine backgammon`: decisions in lists of positions."""

    def __init__(self, command, agent, budget):
        self.process = subprocess.Popen(
            [command, "engine", "backgammon"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.request = {"do": "search", "agent": agent, **budget}
        self.read()

    def read(self):
        answer = json.loads(self.process.stdout.readline())
        if answer["is"] == "error":
            sys.exit(answer["message"])
        return answer

    def decide(self, positions, seed):
        self.process.stdin.write(json.dumps({**self.request, "positions": positions, "seed": seed}) + "\n")
        self.process.stdin.flush()
        return [self.read() for _ in positions]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def collect(engine, decisions, rng):
    """Decisions from games of the engine against itself, drawn from all that were not forced."""
    found = []
    running = [(rules.START, rules.START)] * -(-decisions // DECISIONS_PER_GAME)
    first = True
    while running:
        rolled = [(board, roll(rng, first)) for board in running]
        answers = engine.decide([rules.text(*position) for position in rolled], rng.getrandbits(32))
        running, first = [], False
        for (board, dice), answer in zip(rolled, answers):
            move = answer["move"]
            choices = rules.results(board, dice)
            after = rules.play(board, move)
            if after not in choices:
                sys.exit(f"{rules.text(board, dice)}: {move} is not a play by the rules here")
            if len(choices) > 1:
                found.append((board, dice))
            if not rules.winner_points(after):
                running.append(rules.turned(after))
    return rng.sample(found, decisions)


def roll(rng, first):
    """Two dice; the first roll of a game is not a double."""
    return tuple(rng.sample(range(1, 7), 2)) if first else (rng.randint(1, 6), rng.randint(1, 6))


def judge(boards, plies, folder, gnubg):
    """The equity of the side that has just moved."""
    values = {board: float(rules.winner_points(board)) for board in boards}
    open_boards = [board for board in values if not values[board]]
    task = folder / f"judge-{plies}.json"
    task.write_text(json.dumps({"boards": open_boards, "plies": plies}))
    script = str(pathlib.Path(__file__).with_name("judge.py"))
    subprocess.run([gnubg, "-t", "-q", "-r", "-p", script], check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, env={**os.environ, "JUDGE": str(task)})
    values.update(zip(open_boards, json.loads(pathlib.Path(f"{task}.out").read_text())))
    return values


def interval(losses):
    mean = sum(losses) / len(losses)
    variance = sum((loss - mean) ** 2 for loss in losses) / max(len(losses) - 1, 1)
    return mean, 1.96 * math.sqrt(variance / len(losses))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="such as greedy or alpha-beta:depth=2")
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--players", default="greedy", help="the agent whose games the decisions are from")
    parser.add_argument("--plies", type=lambda text: [int(plies) for plies in text.split(",")], default=[0],
                        help="of gnubg, such as 0,2; errors and phases are counted by the first")
    parser.add_argument("--time", help="per decision, such as 1s")
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spinney", default=os.environ.get("SPINNEY", str(ROOT / "target/release/spinney")))
    parser.add_argument("--gnubg", default="/usr/games/gnubg")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target/gnubg", help="keeps judged decisions")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    budget = {key: value for key, value in (("time", options.time), ("simulations", options.simulations)) if value}
    decisions, equities = prepare(options)
    print(f"{len(decisions)} decisions from games of {options.players}, seed {options.seed}; "
          f"budget {options.time or options.simulations or 'none'}")
    headings = [f"loss by {plies}-ply" for plies in options.plies]
    phases = ["contact", "race", "bear-off"]
    print(f"| agent | median work | {' | '.join(headings)} | > 0.04 | > 0.08 | > 0.16 | {' | '.join(phases)} |")
    print("| --- |" + " --- |" * (1 + len(headings) + len(ERRORS) + len(phases)))
    for agent in options.agents:
        engine = Engine(options.spinney, agent, budget)
        answers = engine.decide([rules.text(*decision) for decision in decisions], options.seed)
        engine.close()
        report(agent, decisions, answers, [equities[plies] for plies in options.plies], phases)


def prepare(options):
    """Decisions with the equities of all plays, from a file if they were judged before."""
    rng = random.Random(options.seed)
    players = options.players.replace("/", "_")
    store = options.folder / f"{players}-{options.decisions}-{options.seed}.json"
    if store.is_file():
        decisions = [(tuple(map(tuple, board)), tuple(dice)) for board, dice in json.loads(store.read_text())]
    else:
        engine = Engine(options.spinney, options.players, {"simulations": 100})
        decisions = collect(engine, options.decisions, rng)
        engine.close()
        store.write_text(json.dumps(decisions))
    equities = {}
    for plies in options.plies:
        judged = store.with_suffix(f".{plies}-ply.json")
        boards = [sorted(rules.results(*decision)) for decision in decisions]
        if judged.is_file():
            values = json.loads(judged.read_text())
        else:
            found = judge([after for results in boards for after in results], plies, options.folder, options.gnubg)
            values = [[found[after] for after in results] for results in boards]
            judged.write_text(json.dumps(values))
        equities[plies] = [dict(zip(results, row)) for results, row in zip(boards, values)]
    return decisions, equities


def report(agent, decisions, answers, judges, phases):
    """Prints one row of the table."""
    by_phase = {phase: [] for phase in phases}
    moves = [answer["move"] for answer in answers]
    # Half of the decisions had more simulations, or nodes, than this.
    cells = [f"{statistics.median(answer['simulations'] for answer in answers):,.0f} {answers[0]['unit']}"]
    for equities in judges:
        losses = []
        for (board, dice), move, values in zip(decisions, moves, equities):
            after = rules.play(board, move)
            if after not in values:
                sys.exit(f"{rules.text(board, dice)}: {move} is not a play by the rules here")
            losses.append(max(values.values()) - values[after])
        mean, half = interval(losses)
        cells.append(f"{mean:.4f} ± {half:.4f}")
        if equities is judges[0]:
            first = losses
            for (board, _), loss in zip(decisions, losses):
                by_phase[rules.phase(board)].append(loss)
    cells += [str(sum(loss > limit for loss in first)) for limit in ERRORS]
    for losses in by_phase.values():
        cells.append(f"{interval(losses)[0]:.4f} ({len(losses)})" if losses else "–")
    print(f"| `{agent}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
