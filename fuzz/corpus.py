"""Writes the first inputs for the fuzzer from one record of each game: corpus.py IRORI"""

import json
import pathlib
import subprocess
import sys

CORPUS = pathlib.Path(__file__).parent / "corpus"
MOVES = 12  # as many as the engine plays in one input


def main(irori):
    games = json.loads(subprocess.check_output([irori, "games", "--json"]))["games"]
    for game in (info["game"] for info in games):
        text = subprocess.check_output([irori, "sim", game, "--games=1", "--seed=fuzz", "--records=-"], text=True)
        record = json.loads(text)
        steps = [step for step in record["steps"] if "move" in step]
        (CORPUS / "records" / game).write_text(text)
        (CORPUS / "engine" / game).write_text("\n".join(map(json.dumps, requests(record, steps))) + "\n")
        for form, move in {form_of(step["move"]): step["move"] for step in steps}.items():
            (CORPUS / "moves" / f"{game}-{form}").write_text(move)


def form_of(move):
    """The first word of a move, unless that is just a card."""
    word = move.split()[0]
    return word if word.isalpha() else "card"


def requests(record, steps):
    deal = next(step["deal"] for step in record["steps"] if "deal" in step)
    setup = {"game": record["game"], "seats": record["seats"], "options": {}, "seed": "fuzz", "deals": [deal]}
    yield {"new": setup}
    for step in steps[:MOVES]:
        yield {"legal": {"seat": step["seat"]}}
        yield {"play": {"seat": step["seat"], "move": step["move"]}}
        yield {"view": {"seat": None}}
        yield {"suggest": {"seat": step["seat"], "bot": "random", "ms": 0}}
    yield {"record": {}}


if __name__ == "__main__":
    main(*sys.argv[1:])
