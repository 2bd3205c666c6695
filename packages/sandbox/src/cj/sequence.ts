import type { DatabaseSync } from 'node:sqlite';

/** The next number of a row of numbers that is never given twice. */
export function nextNumber(db: DatabaseSync, name: string): number {
  const row = db
    .prepare('insert into cj_sequence values (?, 1) on conflict (name) do update set value = value + 1 returning value')
    .get(name) as { value: number };
  return row.value;
}
