#!/usr/bin/env python3
"""A program of your own takes a seat at a table of Irori.

It knows no rule. The server tells it the view of its seat and the moves that are legal; `choose` below picks one, and
is the place for your own idea. All else is what any client needs: becoming a guest, sitting down, and coming back
after a lost line without making a move twice or not at all. The protocol is described in docs/protocol.md.

Needs Python 3.9 and one package beyond the standard library: pip install 'websockets>=13'

    bot.py http://127.0.0.1:7433/t/abcdefghijkm          joins the table of that link
    bot.py --open koi-koi http://127.0.0.1:7433          opens a table, prints its link, and waits for company
    bot.py --open iroha --fill normal http://127.0.0.1:7433   opens one and has the server's bots fill it
"""

import argparse
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect


def choose(legal, view, dice):
    """Which of the legal moves to make.

    ====> Your own idea goes here. <====
    `legal` is a list of texts, `view` what your seat may see (docs/formats.md tells its keys for each game).
    """
    return dice.choice(legal)


class Refused(Exception):
    """The server did not do what was asked; the code is a word for programs, as in docs/protocol.md."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code

    @classmethod
    def read(cls, body):
        error = json.loads(body)["error"]
        return cls(error["code"], error["message"])


class Server:
    """The HTTP side: everything around the table."""

    def __init__(self, address):
        self.address = address.rstrip("/")
        self.token = None

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused.read(error.read()) from None

    def become_guest(self, name):
        self.token = self.ask("POST", "/api/guests", {"name": name})["token"]

    def socket(self, table, since):
        # http becomes ws, https becomes wss.
        address = "ws" + self.address[len("http"):] + f"/api/tables/{table}/socket?version=1"
        if since is not None:
            address += f"&since={since}"
        return connect(address, additional_headers={"Authorization": f"Bearer {self.token}"})


class Player:
    """One seat at one table."""

    def __init__(self, server, table, games, fill, pause, dice):
        self.server, self.table_id = server, table
        self.games, self.fill, self.pause, self.dice = games, fill, pause, dice
        # What has been seen of the table, up to the event of this number.
        self.number = self.table = self.you = self.play = None
        # The move that was sent and of which nothing has been heard yet. It is sent again after a lost line, under
        # the same id, so that the server makes it once however often it arrives.
        self.pending = None
        self.prefix, self.sent = secrets.token_hex(4), 0
        # What was asked for at which state of the table, so that nothing is asked for twice.
        self.asked = None
        self.over = set()

    def run(self):
        """Plays until all games are over, through as many lines as it takes."""
        wait = 0.25
        while True:
            try:
                with self.server.socket(self.table_id, self.number) as socket:
                    wait, self.asked = 0.25, None
                    if self.pending:
                        self.send(socket, self.pending)
                    for text in socket:
                        self.take(socket, json.loads(text))
                        if self.act(socket):
                            return
            except InvalidStatus as error:
                if error.response.status_code not in (429, 503):
                    raise Refused.read(error.response.body) from None
            except (ConnectionClosed, InvalidHandshake, OSError, EOFError) as error:
                print(f"the line is down ({error}); trying again", file=sys.stderr)
            time.sleep(wait)
            wait = min(2 * wait, 10)

    def send(self, socket, message):
        socket.send(json.dumps(message))

    def take(self, socket, frame):
        """Learns from a frame."""
        kind = frame["type"]
        if kind == "snapshot":
            first = self.table is None
            self.number, self.you, self.table = frame["number"], frame["you"], frame["table"]
            self.play = frame.get("play")
            if first and self.table["phase"] == "over":
                # That game was somebody else's.
                self.over.add(self.table["games"])
        elif kind == "event":
            self.number = frame["number"]
            for key in ("you", "table", "play"):
                if key in frame:
                    setattr(self, key, frame[key])
        if self.pending and frame.get("id") == self.pending["id"]:
            if kind == "refused" and frame["code"] == "unavailable":
                # The server could not write it down; it stays our move.
                time.sleep(1)
                self.send(socket, self.pending)
            elif kind == "refused" and frame["code"] not in ("stale", "away", "not-playing"):
                raise Refused(frame["code"], frame["message"])
            elif kind in ("event", "known", "refused"):
                self.pending = None
        elif kind == "refused" and frame["code"] == "taken":
            self.asked = None
        elif kind == "refused" and frame["code"] not in ("playing", "not-ready", "not-away", "seated"):
            raise Refused(frame["code"], frame["message"])

    def act(self, socket):
        """Does what is to be done now; true when there is nothing left to do."""
        if self.table is None:
            return False
        chairs = self.table["chairs"]
        if self.table["phase"] == "playing":
            if self.you is None:
                raise Refused("playing", "a game is under way, and we have no seat in it")
            if chairs[self.you]["away"]:
                # A bot of the server played for us, since our time was up.
                self.once(socket, "back", {"type": "back"})
            elif self.play["legal"] and not self.pending:
                self.move(socket)
            return False
        if self.table["phase"] == "over" and self.table["games"] not in self.over:
            self.over.add(self.table["games"])
            self.tell_result()
            self.games -= 1
            if self.games == 0:
                self.send(socket, {"type": "leave"})
                return True
        self.sit_and_start(socket, chairs)
        return False

    def sit_and_start(self, socket, chairs):
        # Between games only who has left for good is shown as away, and his seat is free.
        empty = [seat for seat, chair in enumerate(chairs) if chair["kind"] == "empty" or chair.get("away")]
        entropy = secrets.token_hex(32)
        if self.you is None:
            if not empty:
                raise Refused("taken", "there is no free seat at this table")
            self.once(socket, "sit", {"type": "sit", "seat": empty[0], "entropy": entropy})
        elif empty and self.fill:
            self.once(socket, f"fill {empty[0]}", {"type": "fill", "seat": empty[0], "bot": self.fill})
        elif not chairs[self.you]["ready"]:
            self.once(socket, f"ready {self.table['games']}", {"type": "ready", "entropy": entropy})
        elif not empty and all(chair.get("ready", True) for chair in chairs):
            self.once(socket, f"start {self.table['games']}", {"type": "start"})

    def once(self, socket, what, message):
        """Asks for something, but not again before something else was asked for."""
        if self.asked != what:
            self.asked = what
            self.send(socket, message)

    def move(self, socket):
        # A server takes some ten messages a second over one socket.
        time.sleep(self.pause)
        chosen = choose(self.play["legal"], self.play["view"], self.dice)
        self.sent += 1
        self.pending = {"type": "move", "id": f"{self.prefix}-{self.sent}", "at": self.number, "move": chosen}
        self.send(socket, self.pending)

    def tell_result(self):
        view, game = self.play["view"], self.table["games"]
        record = f"{self.server.address}/api/tables/{self.table_id}/games/{game}/record"
        won = "won" if self.you in (view["winners"] or []) else "did not win"
        print(f"seat {self.you} {won}: {view['totals']}, record: {record}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("link", help="the link of a table, or with --open the address of a server")
    parser.add_argument("--open", metavar="GAME", help="open a table: iroha, irono, iyadosu, wild-rawz or koi-koi")
    parser.add_argument("--seats", type=int, help="how many play there (default: the game's usual number)")
    parser.add_argument("--fill", metavar="BOT", help="have bots of the server take the other seats, as normal")
    parser.add_argument("--name", default="example bot")
    parser.add_argument("--games", type=int, default=1, help="how many games to play (default: 1)")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds before each move (default: 0.3)")
    parser.add_argument("--seed", help="for the same dice every time")
    args = parser.parse_args()
    where = urllib.parse.urlsplit(args.link)
    server = Server(f"{where.scheme}://{where.netloc}")
    try:
        server.become_guest(args.name)
        if args.open:
            games = server.ask("GET", "/api/games")["games"]
            usual = {game["game"]: game["usual_seats"] for game in games}
            seats = args.seats or usual.get(args.open, 2)
            link = server.ask("POST", "/api/tables", {"game": args.open, "seats": seats})["link"]
            print(f"table: {server.address}{link}", flush=True)
        else:
            link = where.path
        table = link.rstrip("/").split("/")[-1]
        player = Player(server, table, args.games, args.fill, args.pause, random.Random(args.seed))
        player.run()
    except (Refused, urllib.error.URLError) as error:
        sys.exit(f"bot.py: {error}")


if __name__ == "__main__":
    main()
