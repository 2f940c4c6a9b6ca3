/** The verdict about the shuffle of a finished game. The page asks for each record once. */
import { api } from '../lib/api';
import { verify, type Verdict } from '../lib/fairness';
import { noteOf } from '../lib/notes';

const verdicts = new Map<string, Promise<Verdict>>();

export function verdictOf(table: string, number: number): Promise<Verdict> {
  const key = `${table}/${number}`;
  const known = verdicts.get(key);
  if (known) return known;
  const verdict = api
    .record(table, number)
    .then((record) => verify(record, { table, number, note: noteOf(table, number) }));
  verdicts.set(key, verdict);
  // A failed request may be tried again.
  verdict.catch(() => verdicts.delete(key));
  return verdict;
}
