"""An independent referee: replays every record of a JSON Lines file and checks everything in it.

    python3 tests/referee/referee.py FILE      (or - for standard input)

It was written from the rules and the contract alone, as a second opinion on `irori check`. On the first fault it prints
`line L, step S: …` and exits with 1. Both numbers count from 1; a fault outside the steps has no step. Without a fault
it prints how many games and moves it has checked, and exits with 0.
"""

import importlib
import json
import pathlib
import re
import sys

from chance import Stream
from game import Fault, is_int, require, require_keys, same_numbers
from proof import check_proof

# Every folder with a package in it is a game: the id with `_` for `-`.
FOLDERS = sorted(package.parent.name for package in pathlib.Path(__file__).parent.glob("*/__init__.py"))
GAMES = {folder.replace("_", "-"): importlib.import_module(folder) for folder in FOLDERS}


def main(arguments):
    if len(arguments) != 1:
        print("usage: referee.py FILE or -", file=sys.stderr)
        return 2
    try:
        if arguments[0] == "-":
            return check_lines(sys.stdin.buffer)
        with open(arguments[0], "rb") as lines:
            return check_lines(lines)
    except OSError as error:
        print(error, file=sys.stderr)
        return 2


def check_lines(lines):
    counts = {}  # game -> [games, unfinished games, moves]
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = parse(line)
            finished, moves = check_record(record)
        except Fault as fault:
            step = "" if fault.step is None else f", step {fault.step}"
            print(f"line {number}{step}: {fault}")
            return 1
        count = counts.setdefault(record["game"], [0, 0, 0])
        count[0] += 1
        count[1] += not finished
        count[2] += moves
    if not counts:
        print("line 1: no records")  # an empty file proves nothing, and is likely a mistake
        return 1
    for game, (games, unfinished, moves) in sorted(counts.items()):
        note = f" ({unfinished} unfinished)" if unfinished else ""
        print(f"{game}: {games} games{note}, {moves} moves checked")
    return 0


def parse(line):
    def no_fractions(text):
        raise Fault(f"{text} is not an integer")

    def no_twins(pairs):
        keys = [key for key, _ in pairs]
        require(len(keys) == len(set(keys)), "an object has the same key twice")
        return dict(pairs)

    try:
        return json.loads(
            line.decode("utf-8"), object_pairs_hook=no_twins, parse_float=no_fractions, parse_constant=no_fractions
        )
    except ValueError as error:
        raise Fault(f"not JSON: {error}") from error


def check_record(record):
    """Replays one record; says whether its game is finished, and how many moves it has."""
    game = check_head(record)
    seed = bytes.fromhex(record["seed"])
    given = record.get("given", 0)
    events = 0  # chance events so far: deals, and the star
    moves = 0
    for number, step in enumerate(record["steps"], start=1):
        try:
            kind = kind_of(step)
            require(kind == game.awaits, f"a {kind} stands where {awaited(game)}")
            if kind == "deal":
                take_deal(game, step["deal"], Stream(seed, events), proved=events >= given)
                events += 1
            elif kind == "move":
                take_move(game, step)
                moves += 1
            elif kind == "score":
                game.take_score(step["score"])
            else:
                take_star(game, step["star"], Stream(seed, events))
        except Fault as fault:
            fault.step = number
            raise
    check_end(record, game)
    return game.awaits == "over", moves


def check_head(record):
    """The keys outside the steps that must be right before a game can be replayed."""
    require(isinstance(record, dict), "the record is not an object")
    for key in ("irori", "game", "seats", "options", "seed", "steps", "totals", "winners"):
        require(key in record, f"the record lacks {key!r}")
    require(is_int(record["irori"]) and record["irori"] == 1, "irori is not 1")
    require(isinstance(record["game"], str) and record["game"] in GAMES, f"unknown game {record['game']!r}")
    module = GAMES[record["game"]]
    seats = record["seats"]
    require(is_int(seats) and seats in module.SEATS, f"{record['game']} is not played by {seats}")
    check_options(record["options"], module.option_values(seats))
    seed = record["seed"]
    require(isinstance(seed, str) and re.fullmatch("[0-9a-f]{64}", seed), "seed is not 64 lower-case hex digits")
    given = record.get("given", 0)
    require(is_int(given) and given >= 0, "given is not a count of deals")
    if "proof" in record:
        check_proof(record["proof"], seats, seed)
    require(isinstance(record["steps"], list), "steps is not a list")
    return module.Game(seats, record["options"])


def check_options(options, values):
    require_keys("options", options, tuple(values))
    for key, allowed in values.items():
        fits = any(type(value) is type(options[key]) and value == options[key] for value in allowed)
        require(fits, f"option {key!r} is {options[key]!r}, allowed: {allowed}")


def kind_of(step):
    require(isinstance(step, dict), "the step is not an object")
    for kind in ("deal", "score", "star"):
        if kind in step:
            require_keys("the step", step, (kind,))
            return kind
    require_keys("the step", step, ("seat", "move"), optional=("legal",))
    return "move"


def awaited(game):
    if game.awaits == "over":
        return "the game is over"
    if game.awaits == "move":
        return f"a move is awaited of one of the seats {game.to_act()}"
    return f"a {game.awaits} is awaited"


def take_deal(game, deal, stream, proved):
    expected = game.draw_deal(stream) if proved else None  # before the deal changes who starts
    game.take_deal(deal)
    if proved:
        require(game.canonical(deal) == game.canonical(expected), f"the seed gives another deal: {expected}")


def take_move(game, step):
    seat, move = step["seat"], step["move"]
    require(is_int(seat) and isinstance(move, str), "a move needs a seat and a text")
    if "legal" in step and seat in game.to_act():
        expected = game.legal(seat)
        require(step["legal"] == expected, f"legal is {step['legal']} instead of {expected}")
    game.play(seat, move)


def take_star(game, star, stream):
    expected = game.draw_star(stream)
    require(is_int(star) and star == expected, f"star is {star} instead of {expected}")
    game.take_star(star)


def check_end(record, game):
    # Scores and the star follow of themselves, so even an unfinished record has them.
    require(game.awaits not in ("score", "star"), f"the record ends where {awaited(game)}")
    require(same_numbers(record["totals"], game.totals), f"totals is {record['totals']} instead of {game.totals}")
    winners = game.winners() if game.awaits == "over" else []
    require(same_numbers(record["winners"], winners), f"winners is {record['winners']} instead of {winners}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
