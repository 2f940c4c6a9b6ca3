import { defineConfig } from '@playwright/test';

/** The real program, the real page, Debian's Chromium. `make browser` builds what is needed and runs this. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-output/results',
  // Two cores: a browser and a server keep one test busy enough.
  workers: 2,
  fullyParallel: true,
  // A second try is reported as such; a machine that is busy elsewhere should not fail a change.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // The flags keep a browser that runs as root, without a screen and without the wide network, quiet.
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
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      // What does not depend on the size of the screen is tested once.
      testIgnore: /(line|fast|secrets)\.spec\.ts/,
    },
  ],
});
