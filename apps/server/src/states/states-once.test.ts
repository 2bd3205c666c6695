import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LISTING_OPEN } from './listing.ts';
import { SYNC_OPEN } from './parcel-sync.ts';
import { EVENT_OPEN } from './payment-event.ts';
import { PAY_OPEN, PAYABLE, PLACE_OPEN } from './supplier-order.ts';
import { TOPUP_CREATING, TOPUP_OPEN } from './topup.ts';

const source = join(import.meta.dirname, '..');

const toKey = (states: Iterable<string>): string => [...new Set(states)].sort().join();
const SETS = [PLACE_OPEN, PAY_OPEN, PAYABLE, LISTING_OPEN, SYNC_OPEN, EVENT_OPEN, TOPUP_CREATING, TOPUP_OPEN];
const KEYS = new Set(SETS.map(toKey));
const RUNS = [PLACE_OPEN, PAY_OPEN, LISTING_OPEN, SYNC_OPEN].map((states) =>
  states.map((state) => `'${state}'`).join(', '),
);

/** `['a', 'b']` of TypeScript and `('a', 'b')` of SQL. */
const LIST = /[[(]\s*'\w+'(?:,\s*'\w+')+,?\s*[\])]/g;
/** `state === 'a' || state === 'b'`, also negated. */
const COMPARISONS = /\w*state [!=]==? '\w+'(?:\s*(?:\|\||&&) [\w.?]*state [!=]==? '\w+')+/gi;

/** Sets of states that a text spells out by hand. */
function findSets(text: string): string[] {
  const sets = [...text.matchAll(LIST), ...text.matchAll(COMPARISONS)].map(([found]) => found);
  const same = sets.filter((found) => KEYS.has(toKey([...found.matchAll(/'(\w+)'/g)].map(([, state = '']) => state))));
  return [...same, ...RUNS.filter((run) => text.includes(run))];
}

describe('a set of states written by hand', () => {
  it.each([
    "where pay_state in ('failed', 'unpaid') limit 1",
    "const states = failedOnly ? ['failed'] : ['unpaid', 'failed'];",
    "const open = next.state === 'requested' || next.state === 'unknown' || next.state === 'open';",
    "if (row.state !== 'requested' && row.state !== 'unknown') return;",
    "where state in ('requested', 'placing', 'unknown', 'placed')",
  ])('is found in %s', (text) => expect(findSets(text)).not.toEqual([]));

  it.each([
    "where state in ('failed', 'cancelled')",
    "end.kind === 'requested' || end.kind === 'unknown'",
    "one.state === 'placed' && one.pay_state === 'failed'",
  ])('is not found in %s', (text) => expect(findSets(text)).toEqual([]));
});

it('the states of an effect are listed nowhere else', async () => {
  const found: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: source })) {
    if (path.endsWith('.test.ts') || path.startsWith('states/')) continue;
    found.push(...findSets(readFileSync(join(source, path), 'utf8')).map((set) => `${path}: ${set}`));
  }
  expect(found).toEqual([]);
});
