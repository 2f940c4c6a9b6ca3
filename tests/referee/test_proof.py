"""The proof of a fair shuffle: the example of the documentation, and proofs with one thing wrong."""

import copy
import json
import pathlib
import unittest

import referee
from game import Fault
from proof import check_proof, commitment_to, seed_of

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "fairness.md"


def example():
    """The record that docs/fairness.md shows."""
    return json.loads(next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith('{"irori"')))


class ProofTest(unittest.TestCase):
    def test_example_of_the_documentation_is_proved(self):
        record = example()
        self.assertEqual(referee.check_record(record)[1], 0)
        proof = record["proof"]
        self.assertEqual(commitment_to(proof["secret"]), proof["commitment"])
        seed = seed_of(proof["secret"], proof["table"], proof["game"], proof["entropy"])
        self.assertEqual(seed, record["seed"])

    def test_anything_changed_is_found(self):
        other = "0" * 64
        some = example()["proof"]["entropy"][0]
        for change, expected in (
            ({"secret": other}, "commitment is"),
            ({"commitment": other}, "commitment is"),
            ({"table": "elsewhere"}, "but the proof gives"),
            ({"game": 77}, "but the proof gives"),
            ({"entropy": [None, None, None]}, "but the proof gives"),
            ({"entropy": [other, None, some]}, "but the proof gives"),
            ({"entropy": [some, None]}, "entropy has 2 entries instead of 3"),
        ):
            record = example()
            record["proof"] |= change
            with self.assertRaisesRegex(Fault, expected):
                referee.check_record(record)
        with self.assertRaisesRegex(Fault, "but the proof gives"):
            referee.check_record(example() | {"seed": other})

    def test_form(self):
        record = example()
        good = record["proof"]
        check = lambda proof: check_proof(proof, 3, record["seed"])
        check(good)
        for bad in (
            None, [], {}, good | {"note": 1}, good | {"secret": good["secret"].upper()}, good | {"secret": 5},
            good | {"commitment": good["commitment"] + "\n"}, good | {"table": ""}, good | {"table": "x" * 65},
            good | {"table": "a b"}, good | {"table": "ä"}, good | {"game": 0}, good | {"game": True},
            good | {"game": "1"}, good | {"game": 1 << 32}, good | {"entropy": None}, good | {"entropy": ["-"] * 3},
        ):  # fmt: skip
            with self.assertRaises(Fault):
                check(copy.deepcopy(bad))
        for key in good:
            with self.assertRaisesRegex(Fault, f"lacks '{key}'"):
                check({part: value for part, value in good.items() if part != key})
        with self.assertRaises(Fault):
            referee.check_record(record | {"proof": None})


if __name__ == "__main__":
    unittest.main()
