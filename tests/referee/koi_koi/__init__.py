"""Hanafuda Koi-Koi: KK-1 to KK-23."""

from collections import Counter

from game import Game as Frame
from game import by_bytes, require, require_cards, require_hands, require_keys, require_pack

SEATS = (2,)

KINDS = {
    1: "B R K1 K2",
    2: "A R K1 K2",
    3: "B R K1 K2",
    4: "A R K1 K2",
    5: "A R K1 K2",
    6: "A R K1 K2",
    7: "A R K1 K2",
    8: "B A K1 K2",
    9: "A R K1 K2",
    10: "A R K1 K2",
    11: "B A R K1",
    12: "B K1 K2 K3",
}
PACK = [f"{month}{kind}" for month, kinds in KINDS.items() for kind in kinds.split()]
MONTH = {f"{month}{kind}": month for month, kinds in KINDS.items() for kind in kinds.split()}

MOON, CURTAIN, RAIN_MAN, SAKE_CUP, GAJI = "8B", "3B", "11B", "9A", "11K1"
BOAR_DEER_BUTTERFLIES = {"7A", "10A", "6A"}
BLUE_RIBBONS = {"6R", "9R", "10R"}
POEM_RIBBONS = {"1R", "2R", "3R"}


def option_values(_):
    return {
        "rounds": [6, 12],
        "must-capture": [False, True],
        "sankou-rain-man": [False, True],
        "triad": [False, True],
        "gaji": [False, True],
        "first": ["draw", 0, 1],
    }


def has_four_of_a_month(cards):
    return 4 in Counter(MONTH[card] for card in cards).values()


def is_four_pairs(cards):
    return list(Counter(MONTH[card] for card in cards).values()) == [2, 2, 2, 2]


def qualifies(cards):
    """KK-5 for a hand (teshi, kuttsuki), KK-6 for the ba."""
    return has_four_of_a_month(cards) or is_four_pairs(cards)


def is_void(deal):
    """KK-6: hands are looked at before the ba."""
    return qualifies(deal["ba"]) and not any(qualifies(hand) for hand in deal["hands"])


class Game(Frame):
    def draw_deal(self, stream):
        deal = {}
        if self.starter is None:
            deal["draws"] = draw_for_oya(stream)
            zero, one = deal["draws"][-1]
            oya = 0 if MONTH[zero] < MONTH[one] else 1  # KK-2
        else:
            oya = self.starter
        cards = list(PACK)
        stream.shuffle(cards)
        opponents, oyas = cards[0:4] + cards[12:16], cards[4:8] + cards[16:20]  # KK-3
        deal["oya"] = oya
        deal["hands"] = [oyas, opponents] if oya == 0 else [opponents, oyas]
        deal["ba"] = cards[8:12] + cards[20:24]
        deal["deck"] = cards[24:]
        if is_void(deal):
            deal["void"] = True
        return deal

    def canonical(self, deal):
        return deal | {"hands": [sorted(hand) for hand in deal["hands"]], "ba": sorted(deal["ba"])}

    def check_deal(self, deal):
        draws = ("draws",) if self.starter is None else ()
        require_keys("deal", deal, ("oya", "hands", "ba", "deck", *draws), optional=("void",))
        self.require_starter("oya", deal["oya"])
        require_hands(deal["hands"], 2, 8)
        require_cards("ba", deal["ba"], 8)
        require_cards("deck", deal["deck"], 24)
        require_pack(PACK, *deal["hands"], deal["ba"], deal["deck"])
        if draws:
            check_draws(deal["draws"], deal["oya"])
        if is_void(deal):
            require(deal.get("void") is True, "the deal is void, but is not marked so")
        else:
            require("void" not in deal, "the deal is not void, but is marked so")

    def start_round(self, deal):
        self.starter = deal["oya"]
        self.hands = [list(hand) for hand in deal["hands"]]
        self.ba = list(deal["ba"])
        self.deck = list(deal["deck"])
        self.captured = [[], []]
        self.judged = [0, 0]  # yaku points at each seat's last decision (KK-14)
        self.calls = [0, 0]  # standing koi-koi calls
        self.countered = [False, False]
        self.willow_from_hand = [False, False]  # has played a month-11 card from the hand (KK-21)
        self.barred_months = set()  # for the wild gaji (KK-23)
        self.wild_capture = None  # (seat, month) once the wild gaji has captured (KK-22)
        self.turned = None  # a turned card that awaits its choice
        self.points = None
        self.round_winner = None
        self.stage = "swap"
        self.actor = 1 - self.starter  # KK-4

    def to_act(self):
        return [self.actor]

    def legal(self, seat):
        if self.stage == "swap":
            return ["keep", "swap"]
        if self.stage == "hand":
            return by_bytes(self.plays(seat) + self.wild_plays(seat))
        if self.stage == "turned":
            return by_bytes(f"take {card}" for card in self.matches(self.turned))
        return ["koi", "stop"] if self.hands[seat] else ["stop"]  # KK-15

    def matches(self, card):
        return [other for other in self.ba if MONTH[other] == MONTH[card]]

    def plays(self, seat):
        """KK-8, KK-9"""
        cards = self.hands[seat]
        capturing = [card for card in cards if self.matches(card)]
        if self.options["must-capture"] and capturing:
            cards = capturing
        moves = []
        for card in cards:
            matches = self.matches(card)
            if len(matches) == 2:
                moves += [f"play {card} {match}" for match in matches]
            else:
                moves.append(f"play {card}")
        return moves

    def wild_plays(self, seat):
        """KK-21; KK-23 for the barred months"""
        if not self.options["gaji"] or GAJI not in self.hands[seat] or self.willow_from_hand[1 - seat]:
            return []
        barred = self.barred_months | {MONTH[GAJI]}
        return [f"wild {GAJI} {card}" for card in self.ba if MONTH[card] not in barred]

    def apply(self, seat, move):
        kind, *cards = move.split()
        if self.stage == "swap":
            if kind == "swap":
                self.hands.reverse()
            self.look_at_hands()
        elif kind == "play":
            self.play_from_hand(seat, *cards)
        elif kind == "wild":
            self.play_wild(seat, cards[1])
        elif kind == "take":
            self.capture(seat, self.turned, cards)
            self.turned = None
            self.end_turn(seat)
        else:
            self.decide(seat, kind)

    def look_at_hands(self):
        winners = [seat for seat in (0, 1) if qualifies(self.hands[seat])]
        if len(winners) == 1:
            self.finish_round(winners[0], 6)  # KK-5
        elif winners:
            self.finish_round(None, 0)  # KK-5, both hands
        elif qualifies(self.ba):
            self.awaits = "deal"  # KK-6
        else:
            self.start_turn(self.starter)  # KK-7

    def start_turn(self, seat):
        self.actor = seat
        self.stage = "hand"

    def play_from_hand(self, seat, card, chosen=None):
        self.hands[seat].remove(card)
        if MONTH[card] == MONTH[GAJI]:
            self.willow_from_hand[seat] = True
        self.capture(seat, card, [chosen] if chosen else self.matches(card))
        self.turn_from_pile(seat)

    def play_wild(self, seat, target):
        month = MONTH[target]
        if len(self.matches(target)) == 3 and any(MONTH[card] == month for card in self.hands[1 - seat]):
            self.barred_months.add(month)  # KK-23: undone, and the same player acts again
            return
        self.hands[seat].remove(GAJI)
        self.willow_from_hand[seat] = True
        self.wild_capture = (seat, month)
        self.capture(seat, GAJI, [target])
        self.turn_from_pile(seat)

    def capture(self, seat, card, taken):
        if not taken:
            self.ba.append(card)
            return
        for other in taken:
            self.ba.remove(other)
        self.captured[seat] += [card, *taken]

    def turn_from_pile(self, seat):
        """KK-10"""
        card = self.deck.pop(0)
        matches = self.matches(card)
        if len(matches) == 2:
            self.turned = card
            self.stage = "turned"
        else:
            self.capture(seat, card, matches)
            self.end_turn(seat)

    def end_turn(self, seat):
        """KK-11, KK-14"""
        points = yaku_points(self.captured[seat], self.options)
        if points <= self.judged[seat]:
            self.pass_turn(seat)
            return
        self.judged[seat] = points
        if self.calls[1 - seat]:
            self.calls[1 - seat] = 0  # KK-17
            self.countered[1 - seat] = False
            self.countered[seat] = True
        self.stage = "decision"

    def pass_turn(self, seat):
        if any(self.hands):
            self.start_turn(1 - seat)
        else:
            self.finish_round(None, 0)  # KK-18

    def decide(self, seat, kind):
        if kind == "koi":
            self.calls[seat] += 1
            self.pass_turn(seat)
        else:
            self.finish_round(seat, self.stop_points(seat))

    def stop_points(self, seat):
        """KK-16, KK-20, KK-22"""
        cards = list(self.captured[seat])
        if self.wild_capture and self.wild_capture[0] == seat:
            cards += [card for card in self.ba if MONTH[card] == self.wild_capture[1]]
        base = yaku_points(cards, self.options)
        if self.options["triad"] and (BLUE_RIBBONS | POEM_RIBBONS) <= set(cards):
            base += 3
        multiplier = 1 + self.calls[seat]
        if self.countered[seat]:
            multiplier *= 2
        if base >= 7:
            multiplier *= 2
        return base * multiplier

    def finish_round(self, winner, points):
        self.round_winner = winner
        self.points = points
        self.awaits = "score"

    def round_points(self):
        return [self.points if seat == self.round_winner else 0 for seat in (0, 1)]

    def end_round(self, _):
        if self.round_winner is not None:
            self.starter = self.round_winner  # KK-5, KK-19; else the oya stays
        self.awaits = "over" if self.rounds_done == self.options["rounds"] else "deal"

    def winners(self):
        return self.highest_totals()  # KK-19


def draw_for_oya(stream):
    """KK-2: pairs of drawn cards, seat 0's first; only the last pair has different months."""
    draws = []
    while not draws or MONTH[draws[-1][0]] == MONTH[draws[-1][1]]:
        zero = stream.below(48)
        one = stream.below(47)
        if one >= zero:
            one += 1
        draws.append([PACK[zero], PACK[one]])
    return draws


def check_draws(draws, oya):
    require(isinstance(draws, list) and draws, "draws is not a list of pairs")
    for number, pair in enumerate(draws):
        require_cards(f"draws[{number}]", pair, 2)
        require(all(card in MONTH for card in pair) and pair[0] != pair[1], f"draws[{number}] is not two cards")
        months = [MONTH[card] for card in pair]
        last = number == len(draws) - 1
        require((months[0] != months[1]) == last, "only the last draw has two different months")
    require(months.index(min(months)) == oya, f"oya is {oya}, but seat {1 - oya} drew the earlier month")


def yaku(cards, options):
    """The yaku among captured cards, with their points (KK-12, KK-13)."""
    cards = set(cards)
    kinds = Counter(card.removeprefix(str(MONTH[card]))[0] for card in cards)
    brights, animals, ribbons, plains = (kinds[kind] for kind in "BARK")
    found = {}
    if plains >= 10:
        found["kasu"] = 1 + plains - 10
    if animals >= 5:
        found["tane"] = 1 + animals - 5
    if ribbons >= 5:
        found["tan"] = 1 + ribbons - 5
    if BLUE_RIBBONS <= cards:
        found["aotan"] = 5 + ribbons - 3
    if POEM_RIBBONS <= cards:
        found["akatan"] = 5 + ribbons - 3
    if BOAR_DEER_BUTTERFLIES <= cards:
        found["inoshikachou"] = 5 + animals - 3
    if {MOON, SAKE_CUP} <= cards:
        found["tsukimi"] = 5
    if {CURTAIN, SAKE_CUP} <= cards:
        found["hanami"] = 5
    if brights == 5:
        found["gokou"] = 10
    elif brights == 4:
        found["ame-shikou" if RAIN_MAN in cards else "shikou"] = 7 if RAIN_MAN in cards else 8
    elif brights == 3 and (RAIN_MAN not in cards or options["sankou-rain-man"]):
        found["sankou"] = 5
    return found


def yaku_points(cards, options):
    return sum(yaku(cards, options).values())
