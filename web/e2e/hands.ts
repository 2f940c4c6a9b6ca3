/** How a person makes some legal move by clicks. It is the same in every game, and knows only what the page shows. */
import type { Page } from '@playwright/test';
import { moves } from './house';

/** What makes a move with one tap, and what can be picked as a part of one. */
const MOVE = '[data-move]:not([disabled]):not([aria-disabled=true])';
const PICK = 'button.live:not(.picked)';
/** No move has more parts than this. */
const PARTS = 4;

/** Clicks one of these, if there are any. Not always the first: a game is more than its first cards. */
async function click(page: Page, selector: string): Promise<boolean> {
  const found = page.locator(selector);
  const count = await found.count();
  if (count > 0) await found.nth(Math.floor(Math.random() * count)).click({ timeout: 5000 });
  return count > 0;
}

/** Chooses a move. The result of a round may cover the new cards. */
export async function choose(page: Page) {
  await page.locator(`${MOVE}, ${PICK}`).first().waitFor();
  const result = page.locator('.result');
  if (await result.isVisible()) await result.click();
  for (let part = 0; part <= PARTS; part++) {
    if (await click(page, MOVE)) return;
    await click(page, PICK);
  }
}

/** Makes a move, and waits until the page has received it. */
export const playOne = (page: Page) => moves(page, () => choose(page));
