"""The ChaCha blocks compared with published ones, and what is drawn from them."""

import struct
import unittest

from chance import Stream, chacha_block, pack_lanes
from fixed_words import FixedWords


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


if __name__ == "__main__":
    unittest.main()
