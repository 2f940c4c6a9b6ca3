/** Every game played to its end by clicks, against bots. */
import { awaited, expect, GAMES, isOver, picture, playNow, test } from './house';
import { playOne } from './hands';

for (const game of GAMES) {
  test(`${game} is played to its end`, { tag: '@long' }, async ({ page }) => {
    await playNow(page, game);
    let moves = 0;
    const phases = new Set<string>();
    for (;;) {
      await awaited(page);
      if (await isOver(page)) break;
      // Koi-Koi's choice between stop and koi-koi replaces the prompt.
      const prompts = await page.locator('.prompt').allInnerTexts();
      const prompt = prompts[0]?.split('\n')[0] ?? 'a decision';
      // A picture of each new prompt.
      if (!phases.has(prompt) && phases.size < 8) {
        phases.add(prompt);
        await picture(page, `${game}-${phases.size}`);
      }
      await playOne(page);
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
