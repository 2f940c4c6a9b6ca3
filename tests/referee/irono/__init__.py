"""Irono Ofubi: IO-1 to IO-15."""

from collections import Counter
from itertools import combinations

from game import Game as Frame
from game import by_bytes, require_keys

SEATS = (2,)
COLOURS = ["yellow", "green", "white", "red", "blue", "grey"]
CELLS = [column + row for row in "1234" for column in "abcd"]

# IO-11
LINES = (
    [[column + row for column in "abcd"] for row in "1234"]
    + [[column + row for row in "1234"] for column in "abcd"]
    + [["a1", "b2", "c3", "d4"], ["d1", "c2", "b3", "a4"]]
)


def option_values(_):
    return {"first": ["random", 0, 1]}


class Game(Frame):
    def draw_deal(self, stream):
        return {"first": stream.below(2) if self.starter is None else self.starter}

    def canonical(self, deal):
        return deal

    def check_deal(self, deal):
        require_keys("deal", deal, ("first",))
        self.require_starter("first", deal["first"])

    def start_round(self, deal):
        self.active = deal["first"]
        self.board = {}  # cell -> (owner, colour)
        self.colours = list(COLOURS)  # still in the game
        self.sold_out = [[], []]
        self.marked = None
        self.hidden = None

    def to_act(self):
        return [self.active if self.hidden is None else 1 - self.active]

    def legal(self, _):
        if self.marked is None:
            return by_bytes(f"mark {cell}" for cell in CELLS if cell not in self.board)  # IO-5
        if self.hidden is None:
            return by_bytes(f"hide {colour}" for colour in self.colours)  # IO-6
        # IO-7; `colours` keeps pack order, and so do its combinations.
        return by_bytes("guess " + " ".join(three) for three in combinations(self.colours, 3))

    def apply(self, seat, move):
        kind, *names = move.split()
        if kind == "mark":
            self.marked = names[0]
        elif kind == "hide":
            self.hidden = names[0]
        else:
            # IO-8
            self.place(seat if self.hidden in names else 1 - seat)

    def place(self, owner):
        colour = self.hidden
        self.board[self.marked] = (owner, colour)
        if list(self.board.values()).count((owner, colour)) == 4:
            self.sold_out[owner].append(colour)  # IO-9
            self.colours.remove(colour)
        self.marked = self.hidden = None
        self.active = 1 - self.active  # IO-4
        if len(self.board) == len(CELLS):
            self.awaits = "score"

    def round_points(self):
        return [points(self.board, self.sold_out[seat], seat) for seat in (0, 1)]

    def end_round(self, _):
        self.awaits = "over"

    def winners(self):
        return self.highest_totals()  # IO-15


def points(board, sold_out, seat):
    total = 4 * len(sold_out)  # IO-14
    for line in LINES:
        total += line_points(board, line, seat)
    return total


def line_points(board, line, seat):
    own = Counter(colour for owner, colour in map(board.get, line) if owner == seat)
    total = sum((2 if colour == "grey" else 1) * n * n for colour, n in own.items())  # IO-12
    if len(own) == 4:
        total += 4  # IO-13
    return total
