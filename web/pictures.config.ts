import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** Takes the pictures of the README from the running product: `make pictures`. */
export default defineConfig({ ...base, testDir: 'pictures', projects: [{ name: 'pictures' }] });
