"""Iroha ni Oedo: IR-1 to IR-12. (`open-lowest`, IR-13, changes only what is shown.)"""

from itertools import combinations

from game import Game as Frame
from game import by_bytes, require_cards, require_hands, require_keys, require_pack

SEATS = (3, 4, 5, 6)
COLOURS = "bfnmw"


def option_values(seats):
    return {
        "first": ["random", *range(seats)],
        "open-lowest": [False, True],
        "tie-break": ["first-star", "shared"],
    }


def pack(seats):
    """IR-2"""
    return [f"{colour}{rank}" for colour in COLOURS for rank in range(1, 2 * seats + 1)]


def colour_of(card):
    return card[0]


def rank_of(card):
    return int(card[1:])


def pack_order(card):
    return COLOURS.index(colour_of(card)), rank_of(card)


class Game(Frame):
    def draw_deal(self, stream):
        dealer = stream.below(self.seats) if self.starter is None else self.starter
        cards = pack(self.seats)
        stream.shuffle(cards)
        hands = [cards[9 * seat : 9 * seat + 9] for seat in range(self.seats)]
        return {"dealer": dealer, "hands": hands, "aside": cards[9 * self.seats :]}

    def canonical(self, deal):
        return {
            "dealer": deal["dealer"],
            "hands": [sorted(hand) for hand in deal["hands"]],
            "aside": sorted(deal["aside"]),
        }

    def check_deal(self, deal):
        require_keys("deal", deal, ("dealer", "hands", "aside"))
        self.require_starter("dealer", deal["dealer"])
        require_hands(deal["hands"], self.seats, 9)  # IR-4
        require_cards("aside", deal["aside"], self.seats)
        require_pack(pack(self.seats), *deal["hands"], deal["aside"])

    def start_round(self, deal):
        self.starter = deal["dealer"]
        self.hands = [list(hand) for hand in deal["hands"]]
        self.captured = [[] for _ in range(self.seats)]
        self.passed = {}  # the two cards of each seat that has passed, while passing goes on
        self.passing = True

    def to_act(self):
        if self.passing:
            # Passes are simultaneous, but stand in seat order in a record.
            return [seat for seat in range(self.seats) if seat > max(self.passed, default=-1)]
        return [self.actor]

    def legal(self, seat):
        hand = self.hands[seat]
        if self.passing:
            # IR-5
            return by_bytes(f"pass {one} {two}" for one, two in combinations(sorted(hand, key=pack_order), 2))
        # IR-8, IR-9
        played = self.colours_played()
        following = [card for card in hand if colour_of(card) in played]
        return by_bytes(following or hand)

    def apply(self, seat, move):
        if self.passing:
            self.passed[seat] = move.split()[1:]
            if len(self.passed) == self.seats:
                self.exchange()
        else:
            self.play_card(seat, move)

    def exchange(self):
        """IR-5, and IR-6 for the first lead."""
        for giver, cards in self.passed.items():
            for card in cards:
                self.hands[giver].remove(card)
                self.hands[self.left_of(giver)].append(card)
        self.passing = False
        self.start_trick(self.left_of(self.starter))

    def start_trick(self, leader):
        self.actor = leader
        self.trick = []  # (seat, card) in the order of play
        self.trump = None

    def colours_played(self):
        return {colour_of(card) for _, card in self.trick}

    def play_card(self, seat, card):
        if colour_of(card) not in self.colours_played():
            self.trump = colour_of(card)  # IR-7, IR-9: a new colour is led, or played by one who could not follow
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.actor = self.left_of(seat)
        if len(self.trick) == self.seats:
            self.end_trick()

    def end_trick(self):
        """IR-10"""
        trumps = [(rank_of(card), seat) for seat, card in self.trick if colour_of(card) == self.trump]
        _, winner = max(trumps)
        self.captured[winner].extend(card for _, card in self.trick)
        if self.hands[winner]:
            self.start_trick(winner)
        else:
            self.awaits = "score"

    def round_points(self):
        return [points(cards) for cards in self.captured]

    def end_round(self, _):
        self.starter = self.left_of(self.starter)  # IR-3
        if self.rounds_done < self.seats:
            self.awaits = "deal"
        elif len(self.highest_totals()) > 1 and self.options["tie-break"] == "first-star":
            self.awaits = "star"
        else:
            self.awaits = "over"
            self.winning = self.highest_totals()

    def draw_star(self, stream):
        """IR-12"""
        tied = self.highest_totals()
        return tied[stream.below(len(tied))]

    def take_star(self, seat):
        self.awaits = "over"
        self.winning = [seat]

    def winners(self):
        return self.winning


def points(captured):
    """IR-11"""
    total = 0
    for colour in COLOURS:
        ranks = [rank_of(card) for card in captured if colour_of(card) == colour]
        if ranks:
            total += min(ranks) - (len(ranks) - 1)
    return total
