"""Iyadosu: the subtle rules, one scenario each."""

import unittest

import iyadosu
from fixed_words import highest


def new_game(seats=3, **options):
    defaults = {"first": 0, "stack": "all", "final-bonus": False, "instant-win": False}
    return iyadosu.Game(seats, defaults | {key.replace("_", "-"): value for key, value in options.items()})


def unshuffled_deal(game):
    cards = iyadosu.pack(game.seats)
    return {"start": game.starter, "hands": [cards[12 * seat : 12 * seat + 12] for seat in range(game.seats)]}


def in_round(normal, refuse, declared, won=None, leader=0, tricks=0, inserts=(), **options):
    """A game in the middle of a round, before a trick."""
    game = new_game(len(normal), **options)
    game.take_deal(unshuffled_deal(game))
    game.to_split = []
    game.normal = [cards.split() for cards in normal]
    game.refuse = [cards.split() for cards in refuse]
    game.declared = declared
    game.won = won or [0] * len(normal)
    game.tricks = tricks
    game.stack = list(inserts)
    game.start_trick(leader)
    return game


def play(game, *moves):
    for move in moves:
        game.play(game.to_act()[0], move)


class IyadosuTest(unittest.TestCase):
    def test_split_goes_counterclockwise_and_start_player_is_last(self):
        """IY-5, IY-6, IY-8"""
        game = new_game(4, first=1)
        game.take_deal(unshuffled_deal(game))
        order = []
        for number in (1, 2, 3, 7):
            order.append(game.to_act()[0])
            self.assertEqual(game.legal(order[-1]), [f"split {n}" for n in range(1, 8)])
            play(game, f"split {number}")
        self.assertEqual(order, [0, 3, 2, 1])
        self.assertEqual(game.refuse[0], ["k12"])
        self.assertEqual(game.refuse[3], ["g11", "g12"])
        self.assertEqual(game.declared, [1, 7, 3, 2])
        self.assertEqual(game.to_act(), [1])

    def test_leader_plays_normal_cards_only(self):
        """IY-9"""
        game = in_round(["r1 b1", "r2", "r3"], ["k1", "k2", "k3"], [1, 1, 1])
        self.assertEqual(game.legal(0), ["b1", "r1"])

    def test_follower_follows_or_refuses_with_any_refuse_card(self):
        """IY-10"""
        game = in_round(["r1 b1", "r2 r5 b3", "r3 b2"], ["k1", "k2 r4", "k3"], [1, 2, 1])
        play(game, "r1")
        self.assertEqual(game.legal(1), ["r2", "r5", "refuse k2", "refuse r4"])

    def test_follower_without_lead_colour_plays_any_normal_and_no_refuse_card(self):
        """IY-11"""
        game = in_round(["r1 b1", "b3 k4", "r3 b2"], ["k1", "k2 r4", "k3"], [1, 2, 1])
        play(game, "r1")
        self.assertEqual(game.legal(1), ["b3", "k4"])

    def test_black_beats_the_lead_colour_refused_or_not(self):
        """IY-15"""
        self.assertEqual(iyadosu.trick_winner([(0, "r9"), (1, "k1"), (2, "b9")]), 1)
        self.assertEqual(iyadosu.trick_winner([(0, "r2"), (1, "g9"), (2, "r10")]), 2)
        self.assertEqual(iyadosu.trick_winner([(0, "k2"), (1, "k10"), (2, "k9")]), 1)

    def test_submission_goes_on_the_stack_at_once(self):
        """IY-13, IY-14: the submission comes before the elimination of a later player in the same trick."""
        game = in_round(["r1 b1", "r2 b5", ""], ["k1", "k2", "k3 r9"], [1, 1, 2], tricks=9)
        play(game, "r1", "refuse k2")
        self.assertEqual(game.stack, [1, 2])
        self.assertEqual(game.eliminated, {2})
        self.assertEqual(game.won, [0, 1, 0])
        self.assertEqual(game.to_act(), [1])

    def test_stack_of_submissions_leaves_eliminations_out(self):
        """IY-14, IY-19"""
        for stack, points in (("all", [3, 1, 0]), ("submissions", [2, 1, 0])):
            game = in_round(
                ["g1", "g2 r2", ""], ["k5", "", "k3 r9"], [2, 6, 2],
                won=[0, 6, 4], leader=1, tricks=10, inserts=[1], stack=stack,
            )  # fmt: skip
            # Seat 2 falls between the submissions of seats 1 and 0.
            play(game, "g2", "refuse k5", "g1", "r2")
            self.assertEqual(game.won, [2, 6, 4])
            self.assertEqual(game.round_points(), points)

    def test_eliminated_leader_hands_the_lead_to_the_next_who_plays(self):
        """IY-12"""
        game = in_round(["", "r2 b5", "r1 b2"], ["k1 k4", "k2", "k3"], [2, 1, 1], tricks=9)
        self.assertEqual(game.eliminated, {0})
        self.assertEqual(game.to_act(), [1])
        self.assertEqual(game.legal(1), ["b5", "r2"])
        play(game, "b5", "b2")
        self.assertEqual(game.won, [0, 1, 0])

    def test_trick_without_two_players_left_has_no_winner(self):
        """IY-17, IY-18, IY-20"""
        game = in_round(["r1 b1", "", ""], ["k1", "k2 k5", "k3 k6"], [1, 2, 2], won=[4, 0, 0], tricks=9)
        play(game, "b1")
        self.assertEqual(game.awaits, "score")
        self.assertEqual(game.won, [4, 0, 0])
        # No submission, so no perseverance; two eliminated; the difference of 3 counts as 0.
        self.assertEqual(game.round_points(), [2, 0, 0])

    def test_last_player_still_acts_in_a_trick_where_all_others_fell(self):
        """IY-17"""
        game = in_round(["", "", "g1"], ["k1", "k2", "k3"], [1, 1, 1], tricks=10)
        self.assertEqual(game.to_act(), [2])
        play(game, "g1")
        self.assertEqual(game.awaits, "score")
        self.assertEqual(game.round_points(), [0, 0, 2])

    def test_all_can_be_eliminated(self):
        """IY-17: the winner of a trick finds no normal card left, and neither do the others."""
        game = in_round(["r1", "r2", "r3"], ["k1", "k2", "k3"], [1, 1, 1], tricks=10)
        play(game, "r1", "r2", "r3")
        self.assertEqual(game.eliminated, {0, 1, 2})
        self.assertEqual(game.stack, [2, 0, 1])
        self.assertEqual(game.won, [0, 0, 1])
        self.assertEqual(game.round_points(), [0, 0, 0])

    def test_trick_twelve_with_two_left_has_a_winner(self):
        """IY-17, IY-19"""
        game = in_round(["r1", "r2", ""], ["", "", "k3"], [3, 1, 1], won=[3, 5, 3], tricks=11, inserts=[1, 0])
        play(game, "r1", "r2")
        self.assertEqual(game.stack, [1, 0, 2])
        self.assertEqual(game.won, [3, 6, 3])
        # Seat 0: one insert card below, one eliminated. Seat 1: 0 + 1 - 5, but at least 0.
        self.assertEqual(game.round_points(), [2, 0, 0])

    def test_final_bonus_only_in_the_last_round(self):
        """IY-22"""
        for rounds_done, points in ((1, [2, 0, 0]), (2, [5, 0, 0])):
            game = in_round(
                ["r1", "r2", ""], ["", "", "k3"], [3, 1, 1], won=[3, 5, 3], tricks=11, inserts=[1, 0], final_bonus=True
            )
            play(game, "r1", "r2")
            game.rounds_done = rounds_done
            self.assertEqual(game.round_points(), points)

    def test_final_bonus_includes_the_sole_survivor(self):
        """IY-22, IY-20"""
        game = in_round(
            ["r1 b1", "", ""], ["k1", "k2 k5", "k3 k6"], [1, 2, 2], won=[4, 0, 0], tricks=9, final_bonus=True
        )
        play(game, "b1")
        game.rounds_done = 2
        self.assertEqual(game.round_points(), [3, 0, 0])

    def test_instant_win_takes_round_score_then_total(self):
        """IY-23"""
        game = new_game(4, instant_win=True)
        game.totals, game.rounds_done = [9, 5, 20, 5], 2
        game.end_round([4, 5, 3, 5])
        self.assertEqual((game.awaits, game.winners()), ("over", [1, 3]))
        game.totals = [9, 6, 20, 5]
        game.end_round([4, 5, 3, 5])
        self.assertEqual(game.winners(), [1])
        game.end_round([3, 3, 3, 3])
        self.assertEqual(game.awaits, "deal")

    def test_ties_go_to_the_last_round(self):
        """IY-21"""
        game = new_game(3)
        game.totals, game.rounds_done = [7, 7, 6], 3
        game.end_round([1, 2, 2])
        self.assertEqual(game.winners(), [1])
        game.end_round([2, 2, 2])
        self.assertEqual(game.winners(), [0, 1])


class DrawnDealTest(unittest.TestCase):
    def test_deal_from_fixed_words(self):
        deal = iyadosu.Game(3, {"first": "random"}).draw_deal(highest())
        self.assertEqual(deal["start"], 2)
        self.assertEqual(deal["hands"][0], "k1 k2 k3 k4 k5 k6 k7 k8 k9 r1 r2 r3".split())
        self.assertEqual(deal["hands"][2][-1], "g9")


if __name__ == "__main__":
    unittest.main()
