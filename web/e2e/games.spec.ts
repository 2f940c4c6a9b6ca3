/** Each of the five games played to its end by clicks against bots. */
import { awaited, expect, GAMES, isOver, picture, playNow, test } from './house';
import { playOne } from './hands';

for (const game of GAMES) {
  test(`${game} is played to its end`, async ({ page }) => {
    await playNow(page, game);
    let moves = 0;
    const phases = new Set<string>();
    for (;;) {
      await awaited(page);
      if (await isOver(page)) break;
      // Where there is something to decide, the decision stands in the prompt's place.
      const prompts = await page.locator('.prompt').allInnerTexts();
      const prompt = prompts[0]?.split('\n')[0] ?? 'a decision';
      // Every new thing that is asked is a state worth a look.
      if (!phases.has(prompt) && phases.size < 8) {
        phases.add(prompt);
        await picture(page, `${game}-${phases.size}`);
      }
      await playOne(page, game);
      moves += 1;
      expect(moves, 'the game ends').toBeLessThan(1000);
    }
    await picture(page, `${game}-over`);
    expect(moves).toBeGreaterThan(10);

    await page.getByRole('button', { name: 'Play again' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await awaited(page);
  });
}
