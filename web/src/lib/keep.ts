/** What a browser keeps between visits. It may forbid that; then nothing is kept, and nothing breaks. */

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Then it holds until the page is closed.
  }
}
