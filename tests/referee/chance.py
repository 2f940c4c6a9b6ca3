"""Chance from a seed: one ChaCha12 stream (RFC 8439's block function with 12 rounds) per chance event of a game.

The seed is the key. Event n, counted from 0 over all deals of a game and iroha's star, reads its own stream:
state words 12 and 13 hold the block counter (low, high), words 14 and 15 hold n (low, high). The keystream is read as
little-endian 32-bit words. How a deal is laid out from a stream is told by each game's `draw_deal`.
"""

WORD = 1 << 32

# Four 32-bit words stand side by side in one integer, in lanes of 64 bits, so that one quarter round works on the
# four columns (or diagonals) of the state at once.
LOW_HALVES = sum(0xFFFFFFFF << (64 * lane) for lane in range(4))


def pack_lanes(words):
    return sum(word << (64 * lane) for lane, word in enumerate(words))


CONSTANTS = pack_lanes([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574])


class Stream:
    """The keystream of one chance event."""

    def __init__(self, seed, event):
        words = [int.from_bytes(seed[i : i + 4], "little") for i in range(0, 32, 4)]
        self.key = (pack_lanes(words[:4]), pack_lanes(words[4:]))
        self.event = event
        self.block_counter = 0
        self.words = []  # of the current block, the next one last

    def next_word(self):
        if not self.words:
            tail = [self.block_counter % WORD, self.block_counter // WORD, self.event % WORD, self.event // WORD]
            self.words = chacha_block(*self.key, pack_lanes(tail))
            self.words.reverse()
            self.block_counter += 1
        return self.words.pop()

    def below(self, bound):
        """A number from 0 to bound - 1, all equally likely: products in the short first strip are drawn again."""
        while True:
            product = self.next_word() * bound
            if product % WORD >= WORD % bound:
                return product // WORD

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def chacha_block(key_low, key_high, tail, rounds=12):
    """The 16 words of one block; the arguments are rows 1 to 3 of the state in lanes."""
    a, b, c, d = CONSTANTS, key_low, key_high, tail
    for _ in range(rounds // 2):
        a, b, c, d = quarter_rounds(a, b, c, d)
        b, c, d = turn_lanes(b, 1), turn_lanes(c, 2), turn_lanes(d, 3)
        a, b, c, d = quarter_rounds(a, b, c, d)
        b, c, d = turn_lanes(b, 3), turn_lanes(c, 2), turn_lanes(d, 1)
    rows = (a + CONSTANTS, b + key_low, c + key_high, d + tail)
    return [(row >> (64 * lane)) % WORD for row in rows for lane in range(4)]


def quarter_rounds(a, b, c, d):
    a = (a + b) & LOW_HALVES
    d ^= a
    d = ((d << 16) | (d >> 16)) & LOW_HALVES
    c = (c + d) & LOW_HALVES
    b ^= c
    b = ((b << 12) | (b >> 20)) & LOW_HALVES
    a = (a + b) & LOW_HALVES
    d ^= a
    d = ((d << 8) | (d >> 24)) & LOW_HALVES
    c = (c + d) & LOW_HALVES
    b ^= c
    b = ((b << 7) | (b >> 25)) & LOW_HALVES
    return a, b, c, d


def turn_lanes(row, places):
    """Moves the words of a row `places` to the left, round the corner."""
    bits = 64 * places
    return (row >> bits) | ((row & ((1 << bits) - 1)) << (256 - bits))
