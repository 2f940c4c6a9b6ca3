"""Irono: the subtle rules, one scenario each."""

import unittest

import irono
from fixed_words import FixedWords, highest


def new_game():
    game = irono.Game(2, {"first": 0})
    game.take_deal({"first": 0})
    return game


def play_round(game, cell, hidden, guess):
    active = game.to_act()[0]
    game.play(active, f"mark {cell}")
    game.play(active, f"hide {hidden}")
    game.play(1 - active, f"guess {guess}")


EXAMPLE = {
    "a1": "yellow", "b1": "green", "d1": "yellow", "c2": "grey", "b3": "green",
    "d3": "white", "a4": "white", "c4": "white", "d4": "grey",
}  # fmt: skip


class IronoTest(unittest.TestCase):
    def test_worked_example_is_40(self):
        """IO-16"""
        board = {cell: (0, EXAMPLE[cell]) if cell in EXAMPLE else (1, "red") for cell in irono.CELLS}
        lines = [irono.line_points(board, line, 0) for line in irono.LINES]
        self.assertEqual(lines, [5, 2, 2, 6, 2, 4, 3, 4, 3, 5 + 4])
        self.assertEqual(irono.points(board, [], 0), 40)

    def test_right_guess_places_the_guessers_stone_and_wrong_guess_the_active_players(self):
        """IO-8, IO-4"""
        game = new_game()
        play_round(game, "b3", "red", "white red grey")
        self.assertEqual(game.board["b3"], (1, "red"))
        self.assertEqual(game.to_act(), [1])
        play_round(game, "a1", "red", "yellow green white")
        self.assertEqual(game.board["a1"], (1, "red"))

    def test_guessed_colours_stand_in_pack_order(self):
        game = new_game()
        game.play(0, "mark a1")
        game.play(0, "hide grey")
        self.assertEqual(len(game.legal(1)), 20)
        self.assertIn("guess yellow blue grey", game.legal(1))
        self.assertNotIn("guess blue yellow grey", game.legal(1))

    def test_sold_out_colour_leaves_the_game(self):
        """IO-9"""
        game = new_game()
        for cell, guess in zip(["a1", "a2", "a3", "a4"], ["red blue grey", "yellow green white"] * 2):
            play_round(game, cell, "red", guess)
        self.assertEqual(game.sold_out, [[], ["red"]])
        self.assertNotIn("red", game.colours)
        game.play(0, "mark b1")
        self.assertNotIn("hide red", game.legal(0))
        game.play(0, "hide blue")
        self.assertEqual(len(game.legal(1)), 10)

    def test_three_colours_left_leave_one_guess(self):
        """IO-10"""
        game = new_game()
        cells = iter(irono.CELLS)
        for colour in ["yellow", "green", "white"]:
            for turn in range(4):
                # The guesser's guess is right when seat 1 guesses, wrong when seat 0 does.
                others = [name for name in game.colours if name != colour]
                right = [name for name in game.colours if name in [colour, *others[:2]]]
                play_round(game, next(cells), colour, " ".join(others[:3] if turn % 2 else right))
        game.play(0, "mark a4")
        game.play(0, "hide red")
        self.assertEqual(game.legal(1), ["guess red blue grey"])

    def test_grey_counts_double_and_a_full_line_squares(self):
        """IO-12, IO-13, IO-14"""
        row = irono.LINES[0]
        self.assertEqual(irono.line_points({cell: (1, "grey") for cell in row}, row, 1), 32)
        mixed = dict(zip(row, [(1, "grey"), (0, "grey"), (1, "red"), (1, "red")]))
        self.assertEqual(irono.line_points(mixed, row, 1), 2 + 4)
        self.assertEqual(irono.line_points(mixed, row, 0), 2)
        four_colours = dict(zip(row, [(0, "grey"), (0, "blue"), (0, "red"), (0, "green")]))
        self.assertEqual(irono.line_points(four_colours, row, 0), 5 + 4)
        three_own_of_four = four_colours | {"a1": (1, "grey")}
        self.assertEqual(irono.line_points(three_own_of_four, row, 0), 3)

    def test_sell_out_with_the_last_stone_of_the_board_counts(self):
        """IO-9, IO-14"""
        game = new_game()
        filled = {cell: (0, "grey") for cell in irono.CELLS if cell != "d4"}
        filled |= {"a1": (1, "red"), "b2": (1, "red"), "a4": (1, "red")}
        game.board = filled
        play_round(game, "d4", "red", "white red grey")
        self.assertEqual(game.awaits, "score")
        self.assertEqual(game.sold_out[1], ["red"])
        without = irono.points(game.board, [], 1)
        self.assertEqual(game.round_points()[1], without + 4)


class DrawnDealTest(unittest.TestCase):
    def test_deal_from_fixed_words(self):
        self.assertEqual(irono.Game(2, {"first": "random"}).draw_deal(highest()), {"first": 1})
        self.assertEqual(irono.Game(2, {"first": 0}).draw_deal(FixedWords([])), {"first": 0})


if __name__ == "__main__":
    unittest.main()
