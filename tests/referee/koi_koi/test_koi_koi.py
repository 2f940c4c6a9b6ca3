"""Koi-Koi: the subtle rules, one scenario each."""

import unittest

import koi_koi
from fixed_words import HIGHEST, FixedWords, highest
from game import Fault

DEFAULTS = {"rounds": 12, "must-capture": True, "sankou-rain-man": True, "triad": False, "gaji": False, "first": 0}


def new_game(**options):
    return koi_koi.Game(2, DEFAULTS | {key.replace("_", "-"): value for key, value in options.items()})


def deal(game, zero, one, ba):
    """A deal with the given hands and ba, the deck in pack order."""
    hands, ba = [zero.split(), one.split()], ba.split()
    dealt = {*hands[0], *hands[1], *ba}
    value = {"oya": game.starter, "hands": hands, "ba": ba, "deck": [c for c in koi_koi.PACK if c not in dealt]}
    return value | ({"void": True} if koi_koi.is_void(value) else {})


PLAIN_ZERO = "1B 2A 3B 4A 5A 6A 7A 8B"
PLAIN_ONE = "1R 2R 3R 4R 5R 6R 7R 8A"
PLAIN_BA = "9A 9R 10A 10R 11B 11A 12B 5K1"
TESHI = "1B 1R 1K1 1K2 2A 3B 4A 5A"
KUTTSUKI = "6A 6R 7A 7R 8A 8B 9A 9R"


def in_round(hands, ba, deck, captured=("", ""), **options):
    """A game in the middle of a round; seat 0 is oya and to act."""
    game = new_game(**options)
    game.take_deal(deal(game, PLAIN_ZERO, PLAIN_ONE, PLAIN_BA))
    game.hands = [cards.split() for cards in hands]
    game.ba, game.deck = ba.split(), deck.split()
    game.captured = [cards.split() for cards in captured]
    game.start_turn(0)
    return game


def play(game, *moves):
    for move in moves:
        game.play(game.to_act()[0], move)


def points(cards, **options):
    return koi_koi.yaku_points(cards.split(), new_game(**options).options)


class DealTest(unittest.TestCase):
    def test_pack(self):
        kinds = [card.lstrip("0123456789")[0] for card in koi_koi.PACK]
        self.assertEqual([kinds.count(kind) for kind in "BARK"], [5, 9, 10, 24])
        self.assertEqual(koi_koi.PACK[40:], "11B 11A 11R 11K1 12B 12K1 12K2 12K3".split())

    def test_teshi_and_kuttsuki_win_six_and_the_deal(self):
        """KK-5; after a swap the hand counts for its new holder."""
        others = "10A 10R 11B 12B 12K1 2R 3R 4R"
        for hand in (TESHI, KUTTSUKI):
            for move, winner in (("keep", 0), ("swap", 1)):
                game = new_game()
                ba = "2K1 2K2 3K1 3K2 4K1 5K1 5K2 10K1"
                game.take_deal(deal(game, hand, others, ba))
                self.assertEqual(game.to_act(), [1])
                play(game, move)
                self.assertEqual(game.round_points(), [6, 0] if winner == 0 else [0, 6])
                game.take_score(game.round_points())
                self.assertEqual(game.starter, winner)

    def test_both_hands_qualifying_score_nothing(self):
        """KK-5"""
        game = new_game()
        game.take_deal(deal(game, TESHI, KUTTSUKI, "2K1 2K2 3K1 3K2 4K1 5K1 5K2 10K1"))
        play(game, "swap")
        game.take_score([0, 0])
        self.assertEqual((game.starter, game.rounds_done), (0, 1))

    def test_void_ba_deals_again(self):
        """KK-6"""
        game = new_game()
        void = deal(game, "1B 2A 3B 4A 5A 10A 11B 12B", "1R 2R 3R 4R 5R 10R 11A 12K1", KUTTSUKI)
        self.assertTrue(void["void"])
        game.take_deal(void)
        play(game, "swap")
        self.assertEqual((game.awaits, game.rounds_done, game.starter), ("deal", 0, 0))

    def test_hands_are_looked_at_before_the_ba(self):
        """KK-6"""
        game = new_game()
        value = deal(game, TESHI, "2R 3R 4R 5R 10A 11B 12B 12K1", KUTTSUKI)
        self.assertNotIn("void", value)
        game.take_deal(value)
        play(game, "keep")
        self.assertEqual(game.round_points(), [6, 0])

    def test_wrong_void_marks_are_faults(self):
        game = new_game()
        with self.assertRaises(Fault):
            game.take_deal(deal(game, PLAIN_ZERO, PLAIN_ONE, PLAIN_BA) | {"void": True})
        with self.assertRaises(Fault):
            game.take_deal(deal(game, PLAIN_ZERO, PLAIN_ONE, PLAIN_BA) | {"void": False})

    def test_three_pairs_and_two_singles_are_no_kuttsuki(self):
        self.assertFalse(koi_koi.qualifies("1B 1R 2A 2R 3B 3R 4A 5A".split()))

    def test_draws_name_the_oya(self):
        """KK-2"""
        koi_koi.check_draws([["1B", "1R"], ["10A", "9A"]], 1)
        for draws, oya in (([["1B", "2R"]], 1), ([["1B", "1R"]], 0), ([["1B", "2R"], ["3B", "4R"]], 0), ([], 0)):
            with self.assertRaises(Fault):
                koi_koi.check_draws(draws, oya)


class YakuTest(unittest.TestCase):
    def test_counting_yaku(self):
        plains = [card for card in koi_koi.PACK if "K" in card]
        self.assertEqual(points(" ".join(plains[:9])), 0)
        self.assertEqual(points(" ".join(plains[:10])), 1)
        self.assertEqual(points(" ".join(plains)), 15)
        self.assertEqual(points("2A 4A 5A 8A 9A"), 1)
        self.assertEqual(points("2A 4A 5A 8A 9A 11A"), 2)
        self.assertEqual(points("4R 5R 7R 11R 1R"), 1)

    def test_sets(self):
        """KK-12"""
        self.assertEqual(points("6R 9R 10R"), 5)
        self.assertEqual(points("6R 9R 10R 4R"), 6)
        self.assertEqual(points("1R 2R 3R 4R 5R"), 7 + 1)
        self.assertEqual(points("1R 2R 3R 6R 9R 10R"), 8 + 8 + 2)
        self.assertEqual(points("7A 10A 6A"), 5)
        self.assertEqual(points("7A 10A 6A 2A 4A"), 7 + 1)
        self.assertEqual(points("8B 9A"), 5)
        self.assertEqual(points("8B 3B 9A"), 10)

    def test_bright_yaku_replace_each_other(self):
        """KK-12, KK-13"""
        self.assertEqual(points("1B 3B"), 0)
        self.assertEqual(points("1B 3B 8B"), 5)
        self.assertEqual(points("1B 3B 11B"), 5)
        self.assertEqual(points("1B 3B 11B", sankou_rain_man=False), 0)
        self.assertEqual(points("1B 3B 8B 11B", sankou_rain_man=False), 7)
        self.assertEqual(points("1B 3B 8B 12B"), 8)
        self.assertEqual(points("1B 3B 8B 11B 12B"), 10)


class TurnTest(unittest.TestCase):
    def test_must_capture(self):
        """KK-9"""
        game = in_round(["1B 2A", "4A 5A"], "1R 3R", "7A 7R")
        self.assertEqual(game.legal(0), ["play 1B"])
        game = in_round(["1B 2A", "4A 5A"], "1R 3R", "7A 7R", must_capture=False)
        self.assertEqual(game.legal(0), ["play 1B", "play 2A"])
        game = in_round(["6A 2A", "4A 5A"], "1R 3R", "7A 7R")
        self.assertEqual(game.legal(0), ["play 2A", "play 6A"])

    def test_two_matches_are_a_choice_and_three_a_hiki(self):
        """KK-8"""
        game = in_round(["1B 2A", "4A 5A"], "1R 1K1 2R 2K1 2K2", "7A 7R")
        self.assertEqual(game.legal(0), ["play 1B 1K1", "play 1B 1R", "play 2A"])
        play(game, "play 2A")
        self.assertEqual(game.captured[0], "2A 2R 2K1 2K2".split())
        self.assertEqual(game.ba, "1R 1K1 7A".split())

    def test_turned_card_captures_and_chooses(self):
        """KK-10"""
        game = in_round(["6A 2A", "4A 5A"], "1R 1K1", "1B 7R")
        play(game, "play 6A")
        self.assertEqual((game.to_act(), game.legal(0)), ([0], ["take 1K1", "take 1R"]))
        play(game, "take 1K1")
        self.assertEqual(game.captured[0], ["1B", "1K1"])
        self.assertEqual(game.ba, ["1R", "6A"])
        self.assertEqual(game.to_act(), [1])

    def test_card_just_laid_is_captured_by_the_turned_card(self):
        """KK-10"""
        game = in_round(["6A 2A", "4A 5A"], "1R 1K1", "6R 7R")
        play(game, "play 6A")
        self.assertEqual(game.captured[0], ["6R", "6A"])


class DecisionTest(unittest.TestCase):
    def test_stop_scores_the_base(self):
        """KK-15, KK-16, KK-19"""
        game = in_round(["1B 6A", "4A 5A"], "1K1", "7A 7R", captured=("3B 8B", ""))
        play(game, "play 1B")
        self.assertEqual(game.legal(0), ["koi", "stop"])
        play(game, "stop")
        self.assertEqual(game.round_points(), [5, 0])

    def test_seven_points_double(self):
        """KK-16"""
        # Ame-shikou is exactly 7; Inoshikachou with one further animal is 6.
        for cards, hand, ba, points in (("3B 8B 11B", "1B", "1K1", 14), ("7A 10A 2A", "6A", "6K1", 6)):
            game = in_round([f"{hand} 12K1", "4A 5A"], ba, "9K1 7R", captured=(cards, ""))
            play(game, f"play {hand}", "stop")
            self.assertEqual(game.round_points(), [points, 0])

    def test_own_calls_multiply_and_old_yaku_call_for_no_decision(self):
        """KK-14, KK-16"""
        game = in_round(["1B 6A 2A", "4A 5A 9K1"], "1K1 6K1 2K1", "10K1 10K2 12K2 12K3", captured=("3B 8B", ""))
        play(game, "play 1B", "koi", "play 4A")
        play(game, "play 6A")  # captures, but makes nothing new
        self.assertEqual(game.to_act(), [1])
        game = in_round(["1B 12B", "4A 5A"], "1K1 12K1", "10K1 10K2 7K2 8K1", captured=("3B 8B", ""))
        play(game, "play 1B", "koi", "play 4A", "play 12B")
        # The hand is empty: stop is the only move, and still one.
        self.assertEqual(game.legal(0), ["stop"])
        play(game, "stop")
        self.assertEqual(game.round_points(), [8 * 2 * 2, 0])

    def test_counter_doubles_and_takes_the_calls(self):
        """KK-17: the booklet's seven points after the opponent's call are times four."""
        game = in_round(["1B 6A", "6K1 5A"], "1K1 6R", "10K1 2K1 2K2 4K1", captured=("3B 8B", "9R 10R 4R 7R"))
        play(game, "play 1B", "koi", "play 6K1")
        # Aotan 5 + 2, Tan 1: eight points.
        self.assertEqual((game.calls, game.countered), ([0, 0], [False, True]))
        play(game, "stop")
        self.assertEqual(game.round_points(), [0, 8 * 2 * 2])

    def test_countered_player_needs_a_new_yaku_and_can_counter_in_turn(self):
        """KK-17"""
        game = in_round(
            ["1B 12B 2A", "6K1 5A 4A"], "1K1 6R 12K1", "10K1 2K1 7K2 8K1 9K1 3K1", captured=("3B 8B", "9R 10R")
        )
        play(game, "play 1B", "koi", "play 6K1", "koi")
        self.assertEqual((game.calls, game.countered), ([0, 1], [False, True]))
        play(game, "play 2A")  # nothing new, though the old Sankou still lies there
        self.assertEqual(game.to_act(), [1])
        play(game, "play 5A")
        play(game, "play 12B")
        self.assertEqual((game.calls, game.countered), ([0, 0], [True, False]))
        play(game, "stop")
        self.assertEqual(game.round_points(), [8 * 2 * 2, 0])

    def test_counterer_who_calls_multiplies_both(self):
        """KK-16, KK-17"""
        game = in_round([PLAIN_ZERO, PLAIN_ONE], PLAIN_BA, "", captured=("1B 3B 8B", ""))
        game.countered, game.calls = [True, False], [2, 0]
        self.assertEqual(game.stop_points(0), 5 * 3 * 2)

    def test_round_without_a_stop_is_drawn(self):
        """KK-18"""
        game = in_round(["1B", "4A"], "6R 12K1", "10K1 2K1")
        play(game, "play 1B", "play 4A")
        self.assertEqual(game.awaits, "score")
        game.take_score([0, 0])
        self.assertEqual((game.starter, game.rounds_done), (0, 1))

    def test_koi_and_no_further_yaku_scores_nothing(self):
        """KK-18"""
        game = in_round(["1B 2A", "4A 5A"], "1K1", "10K1 7K1 8K1 9K1", captured=("3B 8B", ""))
        play(game, "play 1B", "koi", "play 4A", "play 2A", "play 5A")
        self.assertEqual(game.round_points(), [0, 0])

    def test_triad_gives_three_more(self):
        """KK-20"""
        for triad, base in ((False, 18), (True, 21)):
            game = in_round(
                ["1K1 6A", "4A 5A"], "1R", "7A 7R", captured=("2R 3R 6R 9R 10R", ""), triad=triad
            )
            play(game, "play 1K1", "stop")
            self.assertEqual(game.round_points(), [base * 2, 0])


class GajiTest(unittest.TestCase):
    def test_wild_beside_must_capture(self):
        """KK-21"""
        game = in_round(["11K1 1B", "4A 5A"], "1R 8B 8A 11R", "7A 7R", gaji=True)
        self.assertEqual(
            game.legal(0), ["play 11K1", "play 1B", "wild 11K1 1R", "wild 11K1 8A", "wild 11K1 8B"]
        )
        game = in_round(["11K1 1B", "4A 5A"], "1R 8B", "7A 7R", gaji=True)
        self.assertEqual(game.legal(0), ["play 1B", "wild 11K1 1R", "wild 11K1 8B"])
        game = in_round(["11K1 2A", "4A 5A"], "1R", "7A 7R", gaji=True)
        self.assertEqual(game.legal(0), ["play 11K1", "play 2A", "wild 11K1 1R"])
        game = in_round(["11K1 2A", "4A 5A"], "1R", "7A 7R")
        self.assertEqual(game.legal(0), ["play 11K1", "play 2A"])

    def test_opponents_willow_from_the_hand_ends_the_wild_use(self):
        """KK-21"""
        game = in_round(["2A 11K1", "11R 5A"], "1R 12B 12K1", "7A 7R 11B", gaji=True, must_capture=False)
        play(game, "play 2A", "play 11R")
        self.assertFalse(any(move.startswith("wild") for move in game.legal(0)))

    def test_opponents_willow_from_the_pile_does_not(self):
        """KK-21"""
        game = in_round(["2A 11K1", "6A 5A"], "1R 12B 12K1", "7A 11B", gaji=True)
        play(game, "play 2A", "play 6A")
        self.assertIn("wild 11K1 12B", game.legal(0))

    def test_wild_takes_one_now_and_the_month_when_the_owner_stops(self):
        """KK-21, KK-22"""
        game = in_round(["11K1 1B 2A", "4A 5A"], "8B 8A 1R", "7A 10R 12K1", captured=("3B 12B", ""), gaji=True)
        play(game, "wild 11K1 8B")
        self.assertEqual(game.captured[0], "3B 12B 11K1 8B".split())
        self.assertIn("8A", game.ba)
        play(game, "stop")
        self.assertEqual(game.round_points(), [5, 0])

    def test_cards_of_the_month_count_in_the_base(self):
        """KK-22: the moon still in the ba turns Sankou into Shikou, and eight points double."""
        game = in_round(["11K1 1B 2A", "4A 5A"], "8B 8A 1R", "7A 10R 12K1", captured=("3B 12B", ""), gaji=True)
        play(game, "wild 11K1 8A", "play 4A", "play 1B")
        self.assertEqual(game.judged[0], 5)
        play(game, "stop")
        self.assertEqual(game.round_points(), [16, 0])

    def test_cards_of_the_month_are_not_for_the_opponent_and_make_no_decision(self):
        """KK-22"""
        game = in_round(["11K1 2A", "12K2 5A"], "8B 8A 12B", "7A 10R 6K1", captured=("3B 1B", "1B 3B"), gaji=True)
        play(game, "wild 11K1 8A")
        self.assertEqual(game.to_act(), [1])
        game.captured[1].append("8K1")
        self.assertEqual(koi_koi.yaku_points(game.captured[1], game.options), 0)
        play(game, "play 12K2")
        play(game, "stop")
        self.assertEqual(game.round_points(), [0, 5])

    def test_hiki_against_the_gaji(self):
        """KK-23"""
        game = in_round(["11K1 1B", "8K2 5A"], "8B 8A 8K1 2R", "7A 7R", gaji=True)
        before = (list(game.hands[0]), list(game.ba), list(game.deck))
        self.assertIn("wild 11K1 8B", game.legal(0))
        play(game, "wild 11K1 8B")
        self.assertEqual((game.hands[0], game.ba, game.deck), before)
        self.assertEqual(game.to_act(), [0])
        self.assertEqual(game.legal(0), ["play 11K1", "play 1B", "wild 11K1 2R"])

    def test_fourth_card_elsewhere_lets_the_gaji_capture(self):
        """KK-23"""
        game = in_round(["11K1 1B", "4A 5A"], "8B 8A 8K1 2R", "7A 8K2", gaji=True)
        play(game, "wild 11K1 8B")
        self.assertEqual(game.captured[0], ["11K1", "8B"])

    def test_two_of_a_month_and_the_others_in_the_opponents_hand_do_not_bar(self):
        """KK-23"""
        game = in_round(["11K1 1B", "8K1 8K2"], "8B 8A 2R", "7A 7R", gaji=True)
        play(game, "wild 11K1 8B")
        self.assertEqual(game.captured[0], ["11K1", "8B"])


class DrawnDealTest(unittest.TestCase):
    def test_deal_from_fixed_words(self):
        deal = koi_koi.Game(2, {"first": 1}).draw_deal(highest())
        self.assertEqual(deal["hands"][0], "1B 1R 1K1 1K2 4A 4R 4K1 4K2".split())
        self.assertEqual(deal["hands"][1], "2A 2R 2K1 2K2 5A 5R 5K1 5K2".split())
        self.assertEqual(deal["ba"], "3B 3R 3K1 3K2 6A 6R 6K1 6K2".split())
        self.assertEqual(deal["deck"][:5], "7A 7R 7K1 7K2 8B".split())
        self.assertNotIn("draws", deal)

    def test_draws_until_the_months_differ(self):
        # The second card of a pair is drawn from the 47 others: the word 1 gives the card after the first.
        words = [1, 1, HIGHEST, 1] + [HIGHEST] * 100
        deal = koi_koi.Game(2, {"first": "draw"}).draw_deal(FixedWords(words))
        self.assertEqual(deal["draws"], [["1B", "1R"], ["12K3", "1B"]])
        self.assertEqual(deal["oya"], 1)
        self.assertEqual(deal["hands"][0][:4], "1B 1R 1K1 1K2".split())


if __name__ == "__main__":
    unittest.main()
