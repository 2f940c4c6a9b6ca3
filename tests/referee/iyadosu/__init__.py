"""Iyadosu: IY-1 to IY-15, IY-17 to IY-23."""

from game import Game as Frame
from game import by_bytes, require_hands, require_keys, require_pack

COLOURS = "krbg"
SEATS = (3, 4, 5)
TRICKS = 12


def option_values(seats):
    return {
        "first": ["random", *range(seats)],
        "stack": ["all", "submissions"],
        "final-bonus": [False, True],
        "instant-win": [False, True],
    }


def pack(seats):
    """IY-2"""
    return [f"{colour}{rank}" for colour in COLOURS for rank in range(1, 3 * seats + 1)]


def colour_of(card):
    return card[0]


def rank_of(card):
    return int(card[1:])


class Game(Frame):
    def draw_deal(self, stream):
        start = stream.below(self.seats) if self.starter is None else self.starter
        cards = pack(self.seats)
        stream.shuffle(cards)
        return {"start": start, "hands": [cards[12 * seat : 12 * seat + 12] for seat in range(self.seats)]}

    def canonical(self, deal):
        return deal  # IY-4: the order of a hand matters

    def check_deal(self, deal):
        require_keys("deal", deal, ("start", "hands"))
        self.require_starter("start", deal["start"])
        require_hands(deal["hands"], self.seats, 12)
        require_pack(pack(self.seats), *deal["hands"])

    def start_round(self, deal):
        self.starter = deal["start"]
        self.normal = [list(hand) for hand in deal["hands"]]  # the whole hand, until the split
        self.refuse = [[] for _ in range(self.seats)]
        self.declared = [None] * self.seats
        self.won = [0] * self.seats
        self.eliminated = set()
        self.stack = []  # owners of the insert cards on the table, the lowest first
        self.tricks = 0
        # IY-6: counterclockwise, the start player last
        self.to_split = [(self.starter - i) % self.seats for i in range(1, self.seats + 1)]

    def to_act(self):
        return self.to_split[:1] or self.to_play[:1]

    def legal(self, seat):
        if self.to_split:
            return by_bytes(f"split {number}" for number in range(1, 8))  # IY-5
        normal = self.normal[seat]
        if not self.trick:
            return by_bytes(normal)  # IY-9
        lead = colour_of(self.trick[0][1])
        following = [card for card in normal if colour_of(card) == lead]
        if following:
            return by_bytes(following + [f"refuse {card}" for card in self.refuse[seat]])  # IY-10
        return by_bytes(normal)  # IY-11

    def apply(self, seat, move):
        if self.to_split:
            self.split(seat, int(move.split()[1]))
        else:
            self.play_card(seat, *reversed(move.split()))

    def split(self, seat, number):
        hand = self.normal[seat]
        self.normal[seat], self.refuse[seat] = hand[:-number], hand[-number:]
        self.declared[seat] = number
        self.to_split.pop(0)
        if not self.to_split:
            self.start_trick(self.starter)  # IY-8

    def start_trick(self, leader):
        self.trick = []  # (seat, card) in the order of play
        self.to_play = [seat for seat in self.clockwise_from(leader) if seat not in self.eliminated]
        self.carry_out_eliminations()

    def play_card(self, seat, card, refused=None):
        if refused:
            self.refuse[seat].remove(card)
            if not self.refuse[seat]:
                self.stack.append(seat)  # IY-13
        else:
            self.normal[seat].remove(card)
        self.trick.append((seat, card))
        self.to_play.pop(0)
        self.carry_out_eliminations()

    def carry_out_eliminations(self):
        """IY-12, for everybody whose turn it is now; ends the trick when all have acted."""
        while self.to_play and not self.normal[self.to_play[0]]:
            seat = self.to_play.pop(0)
            self.eliminated.add(seat)
            if self.options["stack"] == "all":
                self.stack.append(seat)  # IY-14
        if not self.to_play:
            self.end_trick()

    def end_trick(self):
        self.tricks += 1
        if self.seats - len(self.eliminated) <= 1:
            self.awaits = "score"  # IY-17; IY-18: nobody wins this trick
            return
        winner = trick_winner(self.trick)
        self.won[winner] += 1
        if self.tricks == TRICKS:
            self.awaits = "score"  # IY-17
        else:
            self.start_trick(winner)

    def round_points(self):
        return [self.points(seat) for seat in range(self.seats)]

    def points(self, seat):
        """IY-19, IY-20, IY-22"""
        if seat in self.eliminated:
            return 0
        perseverance = self.stack.index(seat) if seat in self.stack else 0
        domination = len(self.eliminated)
        sole_survivor = domination == self.seats - 1
        difference = 0 if sole_survivor else abs(self.declared[seat] - self.won[seat])
        points = max(0, perseverance + domination - difference)
        last_round = self.rounds_done == self.seats - 1
        if self.options["final-bonus"] and last_round and difference == 0:
            points += self.declared[seat]
        return points

    def end_round(self, points):
        self.starter = self.left_of(self.starter)  # IY-3
        self.winning = None
        if self.options["instant-win"] and max(points) >= self.seats:
            self.winning = best(range(self.seats), points, self.totals)  # IY-23
        elif self.rounds_done == self.seats:
            self.winning = best(range(self.seats), self.totals, points)  # IY-21
        self.awaits = "over" if self.winning else "deal"

    def winners(self):
        return self.winning


def trick_winner(trick):
    """IY-15"""
    lead = colour_of(trick[0][1])
    black_played = any(colour_of(card) == "k" for _, card in trick)
    winning_colour = "k" if black_played else lead
    _, winner = max((rank_of(card), seat) for seat, card in trick if colour_of(card) == winning_colour)
    return winner


def best(seats, first, second):
    """The seats with the most of the first; among them those with the most of the second."""
    top = max((first[seat], second[seat]) for seat in seats)
    return [seat for seat in seats if (first[seat], second[seat]) == top]
