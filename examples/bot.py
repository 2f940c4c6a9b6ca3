#!/usr/bin/env python3
"""A bot of your own takes a seat at an Irori table.

The bot knows no rules. The server sends the view of its seat and the legal moves, and `choose` below picks one: put
your own idea there. The rest is what every client needs. It becomes a guest, sits down, and reconnects after a lost
connection without losing or repeating a move. docs/protocol.md describes the protocol.

Needs Python 3.9 and one package: pip install 'websockets>=13'

    bot.py http://127.0.0.1:7433/t/abcdefghijkm               joins the table with that link
    bot.py --open koi-koi http://127.0.0.1:7433               opens a table, prints its link and waits for players
    bot.py --open iroha --fill normal http://127.0.0.1:7433   opens a table and fills it with bots of the server
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


def choose(legal, view, rng):
    """Picks one of the legal moves.

    ====> Your own idea goes here. <====
    `legal` is a list of texts. `view` is what your seat may see; docs/formats.md lists its keys for each game.
    """
    return rng.choice(legal)


class Refused(Exception):
    """The server refused a request. docs/protocol.md lists the codes."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code

    @classmethod
    def read(cls, body):
        error = json.loads(body)["error"]
        return cls(error["code"], error["message"])


class Server:
    """The HTTP API: everything outside a table."""

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

    def __init__(self, server, table, games, fill, pause, rng):
        self.server, self.table_id = server, table
        self.games, self.fill, self.pause, self.rng = games, fill, pause, rng
        # The table as of the event with this number.
        self.number = self.table = self.you = self.play = None
        # The move that the server has not answered yet. After a lost connection it is sent again with the same id, so
        # that the server plays it only once.
        self.pending = None
        self.prefix, self.sent = secrets.token_hex(4), 0
        # The last request, so that it is not sent twice.
        self.asked = None
        self.over = set()

    def run(self):
        """Plays until all games are over, and reconnects as often as needed."""
        wait = 0.25
        while True:
            try:
                with self.server.socket(self.table_id, self.number) as socket:
                    wait, self.asked = 0.25, None
                    if self.pending:
                        self.send(socket, self.pending)
                    elif self.act(socket):
                        # A request was lost with the connection, and the server may have nothing new to say.
                        return
                    for text in socket:
                        self.take(socket, json.loads(text))
                        if self.act(socket):
                            return
            except InvalidStatus as error:
                if error.response.status_code not in (429, 503):
                    raise Refused.read(error.response.body) from None
            except (ConnectionClosed, InvalidHandshake, OSError, EOFError) as error:
                print(f"connection lost ({error}); reconnecting", file=sys.stderr)
            time.sleep(wait)
            wait = min(2 * wait, 10)

    def send(self, socket, message):
        socket.send(json.dumps(message))

    def take(self, socket, frame):
        """Updates what we know from a frame."""
        kind = frame["type"]
        if kind == "snapshot":
            first = self.table is None
            self.number, self.you, self.table = frame["number"], frame["you"], frame["table"]
            self.play = frame.get("play")
            if first and self.table["phase"] == "over":
                # Others played that game.
                self.over.add(self.table["games"])
        elif kind == "event":
            self.number = frame["number"]
            for key in ("you", "table", "play"):
                if key in frame:
                    setattr(self, key, frame[key])
        if self.pending and frame.get("id") == self.pending["id"]:
            if kind == "refused" and frame["code"] == "unavailable":
                # The server could not store the move, so it is still our turn.
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
        """Does what the table waits for. Returns true when all games are over."""
        if self.table is None:
            return False
        chairs = self.table["chairs"]
        if self.table["phase"] == "playing":
            if self.you is None:
                raise Refused("playing", "a game is in progress, and this bot has no seat in it")
            if chairs[self.you]["away"]:
                # Our time ran out, so a bot of the server plays for us.
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
        # Between games, `away` means that the player has left for good: the seat is free.
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
        """Sends a request unless it was the last one sent."""
        if self.asked != what:
            self.asked = what
            self.send(socket, message)

    def move(self, socket):
        # The server accepts about ten messages a second on a socket.
        time.sleep(self.pause)
        chosen = choose(self.play["legal"], self.play["view"], self.rng)
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
    parser.add_argument("--open", metavar="GAME", help="open a table of this game; `irori games` lists them")
    parser.add_argument("--seats", type=int, help="number of players (default: the game's usual number)")
    parser.add_argument("--fill", metavar="BOT", help="fill the other seats with this bot of the server, such as normal")
    parser.add_argument("--name", default="example bot")
    parser.add_argument("--games", type=int, default=1, help="number of games (default: 1)")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds before each move (default: 0.3)")
    parser.add_argument("--seed", help="any text; the same text gives the same choices")
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
