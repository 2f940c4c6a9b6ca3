"""The proof of a fair shuffle, from docs/fairness.md: what a table promised, what was mixed, and the seed it gives."""

import hashlib
import re

from game import is_int, require, require_keys

DIGITS = "[0-9a-f]{64}"


def commitment_to(secret):
    """What a table publishes before anybody adds entropy; both are hex digits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret, table, game, entropy):
    """The seed, in hex digits; the entropy of a seat that gave none is None."""
    lines = ["irori-seed 1", secret, table, str(game)]
    lines += ["-" if given is None else given for given in entropy]
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def check_proof(proof, seats, seed):
    """Form and content of a record's proof."""
    require_keys("the proof", proof, ("commitment", "secret", "table", "game", "entropy"))
    for key in ("commitment", "secret"):
        require(is_match(DIGITS, proof[key]), f"{key} is {proof[key]!r} instead of 64 lower-case hex digits")
    table, game, entropy = proof["table"], proof["game"], proof["entropy"]
    require(is_match("[A-Za-z0-9_-]{1,64}", table), f"table is {table!r}, which is no table's id")
    require(is_int(game) and 0 < game < 1 << 32, f"game is {game!r} instead of a number from 1")
    require(isinstance(entropy, list), "entropy is not a list")
    for seat, given in enumerate(entropy):
        require(given is None or is_match(DIGITS, given), f"entropy of seat {seat} is {given!r}")
    require(len(entropy) == seats, f"entropy has {len(entropy)} entries instead of {seats}")
    promised = commitment_to(proof["secret"])
    require(proof["commitment"] == promised, f"commitment is {proof['commitment']} instead of {promised}")
    made = seed_of(proof["secret"], table, game, entropy)
    require(seed == made, f"seed is {seed}, but the proof gives {made}")


def is_match(pattern, value):
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None
