/** What guests decide about themselves: muting, other devices, games to keep, their data; and the lobby they find. */
import type { Browser, BrowserContext } from '@playwright/test';
import { awaited, expect, isOver, myTurn, picture, playNow, test, watch, type Page } from './house';
import { playOne } from './hands';

/** Two friends at a table of Irono that has not started. The friend is called Hana. */
async function twoFriends(page: Page, browser: Browser, use: object, settings: Record<string, string>) {
  await page.goto('/new/irono');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByText('Invite friends')).toBeVisible();
  const context: BrowserContext = await browser.newContext(use);
  await watch(context, null, settings);
  const friend = await context.newPage();
  await friend.goto(page.url());
  await friend.getByLabel('Your name').fill('Hana');
  await friend.getByRole('button', { name: 'Sit here' }).click();
  await expect(page.getByText('All seats are taken.')).toBeVisible();
  return friend;
}

async function playTogether(page: Page, friend: Page) {
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const player of [page, friend]) await player.getByRole('button', { name: 'Start playing' }).click();
  for (let move = 0; move < 120 && !(await isOver(page)); move++) {
    await expect
      .poll(async () => (await myTurn(page)) || (await myTurn(friend)) || (await isOver(page)), {
        intervals: [20],
      })
      .toBe(true);
    if (await isOver(page)) break;
    await playOne((await myTurn(page)) ? page : friend);
  }
}

const settingsFromTable = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
};

test('a muted person is unmuted in the settings, and nobody else learns of it', async ({
  page,
  browser,
  baseURL,
  settings,
}, info) => {
  const friend = await twoFriends(page, browser, { ...info.project.use, baseURL }, settings);
  const heard: string[] = [];
  friend.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => heard.push(String(payload))),
  );
  await friend.reload();
  await page.getByRole('button', { name: 'Chat' }).click();
  await page.getByRole('button', { name: 'Mute: Hana', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unmute: Hana' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await settingsFromTable(page);
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Hana' })).toBeVisible();
  await picture(page, 'muted-people');
  await page.getByRole('button', { name: 'Unmute' }).click();
  await expect(page.getByText('You have not muted anybody.')).toBeVisible();
  expect(heard.filter((frame) => frame.includes('"type":"muted"'))).toEqual([]);
  await friend.context().close();
});

test(
  'signing out everywhere else keeps this device and ends the other',
  { tag: '@long' },
  async ({ page, browser, baseURL, settings }) => {
    await playNow(page, 'iroha');
    await awaited(page);
    await settingsFromTable(page);
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = await page.locator('.link').innerText();
    const context = await browser.newContext({ baseURL });
    // The browser logs that the guest is not known any more.
    await watch(context, /401/, settings);
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole('link', { name: /Your turn|Waiting/ }).click();
    await expect(other.locator('.hand button')).toHaveCount(await page.locator('.hand button').count());

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.locator('.notices')).toContainText('All other devices are signed out.');
    await expect(other.locator('.notices')).toContainText('You have been signed out on this device.');
    await expect(other.locator('.hand button')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await awaited(page);
    await playOne(page);
    await context.close();
  },
);

test('a game is marked to keep', { tag: '@long' }, async ({ page, browser, baseURL, settings }, info) => {
  const friend = await twoFriends(page, browser, { ...info.project.use, baseURL }, settings);
  await playTogether(page, friend);
  await page.goto('/history');
  const game = page.getByRole('listitem').first();
  await expect(game).toContainText('Otherwise it is deleted on');
  await game.getByLabel('Keep this game').check();
  await expect(game).not.toContainText('Otherwise it is deleted on');
  await page.reload();
  await expect(game.getByLabel('Keep this game')).toBeChecked();
  await picture(page, 'history-kept');
  await game.getByLabel('Keep this game').uncheck();
  await expect(game).toContainText('Otherwise it is deleted on');
  await friend.context().close();
});

test('deleted data leave the others their game, without name and chat', async ({
  page,
  browser,
  baseURL,
  settings,
}, info) => {
  const friend = await twoFriends(page, browser, { ...info.project.use, baseURL }, settings);
  await friend.getByRole('button', { name: 'Chat' }).click();
  await friend.getByLabel('Write a message').fill('my secret garden');
  await friend.getByRole('button', { name: 'Send' }).click();
  await expect(friend.getByText('my secret garden')).toBeVisible();
  await friend.getByRole('button', { name: 'Close' }).click();
  await playTogether(page, friend);
  const table = page.url();

  await friend.goto('/');
  await friend.getByRole('button', { name: 'Hana' }).click();
  await friend.getByRole('button', { name: 'Delete my data' }).click();
  await expect(friend.getByText('This cannot be undone.')).toBeInViewport({ ratio: 1 });
  await picture(friend, 'delete-data');
  await friend.getByRole('button', { name: 'Delete my data', exact: true }).click();
  await expect(friend.locator('.notices')).toContainText('Your data has been deleted.');
  await expect(friend.getByRole('button', { name: 'Settings' })).toBeVisible();
  const kept = await friend.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => /^irori\.(shuffle|guest)/.test(key))).toEqual([]);

  await page.goto('/history');
  await expect(page.getByText('Deleted guest')).toBeVisible();
  await expect(page.getByText('Hana')).toHaveCount(0);
  await picture(page, 'history-deleted');
  await page.goto(table);
  // Nobody else sits there any more, so the bar has no chat.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Chat' }).click();
  await expect(page.getByText('message deleted')).toBeVisible();
  await expect(page.getByText('my secret garden')).toHaveCount(0);
  await picture(page, 'chat-deleted');
  await friend.context().close();
});

test('the lobby is filtered by game and sorted', async ({ page, browser, baseURL, settings }, info) => {
  for (const game of ['iroha', 'irono']) {
    await page.goto(`/new/${game}`);
    await page.getByLabel('Show on the start page').check();
    await page.getByRole('button', { name: 'Open the table' }).click();
    await expect(page.getByText('Invite friends')).toBeVisible();
  }
  const context = await browser.newContext({ ...info.project.use, baseURL });
  await watch(context, null, settings);
  const other = await context.newPage();
  await other.goto('/');
  const lobby = other.getByRole('region', { name: 'Public tables' });
  await lobby.getByLabel('Game').selectOption({ label: 'Irono Ofubi' });
  await expect(lobby.getByRole('link').filter({ hasText: 'Iroha ni Oedo' })).toHaveCount(0);
  await expect(lobby.getByRole('link').filter({ hasText: 'Irono Ofubi' }).first()).toBeVisible();
  await lobby.getByLabel('Game').selectOption({ label: 'All games' });
  await lobby.getByText('Nearest to start').click();
  // Irono lacks one person, Iroha at least two.
  await expect(lobby.getByRole('link').first()).toContainText('1 seat free');
  await picture(other, 'lobby');
  await context.close();
});

test('the lobby shows a page at a time', async ({ page }) => {
  const asked: string[] = [];
  let table: object | undefined;
  await page.route('**/api/tables?*', async (route) => {
    const response = await route.fetch();
    const { tables } = (await response.json()) as { tables: { id: string }[] };
    const number = Number(new URL(route.request().url()).searchParams.get('page'));
    asked.push(String(number));
    table ??= tables[0];
    const ids = Array.from({ length: 50 }, (_, at) => `page${number}table${at}`);
    const shown = table ? ids.map((id) => ({ ...table, id })) : [];
    await route.fulfill({ json: { tables: shown, page: number, more: number === 0, total: 100 } });
  });
  await page.goto('/new/irono');
  await page.getByLabel('Show on the start page').check();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByText('Invite friends')).toBeVisible();
  await page.goto('/');
  const lobby = page.getByRole('region', { name: 'Public tables' });
  await expect(lobby.getByRole('link')).toHaveCount(50);
  await lobby.getByRole('button', { name: 'Show more' }).click();
  await expect(lobby.getByRole('link')).toHaveCount(100);
  await expect(lobby.getByRole('button', { name: 'Show more' })).toBeHidden();
  expect(new Set(asked)).toEqual(new Set(['0', '1']));
});
