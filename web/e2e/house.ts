/** What all browser tests need: a server of their own and pages whose console is watched. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

export const IRORI = resolve(process.env.BINARY ?? '../target/release/irori');

/** A server on a free port with an empty database, which survives a restart. */
export class House {
  #child: ChildProcess | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), 'irori-'));

  private constructor(readonly port: number) {}

  static async open(): Promise<House> {
    const house = new House(await freePort());
    await house.start();
    return house;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    const child = spawn(
      IRORI,
      ['serve', '--bind', `127.0.0.1:${this.port}`, '--database', `sqlite:${this.#folder}/house.db`],
      {
        env: { ...process.env, IRORI_BOT_PAUSE: '0', IRORI_LOG_LEVEL: 'warn' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#child = child;
    await new Promise<void>((ready, failed) => {
      child.stdout?.on('data', (data: Buffer) => String(data).includes(this.address) && ready());
      child.once('error', failed);
      child.once('exit', (code) => failed(new Error(`irori ended with ${code}`)));
    });
  }

  /** Stops the server gracefully, or kills it. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }

  async close() {
    await this.stop('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface Fixtures {
  /** What the console may log in this test: nothing, unless a connection is meant to fail. */
  allowed: RegExp | null;
  settings: Record<string, string>;
}

export const test = base.extend<Fixtures, { house: House }>({
  house: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const house = await House.open();
      await use(house);
      await house.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.address),
  allowed: [null, { option: true }],
  settings: [{ motion: 'off', sending: 'once', language: 'en', level: 'easy' }, { option: true }],
  context: async ({ context, allowed, settings }, use) => {
    const complaints = await watch(context, allowed, settings);
    await use(context);
    expect(complaints, 'the console stays quiet').toEqual([]);
  },
});

/** Watches the console of every page of a context; returns the list that complaints go into. */
export async function watch(
  context: BrowserContext,
  allowed: RegExp | null,
  settings: Record<string, string>,
): Promise<string[]> {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!allowed?.test(text)) complaints.push(text);
  };
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
  });
  context.on('weberror', (error) => complain(String(error.error())));
  await context.addInitScript((kept) => {
    // A blank page has no storage.
    if (location.protocol === 'about:' || localStorage.getItem('irori.settings')) return;
    localStorage.setItem('irori.settings', JSON.stringify(kept));
  }, settings);
  return complaints;
}

export { expect, type Page };

/** Every folder of `src/games` is a game. */
export const GAMES = readdirSync(new URL('../src/games', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Starts a game against bots from the start page. */
export async function playNow(page: Page, game: string) {
  await page.goto('/');
  await page.locator(`[data-game="${game}"]`).getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.prompt')).toBeVisible();
  await page.getByRole('button', { name: 'Start playing' }).click();
}

/** Whether it is this page's turn: its title says so. */
export const myTurn = async (page: Page) => (await page.title()).startsWith('●');

export const isOver = (page: Page) => page.getByRole('button', { name: 'Play again' }).isVisible();

/** Waits until it is this page's turn, or the game is over. */
export async function awaited(page: Page) {
  await expect
    .poll(async () => (await myTurn(page)) || (await isOver(page)), { timeout: 30_000, intervals: [25] })
    .toBe(true);
}

/** The number of the last event that a page has received. */
export const numberOf = (page: Page) => page.locator('.screen').getAttribute('data-number');

/** Does something that makes a move, and waits until the page has received it. */
export async function moves(page: Page, act: () => Promise<unknown>) {
  const before = await numberOf(page);
  await act();
  await expect(page.locator('.screen')).not.toHaveAttribute('data-number', before ?? '');
}

/** Saves a screenshot with the test output. */
export async function picture(page: Page, name: string) {
  const size = (page.viewportSize()?.width ?? 0) < 700 ? 'phone' : 'desktop';
  await page.screenshot({ path: `test-output/pictures/${name}-${size}.png` });
}
