/**
 * How a person makes some legal move by clicks, in each game. Which one does not matter; that it is legal is what the page
 * shows, and nothing here knows more than that.
 */
import type { Page } from '@playwright/test';
import { moves, type Game } from './house';

/** Clicks one of these, if there is any. */
async function click(page: Page, selector: string): Promise<boolean> {
  const found = page.locator(selector);
  const count = await found.count();
  if (count === 0) return false;
  // Not always the first: a game is more than its first cards.
  await found.nth(Math.floor(Math.random() * count)).click({ timeout: 5000 });
  return true;
}

const MOVE = '[data-move]:not([disabled]):not([aria-disabled=true])';
const CARD = '.hand button.live';

/**
 * Clicks what is one tap away, or else picks a card and then what it asks. The cards of a new round lie there once the last
 * trick has been seen, under what the old round has brought.
 */
async function choose(page: Page) {
  await page.locator(`${MOVE}, ${CARD}`).first().waitFor();
  const result = page.locator('.result');
  if (await result.isVisible()) await result.click();
  if (!(await click(page, MOVE)) && (await click(page, CARD))) await click(page, MOVE);
}

export const hands: Record<Game, (page: Page) => Promise<void>> = {
  async iroha(page) {
    const pass = page.getByRole('button', { name: 'Pass them' });
    if (await pass.isVisible()) {
      const cards = page.locator('.hand button');
      await cards.nth(0).click();
      await cards.nth(4).click();
      await pass.click();
    } else await click(page, CARD);
  },
  async irono(page) {
    if (await click(page, MOVE)) return;
    const colours = page.locator('button[data-colour]:not([aria-disabled=true])');
    const from = Math.floor(Math.random() * 4);
    for (const at of [from, from + 1, from + 2]) await colours.nth(at % (await colours.count())).click();
    await click(page, MOVE);
  },
  iyadosu: choose,
  'wild-rawz': choose,
  'koi-koi': choose,
};

/** Makes some move of a game, and waits until it is made. */
export const playOne = (page: Page, game: Game) => moves(page, () => hands[game](page));
