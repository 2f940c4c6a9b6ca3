/** Accessibility: axe finds nothing serious, and the keyboard alone is enough to play. */
import { AxeBuilder } from '@axe-core/playwright';
import { awaited, expect, GAMES, isOver, moves, playNow, test, type Page } from './house';
import { playOne } from './hands';

async function noSeriousFindings(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  expect(serious).toEqual([]);
}

for (const theme of ['light', 'dark']) {
  test.describe(`by ${theme}`, () => {
    test.use({ settings: { theme, motion: 'off', sending: 'once', language: 'en', level: 'easy' } });

    test('the pages around the tables', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Public tables' })).toBeVisible();
      await noSeriousFindings(page, 'start page');
      await page.getByRole('button', { name: /Settings|Guest/ }).click();
      await noSeriousFindings(page, 'settings');
      await page.goto('/history');
      await expect(page.getByText('You have not finished a game yet')).toBeVisible();
      await noSeriousFindings(page, 'history');
      await page.goto('/new/koi-koi');
      await page.getByText('House rules').click();
      await noSeriousFindings(page, 'new table');
      await page.getByRole('button', { name: 'Open the table' }).click();
      await expect(page.getByText('Invite friends')).toBeVisible();
      await noSeriousFindings(page, 'before a game');
    });

    for (const game of GAMES) {
      test(`the table of ${game}`, { tag: theme === 'dark' ? '@soak' : [] }, async ({ page }) => {
        await playNow(page, game);
        for (let move = 0; move < 6; move++) {
          await awaited(page);
          await noSeriousFindings(page, `move ${move}`);
          await playOne(page);
        }
        for (const sheet of ['Score sheet', 'Rules', 'Menu']) {
          await page.getByRole('button', { name: sheet, exact: true }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
          await noSeriousFindings(page, sheet);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toBeHidden();
        }
      });
    }
  });
}

test('a game is played by the keyboard alone', async ({ page }) => {
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  /** Presses Tab until the focus is on an element that fits. */
  async function tabTo(selector: string, text = '') {
    for (let step = 0; step < 100; step++) {
      await page.keyboard.press('Tab');
      const fits = await page.evaluate(
        ([selector, text]) =>
          document.activeElement?.matches(selector as string) &&
          (document.activeElement as HTMLElement).innerText.includes(text as string),
        [selector, text],
      );
      if (fits) return;
    }
    throw new Error(`the keyboard does not get to ${selector} ${text}`);
  }

  await page.goto('/');
  await tabTo('[data-game="iroha"] .button', 'Play now');
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo('.button', 'Start playing');
  await press('Enter');
  for (let move = 0; move < 60; move++) {
    await awaited(page);
    if (await isOver(page)) break;
    if (await page.getByRole('button', { name: 'Pass these cards' }).isVisible()) {
      await tabTo('.hand button');
      await press('Home', 'Enter', 'ArrowRight', 'Enter');
      await tabTo('.small.main', 'Pass these cards');
    } else await tabTo('.hand button.live');
    await moves(page, () => press('Enter'));
  }
  expect(await isOver(page)).toBe(true);
  await expect(page.getByText('Shuffle verified')).toBeVisible();
  await noSeriousFindings(page, 'result');
});
