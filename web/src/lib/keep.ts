/** Stores texts between visits. If the browser forbids it, they last until the page is closed. */

const unstored = new Map<string, string>();

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

export function keep(key: string, value: string | null) {
  unstored.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) unstored.set(key, value);
  }
}

/** Forgets everything whose key begins like this. */
export function forget(prefix: string) {
  const keys = [...unstored.keys()];
  try {
    for (let at = 0; at < localStorage.length; at++) keys.push(localStorage.key(at) ?? '');
  } catch {
    // Without storage, only the texts of this visit are there.
  }
  for (const key of keys) if (key.startsWith(prefix)) keep(key, null);
}
