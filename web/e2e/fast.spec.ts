/** The page's size, its layout shift, and its frame rate on a slow machine. */
import { awaited, expect, GAMES, playNow, test } from './house';

test('the first load is small, and so is the way to a table', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Public tables' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = bytes;
  for (const game of GAMES) {
    await playNow(page, game);
    await awaited(page);
  }
  console.log(`first load ${Math.round(first / 1024)} KiB, with all tables ${Math.round(bytes / 1024)} KiB`);
  expect(first).toBeLessThan(200 * 1024);
});

test('nothing jumps while the page comes up', async ({ page }) => {
  await page.addInitScript(() => {
    const kept = window as unknown as { shifts: number };
    kept.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) kept.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Public tables' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
  console.log(`layout shift of the start page: ${shifts.toFixed(4)}`);
  expect(shifts).toBeLessThan(0.02);
});

test.describe('dealing at a quarter of the speed', () => {
  test.use({ settings: { motion: 'on', sending: 'once', language: 'en', level: 'easy' } });

  // A figure to look at, not a limit: it depends on what else the machine is doing.
  test('is measured', async ({ page }) => {
    await page.goto('/');
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(() => {
      const kept = window as unknown as { frames: number[] };
      kept.frames = [];
      let last = performance.now();
      const tick = (now: number) => {
        kept.frames.push(now - last);
        last = now;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await page.locator('[data-game="iroha"]').getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.hand button').first()).toBeVisible();
    await page.evaluate(() => ((window as unknown as { frames: number[] }).frames = []));
    await page.waitForTimeout(1500);
    const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
    const sorted = [...frames].sort((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    console.log(
      `dealing at 4x CPU throttling: ${frames.length} frames in 1.5 s, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms`,
    );
    expect(frames.length).toBeGreaterThan(10);
  });
});
