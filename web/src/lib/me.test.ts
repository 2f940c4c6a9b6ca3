import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from './api';
import { keep, kept } from './keep';
import { myself } from './me.svelte';
import { noteEntropy, noteOf } from './notes';
import { settings } from './settings.svelte';

let asked: [method: string, path: string][];

beforeEach(() => {
  asked = [];
  const answer = (json: unknown) => ({ ok: true, json: () => Promise.resolve(json) });
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    asked.push([method, path]);
    return Promise.resolve(answer(path === '/api/me/tokens' ? { id: 'g1', name: 'Aki', token: 'new' } : {}));
  });
  myself.known = { id: 'g1', name: 'Aki' };
});

afterEach(() => vi.unstubAllGlobals());

test('after deletion the page forgets the guest and the notes, and keeps its settings', async () => {
  noteEntropy('table', 1, 'c0ffee');
  keep('irori.noted.old.1', 'note of an earlier version');
  settings.set('theme', 'dark');
  const { session } = myself;
  await myself.erase();
  expect(asked).toEqual([['DELETE', '/api/me']]);
  expect(myself.known).toBeNull();
  expect(kept('irori.guest')).toBeNull();
  expect(noteOf('table', 1)).toBeNull();
  expect(kept('irori.noted.old.1')).toBeNull();
  expect(kept('irori.settings')).toContain('dark');
  expect(myself.session).toBe(session + 1);
});

test('a failed deletion changes nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError()));
  await expect(myself.erase()).rejects.toThrow();
  expect(myself.known?.name).toBe('Aki');
});

test('a blocked guest stays the same guest, and gets no second one', async () => {
  let code = 'blocked';
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    asked.push([method, path]);
    const json = code === '' ? { id: 'g1', name: 'Aki' } : { error: { code, message: '' } };
    return Promise.resolve({ ok: code === '', json: () => Promise.resolve(json) });
  });
  await myself.lookAgain();
  expect([myself.blocked, myself.known]).toEqual([true, null]);
  await expect(myself.be()).rejects.toThrow('blocked');
  expect(asked.filter(([method]) => method !== 'GET')).toEqual([]);
  code = '';
  await myself.look();
  expect([myself.blocked, myself.known?.id]).toEqual([false, 'g1']);
});

test('signing out elsewhere keeps this guest with a new token', async () => {
  const { session } = myself;
  await myself.signOutElsewhere();
  expect(asked).toEqual([['DELETE', '/api/me/tokens']]);
  expect(myself.known?.id).toBe('g1');
  expect(myself.session).toBe(session + 1);
});

test('the lobby asks for a page of a game in an order', async () => {
  await api.lobby({ game: null, sort: 'newest' });
  await api.lobby({ game: 'koi-koi', sort: 'free' }, 2);
  expect(asked.map(([, path]) => path)).toEqual([
    '/api/tables?sort=newest&page=0',
    '/api/tables?sort=free&page=2&game=koi-koi',
  ]);
});
