import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, spans } from './markdown';

test('headings, lists, tables and paragraphs are told apart', () => {
  const text = '# A\nwords\nmore\n\n## B\n- one\n  goes on\n- two\n\n| x | y |\n|---|---|\n| 1 | 2 |\n';
  expect(parse(text)).toEqual([
    { kind: 'heading', level: 1, text: 'A' },
    { kind: 'paragraph', text: 'words more' },
    { kind: 'heading', level: 2, text: 'B' },
    { kind: 'list', items: ['one goes on', 'two'] },
    { kind: 'table', head: ['x', 'y'], rows: [['1', '2']] },
  ]);
});

test('emphasis and code are spans, and markup stays text', () => {
  expect(spans('a **b** *c* `d` <i>e</i>')).toEqual([
    { kind: 'plain', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'plain', text: ' ' },
    { kind: 'emphasis', text: 'c' },
    { kind: 'plain', text: ' ' },
    { kind: 'code', text: 'd' },
    { kind: 'plain', text: ' <i>e</i>' },
  ]);
});

test('the rules of all games are read without leftovers', () => {
  const folder = new URL('../../../docs/rules/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const words = JSON.stringify(parse(text));
    expect(words).not.toMatch(/"[#|]/);
    // Every rule number of the text is in what is shown.
    for (const rule of text.match(/\b(IR|IO|IY|WR|KK)-\d+/g) ?? []) expect(words).toContain(rule);
  }
});
