"""Wild Rawz: WR-1 to WR-13."""

from game import Game as Frame
from game import by_bytes, require, require_cards, require_hands, require_keys, require_pack

COLOURS = "rygb"
SEATS = (3, 4)
NUMBERS = {3: [0, 1, 2, 3, 4, 5, 6, 7, 7, 8], 4: [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]}  # WR-2
TARGET = {3: 8, 4: 7}  # WR-3
TURNED_UP = {3: 7, 4: 9}  # WR-5
SKIPS = [f"{colour}s" for colour in COLOURS]


def option_values(seats):
    return {
        "first": ["random", *range(seats)],
        "laps": [1, 2],
        "hand": [11, 12] if seats == 4 else [11],
    }


def numbered_cards(seats):
    return [f"{colour}{number}" for colour in COLOURS for number in NUMBERS[seats]]


def colour_of(card):
    return card[0]


def is_skip(card):
    return card[1] == "s"


def number_of(card):
    """None for a skip (WR-1)."""
    return None if is_skip(card) else int(card[1])


class Game(Frame):
    def draw_deal(self, stream):
        start = stream.below(self.seats) if self.starter is None else self.starter
        cards = numbered_cards(self.seats)
        numbered = len(cards)
        cards += SKIPS
        turned_up = TURNED_UP[self.seats]
        for i in range(turned_up):  # WR-5: only numbered cards
            j = i + stream.below(numbered - i)
            cards[i], cards[j] = cards[j], cards[i]
        up, rest = cards[:turned_up], cards[turned_up:]
        stream.shuffle(rest)
        size = self.options["hand"]
        hands = [rest[size * seat : size * seat + size] for seat in range(self.seats)]
        return {"start": start, "up": up, "hands": hands, "aside": rest[size * self.seats :]}

    def canonical(self, deal):
        return {
            "start": deal["start"],
            "up": sorted(deal["up"]),
            "hands": [sorted(hand) for hand in deal["hands"]],
            "aside": sorted(deal["aside"]),
        }

    def check_deal(self, deal):
        require_keys("deal", deal, ("start", "up", "hands", "aside"))
        self.require_starter("start", deal["start"])
        cards = numbered_cards(self.seats) + SKIPS
        turned_up = TURNED_UP[self.seats]
        size = self.options["hand"]
        require_cards("up", deal["up"], turned_up)
        require_hands(deal["hands"], self.seats, size)  # WR-6
        require_cards("aside", deal["aside"], len(cards) - turned_up - self.seats * size)
        require_pack(cards, deal["up"], *deal["hands"], deal["aside"])
        require(not any(is_skip(card) for card in deal["up"]), "a skip lies among the face-up cards")

    def start_round(self, deal):
        self.starter = deal["start"]
        self.up = list(deal["up"])
        self.hands = [list(hand) for hand in deal["hands"]]
        self.wins = [0] * self.seats
        self.left = [[] for _ in range(self.seats)]  # cards used for leaving
        self.trump = None  # the last face-up card, once the others are taken
        self.actor = self.starter

    def to_act(self):
        return [self.actor]

    def legal(self, seat):
        if self.trump is None:
            return by_bytes(f"take {card}" for card in self.up)  # WR-7
        hand = self.hands[seat]
        if not self.acted:
            return by_bytes(hand)  # WR-8
        # The leader never leaves, so the trick holds a card by now.
        lead = colour_of(self.trick[0][1])
        following = [card for card in hand if colour_of(card) == lead]
        moves = following or hand
        if self.leaver is None:
            moves = moves + [f"leave {card}" for card in hand]  # WR-9
        return by_bytes(moves)

    def apply(self, seat, move):
        *kind, card = move.split()
        if kind == ["take"]:
            self.take(seat, card)
            return
        self.hands[seat].remove(card)
        if kind == ["leave"]:
            self.left[seat].append(card)
            self.leaver = seat
        else:
            self.trick.append((seat, card))
        self.acted += 1
        self.actor = self.left_of(seat)
        if self.acted == self.seats:
            self.end_trick()

    def take(self, seat, card):
        self.up.remove(card)
        self.hands[seat].append(card)
        self.actor = self.left_of(seat)
        if len(self.up) == 1:
            self.trump = self.up[0]
            self.start_trick(self.starter)

    def start_trick(self, leader):
        self.actor = leader
        self.trick = []  # (seat, card) in the order of play
        self.leaver = None
        self.acted = 0

    def end_trick(self):
        """WR-11"""
        winner = trick_winner(self.trick, self.trump)
        self.wins[winner] += 1
        if not self.hands[winner]:
            self.awaits = "score"
        elif self.leaver is not None:
            self.start_trick(self.leaver)
        else:
            self.start_trick(winner)

    def round_points(self):
        return [points(self.wins[seat], self.left[seat], TARGET[self.seats]) for seat in range(self.seats)]

    def end_round(self, _):
        self.starter = self.left_of(self.starter)  # WR-4
        self.awaits = "over" if self.rounds_done == self.seats * self.options["laps"] else "deal"

    def winners(self):
        return self.highest_totals()  # WR-13


def strength(card, trump, lead):
    """WR-10, as a pair to compare: the class of the card, then its place in the class."""
    same_colour = colour_of(card) == colour_of(trump)
    same_number = number_of(card) == number_of(trump)
    place = -1 if is_skip(card) else number_of(card)
    if same_colour and same_number:
        return 4, 0
    if same_number:
        return 3, 0
    if same_colour:
        return 2, place
    if colour_of(card) == lead:
        return 1, place
    return 0, 0


def trick_winner(trick, trump):
    lead = colour_of(trick[0][1])
    winner, winning_card = trick[0]
    for seat, card in trick[1:]:
        # Not weaker is enough: of equal cards the later one wins.
        if strength(card, trump, lead) >= strength(winning_card, trump, lead):
            winner, winning_card = seat, card
    return winner


def points(wins, left, target):
    """WR-12"""
    total = sum(number_of(card) or 0 for card in left)
    return wins + len(left) + (5 if target - total == wins else 0)
