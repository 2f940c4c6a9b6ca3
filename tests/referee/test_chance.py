"""The ChaCha blocks against published ones, what is drawn from it, and how each game lays out its deal."""

import struct
import unittest

import iroha
import irono
import iyadosu
import koi_koi
import wild_rawz
from chance import Stream, chacha_block, pack_lanes

HIGHEST = 0xFFFFFFFF  # gives bound - 1, so that a shuffle of such words leaves everything in its place


class FixedWords(Stream):
    def __init__(self, words):
        self.words = list(reversed(words))


def highest():
    return FixedWords([HIGHEST] * 200)


class ChanceTest(unittest.TestCase):
    def test_block_of_rfc_8439_section_2_3_2(self):
        # The RFC's example has 20 rounds; its counter and nonce fill the last row of the state.
        key = list(struct.unpack("<8I", bytes(range(32))))
        tail = [1, 0x09000000, 0x4A000000, 0]
        block = chacha_block(pack_lanes(key[:4]), pack_lanes(key[4:]), pack_lanes(tail), rounds=20)
        expected = (
            "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 "
            "466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2"
        )
        self.assertEqual(" ".join(f"{word:08x}" for word in block), expected)

    def test_stream_of_zeros_is_the_published_chacha12_keystream(self):
        stream = Stream(bytes(32), event=0)
        keystream = b"".join(stream.next_word().to_bytes(4, "little") for _ in range(16))
        self.assertTrue(keystream.hex().startswith("9bf49a6a0755f953811fce125f2683d5"))

    def test_blocks_follow_by_their_counter(self):
        stream = Stream(bytes(32), event=5)
        words = [stream.next_word() for _ in range(32)]
        later = Stream(bytes(32), event=5)
        later.block_counter = 1
        self.assertEqual([later.next_word() for _ in range(16)], words[16:])

    def test_events_read_different_streams(self):
        first_words = {Stream(bytes(32), event).next_word() for event in (0, 1, 1 << 32)}
        self.assertEqual(len(first_words), 3)

    def test_below_draws_again_in_the_short_strip(self):
        # 2^32 mod 6 is 4; the word 0 gives the product 0, below 4, and is thrown away.
        self.assertEqual(FixedWords([0, 0xFFFFFFFF]).below(6), 5)
        self.assertEqual(FixedWords([1]).below(6), 0)
        self.assertEqual(FixedWords([0]).below(8), 0)

    def test_shuffle_goes_from_the_end(self):
        items = ["a", "b", "c"]
        # below(3) = 0 swaps c and a; below(2) = 1 leaves b.
        FixedWords([1, 0xFFFFFFFF]).shuffle(items)
        self.assertEqual(items, ["c", "b", "a"])


class DealTest(unittest.TestCase):
    def test_iroha(self):
        deal = iroha.Game(3, {"first": "random"}).draw_deal(highest())
        self.assertEqual(deal["dealer"], 2)
        self.assertEqual(deal["hands"][0], "b1 b2 b3 b4 b5 b6 f1 f2 f3".split())
        self.assertEqual(deal["hands"][2], "m1 m2 m3 m4 m5 m6 w1 w2 w3".split())
        self.assertEqual(deal["aside"], "w4 w5 w6".split())

    def test_first_player_is_drawn_before_the_shuffle_and_only_if_asked_for(self):
        words = [1] + [HIGHEST] * 200
        drawn = iroha.Game(3, {"first": "random"}).draw_deal(FixedWords(words))
        fixed = iroha.Game(3, {"first": 1}).draw_deal(FixedWords(words))
        self.assertEqual((drawn["dealer"], drawn["hands"][0][0]), (0, "b1"))
        self.assertEqual((fixed["dealer"], fixed["hands"][0][0]), (1, "w6"))

    def test_irono(self):
        self.assertEqual(irono.Game(2, {"first": "random"}).draw_deal(highest()), {"first": 1})
        self.assertEqual(irono.Game(2, {"first": 0}).draw_deal(FixedWords([])), {"first": 0})

    def test_iyadosu(self):
        deal = iyadosu.Game(3, {"first": "random"}).draw_deal(highest())
        self.assertEqual(deal["start"], 2)
        self.assertEqual(deal["hands"][0], "k1 k2 k3 k4 k5 k6 k7 k8 k9 r1 r2 r3".split())
        self.assertEqual(deal["hands"][2][-1], "g9")

    def test_wild_rawz(self):
        deal = wild_rawz.Game(3, {"first": "random", "hand": 11}).draw_deal(highest())
        self.assertEqual(deal["start"], 2)
        # Each of the seven first places swaps with the last numbered card.
        self.assertEqual(deal["up"], "b8 r0 r1 r2 r3 r4 r5".split())
        self.assertEqual(deal["hands"][0], "r7 r7 r8 y0 y1 y2 y3 y4 y5 y6 y7".split())
        self.assertEqual(deal["hands"][2][-2:], ["b7", "r6"])
        self.assertEqual(deal["aside"], "rs ys gs bs".split())

    def test_koi_koi(self):
        deal = koi_koi.Game(2, {"first": 1}).draw_deal(highest())
        self.assertEqual(deal["hands"][0], "1B 1R 1K1 1K2 4A 4R 4K1 4K2".split())
        self.assertEqual(deal["hands"][1], "2A 2R 2K1 2K2 5A 5R 5K1 5K2".split())
        self.assertEqual(deal["ba"], "3B 3R 3K1 3K2 6A 6R 6K1 6K2".split())
        self.assertEqual(deal["deck"][:5], "7A 7R 7K1 7K2 8B".split())
        self.assertNotIn("draws", deal)

    def test_koi_koi_draws_until_the_months_differ(self):
        # The second card of a pair is drawn from the 47 others: the word 1 gives the card after the first.
        words = [1, 1, HIGHEST, 1] + [HIGHEST] * 100
        deal = koi_koi.Game(2, {"first": "draw"}).draw_deal(FixedWords(words))
        self.assertEqual(deal["draws"], [["1B", "1R"], ["12K3", "1B"]])
        self.assertEqual(deal["oya"], 1)
        self.assertEqual(deal["hands"][0][:4], "1B 1R 1K1 1K2".split())


if __name__ == "__main__":
    unittest.main()
