"""examples/bot.py plays whole games at a real server, over connections that hold and connections that break."""

import contextlib
import io
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))
import bot  # noqa: E402

IRORI = os.environ.get("IRORI", str(ROOT / "target/release/irori"))
LONGEST = 120


class BreakingLine:
    """Passes bytes on to a server and breaks each connection after some thousands of bytes."""

    def __init__(self, to):
        self.to, self.broken, self.rng = to, 0, random.Random(1)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(self.to)
            allowance = self.rng.randint(6000, 30000)
            threading.Thread(target=self.carry, args=(client, server, None), daemon=True).start()
            threading.Thread(target=self.carry, args=(server, client, allowance), daemon=True).start()

    def carry(self, source, sink, allowance):
        try:
            while data := source.recv(4096):
                sink.sendall(data)
                if allowance is not None:
                    allowance -= len(data)
                    if allowance < 0:
                        self.broken += 1
                        break
        except OSError:
            pass
        for side in (source, sink):
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        source.close()


class LosesRequests(bot.Player):
    """Loses the connection when it sends a request of some kind for the first time."""

    lost = frozenset()

    def send(self, socket, message):
        if message["type"] not in self.lost:
            self.lost |= {message["type"]}
            socket.close()
        super().send(socket, message)


class TheExample(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        log = open(self.folder / "log", "w")
        self.addCleanup(log.close)
        self.server = subprocess.Popen(
            [IRORI, "serve", "--bind", "127.0.0.1:0", "--database", f"sqlite:{self.folder}/irori.sqlite",
             "--bot-pause", "0", "--max-messages", "10000", "--max-writes", "10000"],
            stdout=subprocess.PIPE, stderr=log, text=True)
        self.addCleanup(self.stop)
        self.address = re.search(r"http://\S+", self.server.stdout.readline())[0]

    def stop(self):
        self.server.terminate()
        self.server.wait(timeout=20)
        self.server.stdout.close()

    def start(self, *args):
        process = subprocess.Popen(
            [sys.executable, "-B", str(ROOT / "examples/bot.py"), "--pause", "0", *args],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def finish(self, process):
        """Waits for a bot to end well, and returns what it printed."""
        out, err = process.communicate(timeout=LONGEST)
        self.assertEqual(process.returncode, 0, err)
        return out, err

    def proved(self, said, games):
        """Proves the records of the games that a bot has printed."""
        records = re.findall(r"record: (\S+)", said)
        self.assertEqual(len(records), games, said)
        # From the server itself, not over a connection that breaks.
        paths = [re.sub(r"^http://[^/]+", "", record) for record in records]
        texts = [urllib.request.urlopen(self.address + path).read().decode().strip() for path in paths]
        check = subprocess.run([IRORI, "check", "-"], input="\n".join(texts) + "\n", capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        plural = "s" if games > 1 else ""
        self.assertIn(f"{games} game{plural} proved", check.stdout)
        self.assertIn(f"{games} of them with proof of a fair shuffle", check.stdout)
        self.assertNotIn("unfinished", check.stdout)

    def test_plays_iroha_with_bots_of_the_server(self):
        out, err = self.finish(self.start("--open", "iroha", "--seats", "4", "--fill", "greedy", self.address))
        self.assertEqual(err, "")
        self.proved(out, 1)

    def test_two_of_them_meet_by_a_link_and_play_koi_koi_twice(self):
        one = self.start("--open", "koi-koi", "--games", "2", "--name", "one", self.address)
        link = one.stdout.readline().split()[1]
        other = self.start("--games", "2", "--name", "other", link)
        for process in (one, other):
            self.proved(self.finish(process)[0], 2)

    def test_reconnects_and_makes_no_move_twice(self):
        host, port = self.address.removeprefix("http://").split(":")
        line = BreakingLine((host, int(port)))
        self.addCleanup(line.listener.close)
        out, err = self.finish(self.start("--open", "koi-koi", "--fill", "greedy", line.address))
        self.assertGreater(line.broken, 2)
        self.assertIn("connection lost", err)
        self.proved(out, 1)

    def test_sends_lost_requests_again(self):
        """After such a loss the server has nothing new to say, so the bot must not wait for it."""
        server = bot.Server(self.address)
        server.become_guest("forgetful")
        table = server.ask("POST", "/api/tables", {"game": "koi-koi", "seats": 2})["link"].split("/")[-1]
        player = LosesRequests(server, table, games=1, fill="greedy", pause=0, rng=random.Random(1))
        said = io.StringIO()

        def run():
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
                player.run()

        running = threading.Thread(target=run, daemon=True)
        running.start()
        running.join(LONGEST)
        self.assertFalse(running.is_alive(), f"waits forever; lost so far: {sorted(player.lost)}")
        self.assertEqual(player.lost, {"sit", "fill", "start", "move", "leave"})
        self.proved(said.getvalue(), 1)

    def test_an_error_is_one_line(self):
        nobody = "http://127.0.0.1:1/t/abcdefghijkm"
        for args in (["--open", "chess", self.address], [f"{self.address}/t/abcdefghijkm"], [nobody]):
            process = self.start(*args)
            _, err = process.communicate(timeout=LONGEST)
            self.assertEqual(process.returncode, 1)
            self.assertRegex(err, r"\Abot\.py: [^\n]+\n\Z")


if __name__ == "__main__":
    unittest.main()
