"""Wild Rawz: the subtle rules, one scenario each."""

import unittest

import wild_rawz
from fixed_words import highest
from game import Fault


def new_game(seats=3, **options):
    return wild_rawz.Game(seats, {"first": 0, "laps": 2, "hand": 11} | options)


def unshuffled_deal(game, start=0):
    up = wild_rawz.TURNED_UP[game.seats]
    cards = wild_rawz.numbered_cards(game.seats)
    rest = wild_rawz.SKIPS + cards[up:]
    size = game.options["hand"]
    hands = [rest[size * seat : size * seat + size] for seat in range(game.seats)]
    return {"start": start, "up": cards[:up], "hands": hands, "aside": rest[size * game.seats :]}


def in_tricks(hands, trump, leader=0):
    """A game in the middle of a round, before a trick."""
    game = new_game(len(hands))
    game.take_deal(unshuffled_deal(game))
    game.hands = [hand.split() for hand in hands]
    game.trump = trump
    game.start_trick(leader)
    return game


def play(game, *moves):
    for move in moves:
        game.play(game.to_act()[0], move)


class WildRawzTest(unittest.TestCase):
    def test_packs_have_44_and_60_cards(self):
        """WR-2"""
        for seats, count in ((3, 44), (4, 60)):
            self.assertEqual(len(wild_rawz.numbered_cards(seats) + wild_rawz.SKIPS), count)
        self.assertEqual(wild_rawz.numbered_cards(3).count("g7"), 2)
        self.assertEqual(wild_rawz.numbered_cards(4).count("g7"), 1)

    def test_face_up_cards_are_taken_until_one_is_left(self):
        """WR-7"""
        game = new_game(4, hand=12)
        game.take_deal(unshuffled_deal(game))
        # r0 r1 r1 r2 r2 r3 r3 r4 r4 lie face up; twins are listed once.
        self.assertEqual(game.legal(0), ["take r0", "take r1", "take r2", "take r3", "take r4"])
        play(game, *(f"take {card}" for card in "r0 r1 r1 r2 r2 r3 r4 r4".split()))
        self.assertEqual(game.trump, "r3")
        self.assertEqual([len(hand) for hand in game.hands], [14] * 4)
        self.assertEqual(game.to_act(), [0])

    def test_skip_never_lies_face_up(self):
        """WR-5"""
        game = new_game()
        deal = unshuffled_deal(game)
        deal["up"][0], deal["hands"][0][0] = deal["hands"][0][0], deal["up"][0]
        with self.assertRaises(Fault):
            game.take_deal(deal)

    def test_strength_from_top_to_bottom(self):
        """WR-10"""
        order = "r7 y7 r8 r6 r0 rs g8 g0 gs".split()
        strengths = [wild_rawz.strength(card, trump="r7", lead="g") for card in order]
        self.assertEqual(strengths, sorted(strengths, reverse=True))
        self.assertEqual(len(set(strengths)), len(order))
        # The lead colour's trump number is a trump number like the others.
        self.assertEqual(wild_rawz.strength("g7", "r7", "g"), wild_rawz.strength("y7", "r7", "g"))

    def test_later_of_equal_cards_wins(self):
        """WR-10"""
        self.assertEqual(wild_rawz.trick_winner([(0, "g3"), (1, "g3"), (2, "g2")], "r1"), 1)
        self.assertEqual(wild_rawz.trick_winner([(1, "g5"), (2, "y5"), (0, "b5")], "r5"), 0)
        self.assertEqual(wild_rawz.trick_winner([(1, "g5"), (2, "r5"), (0, "b5")], "r5"), 2)
        self.assertEqual(wild_rawz.trick_winner([(0, "gs"), (1, "y8"), (2, "b8")], "r5"), 0)

    def test_trump_number_belongs_to_its_printed_colour(self):
        """WR-8"""
        game = in_tricks(["g1 g2", "g7 y1", "y7 y2"], trump="r7")
        play(game, "g1")
        self.assertEqual(game.legal(1), ["g7", "leave g7", "leave y1"])

    def test_one_player_a_trick_leaves_and_never_the_leader(self):
        """WR-9, WR-11"""
        game = in_tricks(["g1 g2", "g3 ys", "g4 y2"], trump="r7")
        self.assertEqual(game.legal(0), ["g1", "g2"])
        play(game, "g1", "leave ys")
        self.assertEqual(game.legal(2), ["g4"])
        play(game, "g4")
        self.assertEqual(game.wins, [0, 0, 1])
        self.assertEqual(game.to_act(), [1])
        play(game, "g3", "leave y2")
        self.assertEqual(game.legal(0), ["g2"])
        play(game, "g2")
        self.assertEqual(game.awaits, "score")
        # Seat 1: one win and one leaving card; seat 2 likewise. Neither meets its target of 8.
        self.assertEqual(game.round_points(), [0, 2, 2])

    def test_target_is_met_by_wins_and_leaving_cards(self):
        """WR-12, WR-1"""
        self.assertEqual(wild_rawz.points(3, ["r5", "ys"], 8), 3 + 2 + 5)
        self.assertEqual(wild_rawz.points(0, ["r8"], 8), 1 + 5)
        self.assertEqual(wild_rawz.points(8, [], 8), 8 + 5)
        self.assertEqual(wild_rawz.points(1, ["r8", "r1"], 8), 3)
        self.assertEqual(wild_rawz.points(0, [], 8), 0)

    def test_rounds_are_laps_times_seats(self):
        """WR-4, WR-13"""
        game = new_game(4, laps=1)
        game.totals, game.rounds_done = [4, 9, 9, 1], 3
        game.starter = 3
        game.end_round([0] * 4)
        self.assertEqual((game.awaits, game.starter), ("deal", 0))
        game.rounds_done = 4
        game.end_round([0] * 4)
        self.assertEqual((game.awaits, game.winners()), ("over", [1, 2]))

    def test_hand_of_twelve_is_for_four_players_only(self):
        """WR-6"""
        self.assertEqual(wild_rawz.option_values(3)["hand"], [11])
        self.assertEqual(wild_rawz.option_values(4)["hand"], [11, 12])


class DrawnDealTest(unittest.TestCase):
    def test_deal_from_fixed_words(self):
        deal = wild_rawz.Game(3, {"first": "random", "hand": 11}).draw_deal(highest())
        self.assertEqual(deal["start"], 2)
        # Each of the seven first places swaps with the last numbered card.
        self.assertEqual(deal["up"], "b8 r0 r1 r2 r3 r4 r5".split())
        self.assertEqual(deal["hands"][0], "r7 r7 r8 y0 y1 y2 y3 y4 y5 y6 y7".split())
        self.assertEqual(deal["hands"][2][-2:], ["b7", "r6"])
        self.assertEqual(deal["aside"], "rs ys gs bs".split())


if __name__ == "__main__":
    unittest.main()
