import { money } from '@quayside/kernel';
import {
  type Balances,
  bonusEntries,
  type Entry,
  reserveEntries,
  settleEntries,
  split,
  sumChanges,
  topupEntries,
} from './postings.ts';

/** Money that moved earlier, USD cents. `at` is ISO-8601 UTC. */
export type PastTransaction =
  | { kind: 'bonus'; at: string; key: string; amount: number }
  | { kind: 'topup'; at: string; topupId: string; provider: string; providerRef: string; amount: number }
  | {
      kind: 'payment';
      at: string;
      key: string;
      amount: number;
      supplier: string;
      reference: Record<string, string>;
    };

export interface PastPosting {
  at: string;
  kind: 'bonus' | 'topup' | 'reserve' | 'settle';
  key: string;
  reference: Record<string, string>;
  entries: Entry[];
}

/** The postings of moves, oldest first, and what they make of the balances. Throws where a payment finds too little money. */
export function toPostings(
  moves: readonly PastTransaction[],
  before: Balances,
): { postings: PastPosting[]; balances: Balances } {
  const postings: PastPosting[] = [];
  const balances = { ...before };
  const post = (posting: PastPosting): void => {
    const change = sumChanges(posting.entries);
    for (const bucket of Object.keys(change) as (keyof Balances)[]) balances[bucket] += change[bucket];
    postings.push(posting);
  };
  for (const move of moves.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    const { at } = move;
    if (move.kind === 'bonus') {
      post({ at, kind: 'bonus', key: move.key, reference: {}, entries: bonusEntries(money(move.amount, 'USD')) });
    } else if (move.kind === 'topup') {
      const reference = { topup_id: move.topupId, provider: move.provider };
      const entries = topupEntries(move.provider, money(move.amount, 'USD'));
      post({ at, kind: 'topup', key: `topup:${move.topupId}`, reference, entries });
    } else {
      const from = split(balances, move.amount);
      if (!from) throw new Error(`payment ${move.key} exceeds the balance`);
      const { reference } = move;
      post({ at, kind: 'reserve', key: `reserve:${move.key}`, reference, entries: reserveEntries(from) });
      const entries = settleEntries(from, move.amount, move.supplier);
      post({ at, kind: 'settle', key: `settle:${move.key}`, reference, entries });
    }
  }
  return { postings, balances };
}
