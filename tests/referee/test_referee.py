"""The referee on whole records: random games of every kind pass, and records with one thing wrong do not.

All tests: python3 -m unittest discover -s tests/referee
"""

import contextlib
import copy
import io
import itertools
import json
import random
import unittest

import referee
from chance import Stream
from game import Fault


def play_random(game_id, seats, options, number, limit=None):
    """A record of a random game, stopped after `limit` steps if given; legal lists stand in every move."""
    choose = random.Random(f"{game_id} {seats} {options} {number}")
    seed = choose.randbytes(32)
    game = referee.GAMES[game_id].Game(seats, options)
    steps = []
    events = 0
    while game.awaits != "over" and (limit is None or len(steps) < limit or game.awaits == "score"):
        if game.awaits == "deal":
            deal = game.draw_deal(Stream(seed, events))
            events += 1
            game.take_deal(deal)
            steps.append({"deal": deal})
        elif game.awaits == "move":
            seat = game.to_act()[0]
            moves = game.legal(seat)
            move = choose.choice(moves)
            game.play(seat, move)
            steps.append({"seat": seat, "move": move, "legal": moves})
        elif game.awaits == "score":
            points = game.round_points()
            game.take_score(points)
            steps.append({"score": points})
        else:
            star = game.draw_star(Stream(seed, events))
            game.take_star(star)
            steps.append({"star": star})
    return {
        "irori": 1,
        "game": game_id,
        "seats": seats,
        "options": options,
        "seed": seed.hex(),
        "steps": steps,
        "totals": game.totals,
        "winners": game.winners() if game.awaits == "over" else [],
    }


def all_settings():
    """Every game with all seat counts and all values of all options."""
    for game_id, module in referee.GAMES.items():
        for seats in module.SEATS:
            values = module.option_values(seats)
            for combination in itertools.product(*values.values()):
                yield game_id, seats, dict(zip(values, combination))


def default_record(game_id, number=0, limit=None):
    """A record with the fewest seats and the first value of every option."""
    module = referee.GAMES[game_id]
    options = {key: values[0] for key, values in module.option_values(module.SEATS[0]).items()}
    return play_random(game_id, module.SEATS[0], options, number, limit)


def run(text):
    """The referee's exit code and output for a file with this text."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = referee.check_lines(io.BytesIO(text.encode()))
    return code, output.getvalue()


def is_undone(step, following):
    """A wild gaji that is still in the hand afterwards was undone (KK-23)."""
    return step.get("move", "").startswith("wild") and any("11K1" in move for move in following.get("legal", []))


class WholeRecordTest(unittest.TestCase):
    def test_random_games_of_every_setting_pass(self):
        stars = voids = undone = 0
        for (game_id, seats, options), number in itertools.product(all_settings(), range(3)):
            record = json.loads(json.dumps(play_random(game_id, seats, options, number)))
            with self.subTest(game=game_id, seats=seats, options=options, number=number):
                self.assertEqual(referee.check_record(record)[0], True)
            steps = record["steps"]
            stars += "star" in steps[-1]
            voids += sum("void" in step.get("deal", {}) for step in steps)
            undone += sum(is_undone(one, two) for one, two in zip(steps, steps[1:]))
        # Rare turns of the rules did come up.
        self.assertGreater(stars, 0)
        self.assertGreater(voids, 0)
        self.assertGreater(undone, 0)

    def test_unfinished_games_pass(self):
        for game_id in referee.GAMES:
            for limit in range(0, 120, 7):
                record = default_record(game_id, limit=limit)
                with self.subTest(game=game_id, limit=limit):
                    self.assertEqual(referee.check_record(record)[0], record["winners"] != [])

    def test_counts_are_printed_per_game(self):
        records = [default_record("irono"), default_record("irono", 1), default_record("iroha", limit=3)]
        code, output = run("".join(json.dumps(record) + "\n" for record in records))
        self.assertEqual(code, 0)
        self.assertEqual(output, "iroha: 1 games (1 unfinished), 2 moves checked\nirono: 2 games, 96 moves checked\n")

    def test_lists_without_order_may_stand_in_any_order(self):
        for game_id in ("iroha", "wild-rawz", "koi-koi"):
            record = default_record(game_id)
            for step in record["steps"]:
                deal = step.get("deal", {})
                for cards in [*deal.get("hands", []), *(deal.get(key, []) for key in ("aside", "up", "ba"))]:
                    cards.sort()
            referee.check_record(record)

    def test_given_deals_need_no_proof(self):
        record = default_record("iroha", limit=1)
        record["seed"] = "0" * 64
        with self.assertRaises(Fault):
            referee.check_record(record)
        referee.check_record(record | {"given": 1})

    def test_given_deals_still_count_as_events(self):
        record = default_record("iroha")
        referee.check_record(record | {"given": 1})
        referee.check_record(record | {"given": 99})

    def test_partial_passes_may_end_a_record(self):
        record = default_record("iroha", limit=4)
        del record["steps"][2]
        referee.check_record(record)


class FaultyRecordTest(unittest.TestCase):
    def assert_fault(self, record, step=None, message=""):
        with self.assertRaises(Fault) as caught:
            referee.check_record(record)
        self.assertEqual(caught.exception.step, step)
        self.assertIn(message, str(caught.exception))

    def test_line_and_step_are_named(self):
        good, bad = default_record("irono"), default_record("irono", 1)
        bad["steps"][3]["move"] = "guess red"
        code, output = run(json.dumps(good) + "\n" + json.dumps(bad) + "\n")
        self.assertEqual(code, 1)
        self.assertTrue(output.startswith("line 2, step 4: 'guess red' is not legal"), output)

    def test_head(self):
        good = default_record("wild-rawz")
        options = good["options"]
        self.assert_fault(good | {"irori": 2})
        self.assert_fault(good | {"game": "whist"})
        self.assert_fault(good | {"seats": 2})
        self.assert_fault(good | {"seed": good["seed"].upper()})
        self.assert_fault(good | {"options": options | {"colour": "red"}})
        self.assert_fault(good | {"options": {"first": "random", "laps": 1}})
        self.assert_fault(good | {"options": options | {"laps": True}})
        self.assert_fault(good | {"options": options | {"first": "0"}})
        self.assert_fault(good | {"options": options | {"hand": 12}})
        referee.check_record(good | {"note": "unknown keys are allowed here"})

    def test_text(self):
        for text in ("", "{", "[]\n", '{"irori":1.0}', '{"irori":1,"irori":1}'):
            self.assertEqual(run(text)[0], 1, text)

    def test_every_deal_is_proved(self):
        for game_id in referee.GAMES:
            record = default_record(game_id)
            for index, step in enumerate(record["steps"]):
                if "hands" in step.get("deal", {}):
                    bad = copy.deepcopy(record)
                    hands = bad["steps"][index]["deal"]["hands"]
                    other = next(i for i, card in enumerate(hands[1]) if card != hands[0][0])  # not its twin
                    hands[0][0], hands[1][other] = hands[1][other], hands[0][0]
                    self.assert_fault(bad, index + 1)

    def test_order_of_a_hand_matters_in_iyadosu(self):
        record = default_record("iyadosu")
        record["steps"][0]["deal"]["hands"][0].reverse()
        self.assert_fault(record, 1, "the seed gives another deal")

    def test_deal_form(self):
        changes = [{"dealer": 9}, {"dealer": None}, {"aside": []}, {"hands": []}, {"hands": [1, 2, 3]}, {"extra": 1}]
        for change in changes:
            record = default_record("iroha")
            record["steps"][0]["deal"] |= change
            self.assert_fault(record | {"given": 1}, 1)

    def test_first_deal_needs_draws_and_later_ones_have_none(self):
        record = default_record("koi-koi")
        second = next(i for i, step in enumerate(record["steps"]) if i and "deal" in step)
        bad = copy.deepcopy(record)
        bad["steps"][second]["deal"]["draws"] = bad["steps"][0]["deal"]["draws"]
        self.assert_fault(bad, second + 1, "draws")
        del record["steps"][0]["deal"]["draws"]
        self.assert_fault(record, 1, "draws")

    def test_passes_out_of_seat_order(self):
        record = default_record("iroha")
        steps = record["steps"]
        steps[1], steps[2] = steps[2], steps[1]
        self.assert_fault(record, 3, "seat 0 moved")

    def test_seat_and_step_keys(self):
        record = default_record("irono")
        for change in ({"seat": 2}, {"seat": None}, {"seat": True}, {"move": 7}, {"comment": "x"}, {"score": [0, 0]}):
            bad = copy.deepcopy(record)
            bad["steps"][1] |= change
            self.assert_fault(bad, 2)

    def test_legal_lists(self):
        record = default_record("irono")
        bad = copy.deepcopy(record)
        bad["steps"][1]["legal"].reverse()
        self.assert_fault(bad, 2, "legal is")
        record["steps"][5]["legal"].pop()
        self.assert_fault(record, 6, "legal is")

    def test_scores(self):
        for game_id in referee.GAMES:
            record = default_record(game_id)
            index = next(i for i, step in enumerate(record["steps"]) if "score" in step)
            bad = copy.deepcopy(record)
            bad["steps"][index]["score"][0] += 1
            self.assert_fault(bad, index + 1, "score is")
            bad = copy.deepcopy(record)
            del bad["steps"][index]
            self.assert_fault(bad, index + 1 if index < len(bad["steps"]) else None, "a score is awaited")
            bad = copy.deepcopy(record)
            bad["steps"].insert(index, bad["steps"][index])
            self.assert_fault(bad, index + 2)

    def test_totals_and_winners(self):
        for game_id in referee.GAMES:
            record = default_record(game_id)
            self.assert_fault(record | {"totals": [total + 1 for total in record["totals"]]}, None, "totals")
            self.assert_fault(record | {"winners": []}, None, "winners")
            self.assert_fault(record | {"winners": [*range(record["seats"] + 1)]}, None, "winners")

    def test_star(self):
        numbers = itertools.count()
        record = next(r for r in (default_record("iroha", n) for n in numbers) if "star" in r["steps"][-1])
        last = len(record["steps"])
        star = record["steps"][-1]["star"]
        tied = [seat for seat in range(3) if record["totals"][seat] == max(record["totals"]) and seat != star]
        self.assert_fault(record | {"steps": [*record["steps"][:-1], {"star": tied[0]}]}, last, "star is")
        self.assert_fault(record | {"steps": record["steps"][:-1]}, None, "a star is awaited")

    def test_nothing_follows_the_end(self):
        for game_id in referee.GAMES:
            record = default_record(game_id)
            record["steps"].append(record["steps"][1])
            self.assert_fault(record, len(record["steps"]), "the game is over")


if __name__ == "__main__":
    unittest.main()
