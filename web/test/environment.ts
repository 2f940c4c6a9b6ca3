/** Just enough of a browser for unit tests: events, storage, media queries and an address. No elements. */
import type { Environment } from 'vitest/runtime';

export default {
  name: 'page',
  // Components and runes are compiled as for the browser.
  viteEnvironment: 'client',
  setup(global: typeof globalThis) {
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const page = new EventTarget();
    const stored = new Map<string, string>();
    const stubs = {
      document,
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
      dispatchEvent: page.dispatchEvent.bind(page),
      location: new URL('http://irori.test/'),
      navigator: { languages: ['en'] },
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => stored.set(key, value),
        removeItem: (key: string) => stored.delete(key),
        key: (at: number) => [...stored.keys()][at] ?? null,
        get length() {
          return stored.size;
        },
      },
      matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    };
    for (const [name, value] of Object.entries(stubs))
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    return { teardown: () => undefined };
  },
} satisfies Environment;
