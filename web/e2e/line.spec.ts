/** What can happen to a connection. Afterwards the page is always where it was. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import {
  awaited,
  expect,
  freePort,
  House,
  moves,
  myTurn,
  numberOf,
  picture,
  playNow,
  test,
  type Page,
} from './house';
import { choose, playOne } from './hands';

/** Waits for this page's turn, and for the bots that choose at the same time. */
async function settled(page: Page) {
  await awaited(page);
  let before: string | null;
  do {
    before = await numberOf(page);
    await page.waitForTimeout(1000);
  } while (before !== (await numberOf(page)));
}

/** What a page shows: the number of the last event, and the hand. */
const seen = async (page: Page) => ({
  number: await numberOf(page),
  hand: await page
    .locator('.hand button')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card)),
});

test('a reload leads back to the same place', async ({ page }) => {
  await playNow(page, 'iroha');
  await awaited(page);
  await choose(page);
  await settled(page);
  const before = await seen(page);
  await page.reload();
  await awaited(page);
  expect(await seen(page)).toEqual(before);
  expect(before.hand).toHaveLength(9);
});

test('the back button leads out and in again, and the start page knows the way', async ({ page }) => {
  await playNow(page, 'iroha');
  await settled(page);
  const before = await seen(page);
  await page.goBack();
  await expect(page.getByText('Continue playing')).toBeVisible();
  await picture(page, 'continue');
  await page.goForward();
  await awaited(page);
  expect(await seen(page)).toEqual(before);
  await page.goBack();
  await page.getByRole('link', { name: 'Your turn' }).click();
  await awaited(page);
  expect(await seen(page)).toEqual(before);
});

test('a second tab shows the same table and follows', async ({ page, context }) => {
  await playNow(page, 'iroha');
  await settled(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await awaited(second);
  expect(await seen(second)).toEqual(await seen(page));
  await choose(second);
  await awaited(page);
  await expect
    .poll(async () => JSON.stringify(await seen(page)) === JSON.stringify(await seen(second)))
    .toBe(true);
});

test.describe('links that lead nowhere', () => {
  // The browser logs what it does not find.
  test.use({ allowed: /404|WebSocket connection to/ });

  test('say so, and show the way home', async ({ page }) => {
    await page.goto('/t/nosuchtable');
    await expect(page.getByText('This table does not exist.')).toBeVisible();
    await picture(page, 'no-table');
    await page.getByRole('link', { name: 'Home' }).last().click();
    await expect(page.getByRole('heading', { name: 'Public tables' })).toBeVisible();
    for (const nothing of ['/new/chess', '/nothing']) {
      await page.goto(nothing);
      await expect(page.getByText('Page not found')).toBeVisible();
    }
  });
});

/** A proxy that can be cut. New connections wait until it is mended, as in a tunnel. */
class Wire {
  #server: Server;
  #sockets = new Set<Socket>();
  #held: (() => void)[] = [];
  cut = false;
  delay = 0;

  constructor(
    readonly port: number,
    to: number,
  ) {
    this.#server = createServer((near) => {
      const join = () => {
        const far = connect(to, '127.0.0.1');
        for (const [from, into] of [
          [near, far],
          [far, near],
        ] as const) {
          from.on('data', (data) => setTimeout(() => into.writable && into.write(data), this.delay));
          from.on('close', () => into.destroy());
          from.on('error', () => into.destroy());
          this.#sockets.add(from);
        }
      };
      if (this.cut) this.#held.push(join);
      else join();
    }).listen(port, '127.0.0.1');
  }

  break() {
    this.cut = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  mend() {
    this.cut = false;
    for (const join of this.#held.splice(0)) join();
  }

  end() {
    this.break();
    this.#server.close();
  }
}

test('a lost connection is restored by itself', async ({ page, house }) => {
  const wire = new Wire(await freePort(), house.port);
  await page.goto(`http://127.0.0.1:${wire.port}/`);
  await page.locator('[data-game="iroha"]').getByRole('button', { name: 'Play now' }).click();
  await page.getByRole('button', { name: 'Start playing' }).click();
  await settled(page);
  const before = await seen(page);
  wire.break();
  await expect(page.getByText('Connection lost')).toBeVisible();
  await picture(page, 'lost');
  // A move made while disconnected is sent after reconnecting.
  await choose(page);
  expect(await seen(page)).toEqual(before);
  wire.mend();
  await expect(page.getByText('Connection lost')).toBeHidden({ timeout: 30_000 });
  await expect(page.locator('.screen')).not.toHaveAttribute('data-number', before.number ?? '');
  await awaited(page);
  expect((await seen(page)).hand).not.toEqual(before.hand);
  wire.end();
});

test('a slow network is only slow', async ({ page, house }) => {
  const wire = new Wire(await freePort(), house.port);
  await page.goto(`http://127.0.0.1:${wire.port}/`);
  wire.delay = 400;
  await page.locator('[data-game="iroha"]').getByRole('button', { name: 'Play now' }).click();
  await page.getByRole('button', { name: 'Start playing' }).click();
  for (let move = 0; move < 3; move++) {
    await awaited(page);
    await playOne(page);
  }
  wire.end();
});

test.describe('a server that restarts', () => {
  // The browser logs every failed connection.
  test.use({ allowed: /WebSocket connection to|ERR_CONNECTION_REFUSED/ });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`after ${signal} the game goes on`, async ({ page }) => {
      const house = await House.open();
      await page.goto(`${house.address}/`);
      await page.locator('[data-game="iroha"]').getByRole('button', { name: 'Play now' }).click();
      await page.getByRole('button', { name: 'Start playing' }).click();
      await settled(page);
      const before = await seen(page);
      await house.stop(signal);
      await expect(page.getByText(/Connection lost|restarting/)).toBeVisible();
      await house.start();
      await expect(page.getByText(/Connection lost|restarting/)).toBeHidden({ timeout: 30_000 });
      expect(await seen(page)).toEqual(before);
      await moves(page, () => choose(page));
      await awaited(page);
      expect(await myTurn(page)).toBe(true);
      await house.close();
    });
  }
});
