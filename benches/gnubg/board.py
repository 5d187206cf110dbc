"""Backgammon positions: just enough rules to list what a roll can lead to, independent of Spinney's own.

A board is a pair of tuples of 26 numbers, the mover's checkers and the opponent's, each counted from its own side:
borne off at 0, points 1 to 24, the bar at 25.
"""

import re

BAR, OFF = 25, 0
START = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(26))


def step(board, start, end):
    """Moves one of the mover's checkers; a blot on the destination goes to the bar."""
    own, other = list(board[0]), list(board[1])
    own[start] -= 1
    own[end] += 1
    if end != OFF and other[25 - end] == 1:
        other[25 - end] = 0
        other[BAR] += 1
    return tuple(own), tuple(other)


def steps(board, die):
    """The boards after one step by a die."""
    own, other = board
    starts = [BAR] if own[BAR] else [point for point in range(1, 25) if own[point]]
    furthest = max(starts, default=0)
    for start in starts:
        end = start - die
        if end > 0:
            if other[25 - end] < 2:
                yield step(board, start, end)
        elif furthest <= 6 and (end == 0 or start == furthest):
            yield step(board, start, OFF)


def results(board, dice):
    """All boards that a roll may lead to, still from the mover's side."""
    high, low = max(dice), min(dice)
    orders = [[high] * 4] if high == low else [[high, low], [low, high]]
    longest, found = 0, {board}
    for order in orders:
        boards, used = {board}, 0
        for count, die in enumerate(order, 1):
            after = {after for before in boards for after in steps(before, die)}
            if not after:
                break
            boards, used = after, count
        if used > longest:
            longest, found = used, boards
        elif used == longest and (used != 1 or high == low):
            # If only one number can be played, it is the higher one, whose order comes first.
            found = found | boards
    return found


def play(board, text):
    """The board after a move as Spinney writes it: `13/7 8/7*`, `bar/24*/18`, `6/off(2)`."""
    if text == "no move":
        return board
    for part in text.split():
        moved, times = re.fullmatch(r"([^()]+)(?:\((\d)\))?", part).groups()
        places = [{"bar": BAR, "off": OFF}.get(place) or int(place.replace("off", "0"))
                  for place in moved.replace("*", "").split("/")]
        for _ in range(int(times or 1)):
            for start, end in zip(places, places[1:]):
                board = step(board, start, end)
    return board


def turned(board):
    """The same from the other side."""
    return board[1], board[0]


def winner_points(board):
    """The points that the mover has just won, or 0."""
    own, other = board
    if own[OFF] < 15:
        return 0
    if other[OFF]:
        return 1
    return 3 if any(other[19:]) else 2


def phase(board):
    """`contact`, `race`, or `bear-off` if all checkers are at home."""
    back = [max((point for point in range(1, 26) if side[point]), default=0) for side in board]
    if sum(back) >= 25:
        return "contact"
    return "race" if max(back) > 6 else "bear-off"


def text(board, dice):
    """The position as Spinney reads it, with x as the mover."""
    def letter(point):
        own = board[0][point] if point != OFF else 0
        other = board[1][25 - point] if point != BAR else 0
        return chr(64 + own) if own else chr(96 + other) if other else "-"
    return "".join(letter(point) for point in range(26)) + f" x {max(dice)}{min(dice)}"
