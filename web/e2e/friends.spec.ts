/** Friends at one table, a spectator, and chat. */
import { awaited, expect, GAMES, isOver, myTurn, numberOf, picture, test, watch, type Page } from './house';
import { playOne } from './hands';

test('two friends join by a link, chat and play', async ({ page, browser, baseURL, settings }, info) => {
  await page.goto('/new/irono');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByText('Invite friends')).toBeVisible();
  await picture(page, 'waiting');
  const link = page.url();

  const context = await browser.newContext({ ...info.project.use, baseURL });
  const complaints = await watch(context, null, settings);
  const friend = await context.newPage();
  await friend.goto(link);
  await friend.getByLabel('Your name').fill('Hana');
  await friend.getByRole('button', { name: 'Sit here' }).click();
  await expect(friend.getByText('Hana (You)')).toBeVisible();
  await expect(page.getByRole('main').getByText('Hana')).toBeVisible();

  const watcher = await context.browser()?.newContext({ ...info.project.use, baseURL });
  if (!watcher) throw new Error('no browser');
  const more = await watch(watcher, null, settings);
  const spectator = await watcher.newPage();
  await spectator.goto(link);

  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const player of [page, friend]) await player.getByRole('button', { name: 'Start playing' }).click();
  await expect(spectator.getByText('Hana').first()).toBeVisible();

  for (let move = 0; move < 12; move++) {
    await expect
      .poll(async () => (await myTurn(page)) || (await myTurn(friend)), { intervals: [25] })
      .toBe(true);
    const player: Page = (await myTurn(page)) ? page : friend;
    await playOne(player);
  }
  // All three pages end at the same event.
  const number = await numberOf(page);
  await expect(friend.locator('.screen')).toHaveAttribute('data-number', number ?? '');
  await expect(spectator.locator('.screen')).toHaveAttribute('data-number', number ?? '');
  expect(await myTurn(spectator)).toBe(false);
  await picture(spectator, 'spectator');

  await friend.getByRole('button', { name: 'Chat' }).click();
  await friend.getByLabel('Write a message').fill('<b>hello</b> there');
  await friend.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Chat' }).click();
  await expect(page.getByText('<b>hello</b> there')).toBeVisible();
  await picture(page, 'chat');

  expect([...complaints, ...more]).toEqual([]);
  await context.close();
  await watcher.close();
});

for (const game of GAMES) {
  test(`house rules of ${game} can be chosen`, async ({ page }) => {
    await page.goto(`/new/${game}`);
    const rules = page.getByText('House rules');
    if (await rules.isVisible()) await rules.click();
    await picture(page, `new-${game}`);
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.getByRole('button', { name: 'Fill with bots' }).click();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.getByRole('button', { name: 'Start playing' }).click();
    await awaited(page);
    expect(await isOver(page)).toBe(false);
  });
}

test('a listed table is found on the start page', async ({ page, browser, baseURL, settings }, info) => {
  await page.goto('/new/koi-koi');
  await page.getByLabel('Show on the start page').check();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByText('Invite friends')).toBeVisible();

  const context = await browser.newContext({ ...info.project.use, baseURL });
  await watch(context, null, settings);
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('link', { name: 'Join: 1 seat free' }).first().click();
  await expect(other.getByRole('button', { name: 'Sit here' })).toBeVisible();
  await context.close();
});

test('when a friend leaves, a bot takes over, and their seat is filled for the next game', async ({
  page,
  browser,
  baseURL,
  settings,
}, info) => {
  await page.goto('/new/irono');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByText('Invite friends')).toBeVisible();
  const context = await browser.newContext({ ...info.project.use, baseURL });
  await watch(context, null, settings);
  const friend = await context.newPage();
  await friend.goto(page.url());
  await friend.getByRole('button', { name: 'Sit here' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const player of [page, friend]) await player.getByRole('button', { name: 'Start playing' }).click();

  await friend.getByRole('button', { name: 'Menu' }).click();
  await friend.getByRole('button', { name: 'Leave the table' }).click();
  await friend.getByRole('button', { name: 'Leave the table' }).click();
  await expect(friend.getByRole('heading', { name: 'Public tables' })).toBeVisible();
  await context.close();

  const start = page.getByRole('button', { name: 'Start the game' });
  for (let move = 0; move < 60 && !(await start.isVisible()); move++) {
    await expect
      .poll(async () => (await myTurn(page)) || (await start.isVisible()), { intervals: [25] })
      .toBe(true);
    if (await start.isVisible()) break;
    await playOne(page);
  }
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await picture(page, 'seat-left');
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page.getByText('Round 1 of 16')).toBeVisible();
  await awaited(page);
});
