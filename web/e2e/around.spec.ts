/** What surrounds a game: reasons, hints, taking back, settings, languages, past games. */
import { awaited, expect, isOver, moves, numberOf, picture, playNow, test, type Page } from './house';
import { choose, playOne } from './hands';

/** Plays Iroha until a card of the hand may not be played. */
async function untilBound(page: Page) {
  for (let move = 0; move < 12; move++) {
    await awaited(page);
    if ((await page.locator('.hand button.dim').count()) > 0) return;
    await playOne(page);
  }
}

test('a card that may not be played says why', async ({ page }) => {
  await playNow(page, 'iroha');
  await untilBound(page);
  const before = await page.locator('.hand button').count();
  // It is marked as disabled for screen readers; a tap still gets an answer.
  await page.locator('.hand button.dim').first().click({ force: true });
  await expect(page.locator('.notices')).toContainText('You have a card of a colour in this trick');
  await picture(page, 'why');
  expect(await page.locator('.hand button').count()).toBe(before);
});

test('a hint tells moves with their numbers, and can be followed', async ({ page }) => {
  await playNow(page, 'iroha');
  await awaited(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  const first = page.getByRole('dialog').getByRole('listitem').first();
  await expect(first).toContainText(/Win probability \d+ % ± \d+ %, expected lead [+-]?\d+\.\d/);
  await picture(page, 'hint');
  await moves(page, () => first.getByRole('button', { name: 'Play this' }).click());
});

test('where the right answer is a mix, the hint tells it', async ({ page }) => {
  await playNow(page, 'irono');
  await awaited(page);
  // Marking a cell has one best answer; hiding and guessing have a mix.
  if (await page.getByText('Mark a cell').count()) await playOne(page);
  await awaited(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(
    /Play this about \d+ % of the time/,
  );
  await picture(page, 'hint-mix');
});

test.describe('with a moment to take a move back', () => {
  test.use({ settings: { motion: 'on', sending: 'moment', language: 'en', level: 'easy' } });

  test('a misclick is taken back, and the next choice is sent by itself', async ({ page }) => {
    await playNow(page, 'irono');
    for (let move = 0; move < 3; move++) {
      await awaited(page);
      if (move === 1) {
        const before = await numberOf(page);
        await choose(page);
        await page.getByRole('button', { name: 'Take back' }).click();
        await page.waitForTimeout(1500);
        expect(await numberOf(page)).toBe(before);
      }
      await playOne(page);
    }
  });
});

test.describe('with a confirmation', () => {
  test.use({ settings: { motion: 'off', sending: 'confirm', language: 'en', level: 'easy' } });

  test('nothing is sent before it', async ({ page }) => {
    await playNow(page, 'irono');
    await awaited(page);
    const before = await numberOf(page);
    await choose(page);
    await page.waitForTimeout(1500);
    expect(await numberOf(page)).toBe(before);
    await moves(page, () => page.getByRole('button', { name: 'Confirm' }).click());
  });
});

test('the name, the theme and the language can be changed', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByLabel('Your name')).toHaveAttribute('maxlength', '24');
  await page.getByLabel('Your name').fill('Sora');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.notices')).toContainText('Name saved.');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByText('Deutsch').click();
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await page.getByText('日本語').click();
  await expect(page.getByRole('heading', { name: '設定' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await picture(page, 'settings-ja');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText('日本のカードゲームとボードゲーム')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sora' })).toBeVisible();
  await picture(page, 'home-ja');
});

test('a seat is carried to another device by a link', async ({ page, browser, baseURL }) => {
  await playNow(page, 'iroha');
  await awaited(page);
  const hand = await page.locator('.hand button').count();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Create a link' }).click();
  const link = await page.locator('.link').innerText();
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole('link', { name: /Your turn|Waiting/ }).click();
  await expect(other.locator('.hand button')).toHaveCount(hand);
  await context.close();
});

test('a past game is listed, replayed and downloaded', async ({ page }) => {
  await playNow(page, 'irono');
  for (let move = 0; move < 60 && !(await isOver(page)); move++) {
    await awaited(page);
    if (await isOver(page)) break;
    await playOne(page);
  }
  await page.getByRole('link', { name: 'Choose another game' }).click();
  await page.getByRole('link', { name: 'Past games' }).click();
  await expect(page.getByText('Irono Ofubi')).toBeVisible();
  await expect(page.getByText('(bot, easy)')).toBeVisible();
  await picture(page, 'history');
  const record = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download game file' }).click();
  expect((await record).suggestedFilename()).toMatch(/^irori-.*\.json$/);
  await page.getByRole('link', { name: 'Watch replay' }).click();
  await expect(page.getByRole('slider')).toBeVisible();
  const slider = page.getByRole('slider');
  await expect(slider).not.toHaveAttribute('max', '0');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('1');
  await page.keyboard.press('End');
  await expect(slider).toHaveValue((await slider.getAttribute('max')) ?? '');
  await expect(page.getByText('Round 16 of 16')).toBeVisible();
  await picture(page, 'replay');
});

test.describe('without an answer', () => {
  test.use({ allowed: /Failed to load resource/ });

  test('a past game that cannot be shown says why', async ({ page, context }) => {
    await page.goto('/t/none/1');
    await expect(page.getByRole('heading', { name: 'No replay found' })).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await context.route('**/api/tables/**', (route) => route.abort());
    await page.goto('/t/none/1');
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  });
});

test('house rules are offered as far as the number of players allows them', async ({ page }) => {
  await page.goto('/new/wild-rawz');
  await page.getByText('House rules').click();
  const twelve = page.locator('.options').getByText('12', { exact: true });
  await twelve.click();
  await picture(page, 'new-table');
  await page.getByText('3', { exact: true }).click();
  await expect(twelve).toBeHidden();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('heading', { name: 'Invite friends' })).toBeVisible();
});
