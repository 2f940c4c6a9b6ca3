"""What all games share: the fault, checks on the form of deals, and the frame that every game fills in."""

from collections import Counter


class Fault(Exception):
    """Something in a record that the rules or the contract do not allow. `step` counts from 1; None: no step."""

    step = None


def require(condition, message):
    if not condition:
        raise Fault(message)


def is_int(value):
    return type(value) is int  # JSON's true and false are ints to Python, but not to us


def require_keys(what, value, needed, optional=()):
    require(isinstance(value, dict), f"{what} is not an object")
    for key in needed:
        require(key in value, f"{what} lacks {key!r}")
    for key in value:
        require(key in needed or key in optional, f"{what} has an unknown key {key!r}")


def require_cards(what, cards, count):
    require(isinstance(cards, list) and all(isinstance(card, str) for card in cards), f"{what} is not a list of cards")
    require(len(cards) == count, f"{what} has {len(cards)} cards instead of {count}")


def require_hands(hands, seats, count):
    require(isinstance(hands, list) and len(hands) == seats, f"hands is not a list of {seats} hands")
    for seat, hand in enumerate(hands):
        require_cards(f"hands[{seat}]", hand, count)


def require_pack(pack, *piles):
    """Every card of the pack lies in exactly one of the piles."""
    dealt = Counter(card for pile in piles for card in pile)
    missing = Counter(pack) - dealt
    surplus = dealt - Counter(pack)
    require(not missing and not surplus, f"not the pack: missing {sorted(missing)}, too many of {sorted(surplus)}")


def by_bytes(moves):
    """A list of legal moves as it stands in records: each once, sorted by the bytes of its text."""
    return sorted(set(moves), key=str.encode)


class Game:
    """A game in progress.

    `awaits` names the step that must come next: "deal", "move", "score", "star", or "over" when none may follow.
    The package of a game holds SEATS, option_values(seats), and a subclass of this, also named Game, with

    - draw_deal(stream): the deal that a stream of chance gives,
    - canonical(deal): the deal with lists sorted where order does not matter,
    - check_deal(deal), start_round(deal): form and content of a deal, and its effect,
    - to_act(), legal(seat), apply(seat, move): the moves,
    - round_points(), end_round(points), winners(): the reckoning.
    """

    def __init__(self, seats, options):
        self.seats = seats
        self.options = options
        self.totals = [0] * seats
        self.rounds_done = 0
        self.awaits = "deal"
        # Who deals, starts or is oya in the next deal; None while chance has yet to name the first.
        first = options.get("first")
        self.starter = first if is_int(first) else None

    def take_deal(self, deal):
        self.check_deal(deal)
        self.awaits = "move"
        self.start_round(deal)

    def require_starter(self, key, seat):
        require(is_int(seat) and 0 <= seat < self.seats, f"{key} is not a seat")
        if self.starter is not None:
            require(seat == self.starter, f"{key} is {seat} instead of {self.starter}")

    def play(self, seat, move):
        require(seat in self.to_act(), f"seat {seat} moved, to act: {self.to_act()}")
        require(move in self.legal(seat), f"{move!r} is not legal for seat {seat}")
        self.apply(seat, move)

    def take_score(self, points):
        expected = self.round_points()
        require(same_numbers(points, expected), f"score is {points} instead of {expected}")
        self.totals = [total + gain for total, gain in zip(self.totals, expected)]
        self.rounds_done += 1
        self.end_round(expected)

    def left_of(self, seat):
        return (seat + 1) % self.seats

    def clockwise_from(self, seat):
        return [(seat + i) % self.seats for i in range(self.seats)]

    def highest_totals(self):
        return [seat for seat in range(self.seats) if self.totals[seat] == max(self.totals)]


def same_numbers(value, numbers):
    return isinstance(value, list) and all(is_int(item) for item in value) and value == numbers
