/** A picture of the start page and of each table in the middle of a game, for `docs/pictures`. */
import { awaited, expect, GAMES, isOver, playNow, test } from '../e2e/house';
import { playOne } from '../e2e/hands';

const folder = process.env.PICTURES ?? 'test-output/pictures';

test.use({
  viewport: { width: 1180, height: 740 },
  settings: { theme: 'light', motion: 'off', sending: 'once', language: 'en', level: 'normal' },
});

test('the start page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Public tables' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/home.png` });
});

/** After this many moves there is something to see. */
const MOVES = 7;

for (const game of GAMES) {
  test(`the table of ${game}`, async ({ page }) => {
    await playNow(page, game);
    for (let move = 0; move < MOVES && !(await isOver(page)); move++) {
      await awaited(page);
      await playOne(page);
    }
    await awaited(page);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `${folder}/${game}.png` });
  });
}
