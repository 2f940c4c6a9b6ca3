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
  await expect(page.getByText('Open tables')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/home.png` });
});

/** After how many moves of one's own a table shows what is its own. */
const MOVES = { 'koi-koi': 5, irono: 10, iroha: 5, 'wild-rawz': 7, iyadosu: 5 };

for (const game of GAMES) {
  test(`the table of ${game}`, async ({ page }) => {
    await playNow(page, game);
    for (let move = 0; move < MOVES[game] && !(await isOver(page)); move++) {
      await awaited(page);
      await playOne(page, game);
    }
    await awaited(page);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `${folder}/${game}.png` });
  });
}
