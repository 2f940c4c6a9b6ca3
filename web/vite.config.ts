import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vitest/config';

/** Adds a .br and a .gz file for each text file; the server sends what the browser accepts. */
function compress(): Plugin {
  const folder = 'dist';
  return {
    name: 'compress',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, name);
        if (!/\.(html|js|css|svg|webmanifest)$/.test(name) || !statSync(path).isFile()) continue;
        const bytes = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), compress()],
  // Unit tests run Svelte as a browser would, not its server build.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: process.env.IRORI ?? 'http://127.0.0.1:7433', ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: './test/environment.ts' },
});
