/** No message over the socket names a card in another player's hand. */
import { expect, isOver, myTurn, test, watch, type Page } from './house';
import { playOne } from './hands';

interface Told {
  number: number;
  text: string;
  hand: string[];
  shown: string[];
}

/** Records every view that a page receives. */
function listen(page: Page): Told[] {
  const told: Told[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      const { number, play } = JSON.parse(text) as {
        number?: number;
        play?: { view: { hand?: string[]; shown?: string[][] } };
      };
      if (number !== undefined && play)
        told.push({ number, text, hand: play.view.hand ?? [], shown: play.view.shown?.flat() ?? [] });
    }),
  );
  return told;
}

test('no frame names a card of another hand', async ({ page, browser, baseURL, settings }) => {
  const mine = listen(page);
  await page.goto('/new/koi-koi');
  await page.getByText('House rules').click();
  await page.getByText('6', { exact: true }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByText('Invite friends')).toBeVisible();

  const [context, gallery] = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })];
  for (const each of [context, gallery]) await watch(each, null, settings);
  const [friend, spectator] = [await context.newPage(), await gallery.newPage()];
  const [theirs, watched] = [listen(friend), listen(spectator)];
  await spectator.goto(page.url());
  await friend.goto(page.url());
  await friend.getByRole('button', { name: 'Sit here' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const player of [page, friend]) await player.getByRole('button', { name: 'Start playing' }).click();

  for (let move = 0; move < 40; move++) {
    await expect
      .poll(async () => (await myTurn(page)) || (await myTurn(friend)) || (await isOver(page)), {
        intervals: [20],
      })
      .toBe(true);
    if (await isOver(page)) break;
    const player = (await myTurn(page)) ? page : friend;
    await playOne(player);
  }

  let compared = 0;
  const check = (told: Told[], others: Told[]) => {
    for (const { number, text } of told) {
      const other = others.find((other) => other.number === number);
      for (const card of other?.hand ?? []) {
        if (other?.shown.includes(card)) continue;
        compared += 1;
        expect(text, `event ${number} names ${card}`).not.toContain(`"${card}"`);
      }
    }
  };
  check(mine, theirs);
  check(theirs, mine);
  check(watched, mine);
  check(watched, theirs);
  expect(compared).toBeGreaterThan(100);
  await context.close();
  await gallery.close();
});
