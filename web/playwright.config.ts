import { defineConfig } from '@playwright/test';

/** `make soak` runs all tests. `make test` leaves out those marked `@soak`, and on the phone those marked `@long`. */
const soak = Boolean(process.env.SOAK);

/** The real server and page in Chromium. `make browser` builds what is needed and runs this. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-output/results',
  // For two cores: each test runs a browser and a server.
  workers: 2,
  fullyParallel: true,
  // A busy machine should not fail a change. Playwright reports a second try as flaky.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // For a browser that runs as root, without a screen and without a network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    trace: 'off',
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      grepInvert: soak ? [] : /@soak/,
    },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      // These do not depend on the size of the screen.
      testIgnore: /(line|fast|secrets)\.spec\.ts/,
      grepInvert: soak ? [] : /@soak|@long/,
    },
  ],
});
