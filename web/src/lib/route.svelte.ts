/** The address says which screen is open, so that links, reloads and the back button work. */

export type Route =
  | { screen: 'home' }
  | { screen: 'new'; game: string }
  | { screen: 'table'; id: string }
  | { screen: 'replay'; id: string; game: number }
  | { screen: 'history' }
  | { screen: 'claim' }
  | { screen: 'nowhere' };

export function routeOf(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [first, second, third] = parts;
  if (first === undefined) return { screen: 'home' };
  if (first === 'new' && second && parts.length === 2) return { screen: 'new', game: second };
  if (first === 't' && second && parts.length === 2) return { screen: 'table', id: second };
  if (first === 't' && second && /^[1-9]\d*$/.test(third ?? '') && parts.length === 3)
    return { screen: 'replay', id: second, game: Number(third) };
  if (first === 'history' && parts.length === 1) return { screen: 'history' };
  if (first === 'claim' && parts.length === 1) return { screen: 'claim' };
  return { screen: 'nowhere' };
}

function here(): Route {
  try {
    return routeOf(location.pathname);
  } catch {
    // `decodeURIComponent` throws on a malformed path.
    return { screen: 'nowhere' };
  }
}

class Where {
  route = $state.raw<Route>(here());

  constructor() {
    addEventListener('popstate', () => {
      this.route = here();
    });
  }

  go(path: string) {
    history.pushState(null, '', path);
    this.route = here();
    scrollTo(0, 0);
  }

  replace(path: string) {
    history.replaceState(null, '', path);
    this.route = here();
  }
}

export const where = new Where();

/** For links: a plain click changes the screen. The browser handles all other clicks. */
export function follow(event: MouseEvent) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.currentTarget as HTMLElement).closest('a');
  if (!link || link.origin !== location.origin) return;
  event.preventDefault();
  where.go(link.pathname);
}
