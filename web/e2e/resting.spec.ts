/** A server that cannot write, and a table that its operator closes, as the page shows them. */
import type { WebSocketRoute } from '@playwright/test';
import { awaited, expect, isOver, moves, numberOf, picture, playNow, test, type Page } from './house';
import { choose } from './hands';

/** Stands between the page and the server, and can say what a server in trouble would say. */
class Between {
  #page: WebSocketRoute | null = null;
  #snapshot: Record<string, unknown> = {};
  /** The moves that the page has sent. */
  moves: string[] = [];
  /** Whether moves reach the server. */
  passes = true;

  static async stand(page: Page): Promise<Between> {
    const between = new Between();
    await page.routeWebSocket(/\/socket/, (socket) => {
      const server = socket.connectToServer();
      between.#page = socket;
      socket.onMessage((text) => {
        const isMove = String(text).includes('"type":"move"');
        if (isMove) between.moves.push(String(text));
        if (between.passes || !isMove) server.send(text);
      });
      server.onMessage((text) => {
        const message = JSON.parse(String(text)) as Record<string, unknown>;
        if (message.type === 'snapshot') between.#snapshot = message;
        if (message.type === 'event') {
          const { event: _, type: __, id: ___, ...changed } = message;
          between.#snapshot = { ...between.#snapshot, ...changed };
        }
        socket.send(text);
      });
    });
    return between;
  }

  tell(message: Record<string, unknown>) {
    this.#page?.send(JSON.stringify(message));
  }

  /** The snapshot that ends a rest. */
  wake() {
    this.tell({ ...this.#snapshot, now: Date.now() });
  }

  close() {
    const table = { ...(this.#snapshot.table as object), phase: 'closed' };
    const number = (this.#snapshot.number as number) + 1;
    this.tell({
      type: 'event',
      number,
      time: Date.now(),
      event: { type: 'closed' },
      you: null,
      table,
      muted: [],
    });
  }
}

test('a table that rests says so calmly, and goes on by itself', async ({ page }) => {
  const between = await Between.stand(page);
  await playNow(page, 'irono');
  await awaited(page);
  between.tell({ type: 'resting' });
  await expect(page.getByText('The table is resting.')).toBeVisible();
  await expect(page.locator('[data-move]:not([disabled]):not([aria-disabled=true])')).toHaveCount(0);
  await picture(page, 'resting');
  between.wake();
  await expect(page.getByText('The table is resting.')).toBeHidden();
  await moves(page, () => choose(page));
});

test('a move that could not be written is sent again after the rest', { tag: '@long' }, async ({ page }) => {
  const between = await Between.stand(page);
  await playNow(page, 'irono');
  await awaited(page);
  const before = await numberOf(page);
  between.passes = false;
  await choose(page);
  await expect.poll(() => between.moves.length).toBe(1);
  const { id } = JSON.parse(between.moves[0] ?? '') as { id: string };
  between.tell({ type: 'resting' });
  between.tell({ type: 'refused', id, code: 'unavailable', message: 'the server cannot write' });
  await page.waitForTimeout(3000);
  expect(between.moves).toHaveLength(1);
  await expect(page.locator('.notices button')).toHaveCount(0);
  between.passes = true;
  between.wake();
  await expect(page.locator('.screen')).not.toHaveAttribute('data-number', before ?? '');
  expect(between.moves[1]).toBe(between.moves[0]);
  await awaited(page);
  expect(await isOver(page)).toBe(false);
});

test('a table that was closed says so and shows the way home', async ({ page }) => {
  const between = await Between.stand(page);
  await playNow(page, 'irono');
  await awaited(page);
  between.close();
  await expect(page.getByRole('heading', { name: 'This table is closed' })).toBeVisible();
  await picture(page, 'closed');
  await page.getByRole('link', { name: 'Home' }).last().click();
  await expect(page.getByRole('heading', { name: 'Public tables' })).toBeVisible();
});
