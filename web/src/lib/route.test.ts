import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/' });
vi.stubGlobal('addEventListener', () => undefined);
const { routeOf } = await import('./route.svelte');

test('addresses lead where they say', () => {
  expect(routeOf('/')).toEqual({ screen: 'home' });
  expect(routeOf('/new/koi-koi')).toEqual({ screen: 'new', game: 'koi-koi' });
  expect(routeOf('/t/abc')).toEqual({ screen: 'table', id: 'abc' });
  expect(routeOf('/t/abc/2')).toEqual({ screen: 'replay', id: 'abc', game: 2 });
  expect(routeOf('/history')).toEqual({ screen: 'history' });
});

test('other addresses lead nowhere', () => {
  for (const path of ['/t', '/t/abc/0', '/t/abc/x', '/t/a/1/2', '/new', '/historic', '/history/1'])
    expect(routeOf(path), path).toEqual({ screen: 'nowhere' });
});
