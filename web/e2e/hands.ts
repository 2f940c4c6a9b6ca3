/**
 * How a person makes some legal move by clicks, in each game. Which one does not matter; that it is legal is what the page
 * shows, and nothing here knows more than that.
 */
import type { Page } from '@playwright/test';
import type { Game } from './house';

/** Clicks the first of these that is there. */
async function click(page: Page, ...selectors: string[]): Promise<boolean> {
  for (const selector of selectors) {
    const found = page.locator(selector);
    const count = await found.count();
    if (count === 0) continue;
    // Not always the first: a game is more than its first cards.
    await found.nth(Math.floor(Math.random() * count)).click({ timeout: 5000 });
    return true;
  }
  return false;
}

const MOVE = '[data-move]:not([disabled]):not([aria-disabled=true])';
const CARD = '.hand button.live';

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
    await click(page, MOVE);
  },
  async iyadosu(page) {
    await click(page, MOVE, CARD);
  },
  async 'wild-rawz'(page) {
    // The cards of a new round lie there once the last trick has been seen, under what the old round has brought.
    await page.locator(`${MOVE}, ${CARD}`).first().waitFor();
    const result = page.locator('.result');
    if (await result.isVisible()) await result.click();
    // A card that is picked may ask whether it is to be played or left with.
    if (!(await click(page, MOVE)) && (await click(page, CARD))) await click(page, MOVE);
  },
  async 'koi-koi'(page) {
    await click(page, MOVE, CARD);
  },
};
