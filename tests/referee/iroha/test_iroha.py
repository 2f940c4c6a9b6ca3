"""Iroha: the subtle rules, one scenario each."""

import unittest

import iroha
from fixed_words import HIGHEST, FixedWords, highest
from game import Fault


def new_game(seats=3, **options):
    return iroha.Game(seats, {"first": 0, "open-lowest": False, "tie-break": "first-star"} | options)


def in_trick(hands, leader=0):
    """A game in the middle of a deal, with short hands."""
    game = new_game(len(hands))
    game.take_deal(unshuffled_deal(game))
    game.passing = False
    game.hands = [hand.split() for hand in hands]
    game.start_trick(leader)
    return game


def unshuffled_deal(game, dealer=0):
    cards = iroha.pack(game.seats)
    hands = [cards[9 * seat : 9 * seat + 9] for seat in range(game.seats)]
    return {"dealer": dealer, "hands": hands, "aside": cards[9 * game.seats :]}


class IrohaTest(unittest.TestCase):
    def test_passes_go_left_and_dealers_left_neighbour_leads(self):
        """IR-5, IR-6"""
        game = new_game(first=1)
        game.take_deal(unshuffled_deal(game, dealer=1))
        self.assertEqual(len(game.legal(0)), 36)
        game.play(0, "pass b1 b2")
        game.play(1, "pass f4 f5")
        game.play(2, "pass m1 m2")
        self.assertEqual(set(game.hands[1]), set("b1 b2 f6 n1 n2 n3 n4 n5 n6".split()))
        self.assertEqual(set(game.hands[2]), set("f4 f5 m3 m4 m5 m6 w1 w2 w3".split()))
        self.assertEqual(game.to_act(), [2])

    def test_passed_cards_stand_in_pack_order_with_ranks_as_numbers(self):
        game = new_game(5)
        game.take_deal(unshuffled_deal(game))
        self.assertIn("pass b10 f1", game.legal(1))
        self.assertNotIn("pass f1 b10", game.legal(1))
        self.assertIn("pass w9 w10", iroha_passes(["w10", "w9"]))
        self.assertNotIn("pass w10 w9", iroha_passes(["w10", "w9"]))

    def test_passes_stand_in_seat_order(self):
        game = new_game()
        game.take_deal(unshuffled_deal(game))
        game.play(1, "pass f4 f5")
        with self.assertRaises(Fault):
            game.play(0, "pass b1 b2")

    def test_any_colour_played_may_be_followed(self):
        """IR-8, IR-9, IR-10"""
        game = in_trick(["b6 f1", "n1 w1", "b1 n6 m1"])
        game.play(0, "b6")
        self.assertEqual(game.legal(1), ["n1", "w1"])
        game.play(1, "n1")
        self.assertEqual(game.trump, "n")
        self.assertEqual(game.legal(2), ["b1", "n6"])
        game.play(2, "b1")
        # Following the first colour does not bring the marker back: the 1 of fans beats the 6 of birds.
        self.assertEqual(game.captured[1], ["b6", "n1", "b1"])
        self.assertEqual(game.to_act(), [1])

    def test_marker_moves_more_than_once(self):
        """IR-9"""
        game = in_trick(["b6 f1", "n6 w1", "m1 f2"])
        for seat, card in enumerate(["b6", "n6", "m1"]):
            game.play(seat, card)
        self.assertEqual(game.captured[2], ["b6", "n6", "m1"])

    def test_score_of_the_rule_sheet(self):
        """IR-11"""
        self.assertEqual(iroha.points("b2 b5 b8 b9".split()), -1)
        self.assertEqual(iroha.points(["n8"]), 8)
        self.assertEqual(iroha.points("n8 b9 b2 b5 b8".split()), 7)
        self.assertEqual(iroha.points(["b12", "b10"]), 9)
        self.assertEqual(iroha.points([]), 0)

    def test_tie_awaits_a_star_or_is_shared(self):
        """IR-12"""
        for tie_break, awaits in (("first-star", "star"), ("shared", "over")):
            game = new_game(**{"tie-break": tie_break})
            game.totals, game.rounds_done = [5, 1, 5], 3
            game.end_round([0, 0, 0])
            self.assertEqual(game.awaits, awaits)
        self.assertEqual(game.winners(), [0, 2])


def iroha_passes(hand):
    game = new_game(5)
    game.take_deal(unshuffled_deal(game))
    game.hands[0] = hand
    return game.legal(0)


class DrawnDealTest(unittest.TestCase):
    def test_deal_from_fixed_words(self):
        deal = iroha.Game(3, {"first": "random"}).draw_deal(highest())
        self.assertEqual(deal["dealer"], 2)
        self.assertEqual(deal["hands"][0], "b1 b2 b3 b4 b5 b6 f1 f2 f3".split())
        self.assertEqual(deal["hands"][2], "m1 m2 m3 m4 m5 m6 w1 w2 w3".split())
        self.assertEqual(deal["aside"], "w4 w5 w6".split())

    def test_first_player_is_drawn_before_the_shuffle_and_only_if_asked_for(self):
        words = [1] + [HIGHEST] * 200
        drawn = iroha.Game(3, {"first": "random"}).draw_deal(FixedWords(words))
        fixed = iroha.Game(3, {"first": 1}).draw_deal(FixedWords(words))
        self.assertEqual((drawn["dealer"], drawn["hands"][0][0]), (0, "b1"))
        self.assertEqual((fixed["dealer"], fixed["hands"][0][0]), (1, "w6"))


if __name__ == "__main__":
    unittest.main()
