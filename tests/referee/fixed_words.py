"""Streams of known words, for tests of what a game makes of them."""

from chance import Stream

HIGHEST = 0xFFFFFFFF  # gives bound - 1, so that a shuffle of such words leaves everything in its place


class FixedWords(Stream):
    def __init__(self, words):
        self.words = list(reversed(words))


def highest():
    return FixedWords([HIGHEST] * 200)
