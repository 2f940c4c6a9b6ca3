/** The page checks the shuffle itself: what it notes, what it compares, and what it says about a server that cheats. */
import { execFileSync } from 'node:child_process';
import { awaited, expect, IRORI, isOver, picture, playNow, test, watch, type Page } from './house';
import { playOne } from './hands';

async function playToTheEnd(page: Page) {
  for (let move = 0; move < 60 && !(await isOver(page)); move++) {
    await awaited(page);
    if (await isOver(page)) break;
    await playOne(page);
  }
}

const mark = (page: Page) => page.locator('.shuffle');

test('after a game the shuffle is verified, and the shown command proves the whole game', async ({
  page,
}, info) => {
  await playNow(page, 'irono');
  await playToTheEnd(page);
  await expect(mark(page)).toContainText('Shuffle verified');
  await picture(page, 'shuffle-verified');
  await mark(page).getByText('Shuffle verified').click();
  await expect(mark(page)).toContainText('recomputed the first deal');
  const [program, ...args] = (await mark(page).locator('code').innerText()).split(/\s+/);
  expect(program).toBe('irori');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download game file' }).click();
  const file = await download;
  expect(args[1]).toBe(file.suggestedFilename());
  await file.saveAs(info.outputPath(file.suggestedFilename()));
  const said = execFileSync(IRORI, args, { cwd: info.outputDir, encoding: 'utf8' });
  expect(said).toContain('1 of them with proof of a fair shuffle');

  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Fair shuffle' }).click();
  await expect(mark(page)).toContainText('Shuffle verified');
  await picture(page, 'fairness');
});

test(
  'a device that noted nothing says so',
  { tag: '@long' },
  async ({ page, browser, baseURL, settings }, info) => {
    await playNow(page, 'irono');
    await playToTheEnd(page);
    const context = await browser.newContext({ ...info.project.use, baseURL });
    await watch(context, null, settings);
    const spectator = await context.newPage();
    await spectator.goto(page.url());
    await spectator.getByRole('button', { name: 'Show result' }).click();
    await mark(spectator).getByText('Shuffle proof is consistent').click();
    await expect(mark(spectator)).toContainText('This device noted nothing before the game');
    await context.close();
  },
);

test('a secret that was exchanged after the entropy came is noticed at once', async ({ page }) => {
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    let sat = false;
    socket.onMessage((text) => {
      sat ||= String(text).includes('"entropy"');
      server.send(text);
    });
    server.onMessage((text) =>
      socket.send(
        sat ? String(text).replace(/"commitment":"[^"]*"/, `"commitment":"${'0'.repeat(64)}"`) : text,
      ),
    );
  });
  await playNow(page, 'irono');
  await expect(page.getByRole('alert')).toContainText('the server has replaced its secret');
  await picture(page, 'shuffle-replaced');
});

test('a record that does not fit the notes is not verified', { tag: '@long' }, async ({ page }) => {
  await page.route('**/record', async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as { proof: { entropy: (string | null)[] } };
    record.proof.entropy = record.proof.entropy.map((added) => added && 'ab'.repeat(32));
    await route.fulfill({ json: record });
  });
  await playNow(page, 'irono');
  await playToTheEnd(page);
  await expect(mark(page)).toContainText('Shuffle not verified: the random numbers that this device noted');
  await picture(page, 'shuffle-faulty');
});
