import { money } from '@quayside/kernel';
import type { PostingRow } from '../repo.ts';

/** What the filters of the transaction log mean. A reservation is no change until it settles. */
export const KINDS_OF = {
  all: ['topup', 'bonus', 'reserve', 'settle', 'release', 'refund'],
  in: ['topup', 'bonus', 'refund'],
  out: ['settle'],
  held: ['reserve', 'release'],
} as const;

type Kind = (typeof KINDS_OF.all)[number];

/** A posting as the owner reads it: the change of what can be spent; for a settled payment what the supplier was given. */
export function transactionOf(row: PostingRow) {
  const isSettled = row.kind === 'settle';
  const amount = row.entries
    .filter((entry) =>
      isSettled
        ? entry.account.startsWith('supplier:')
        : entry.account === 'wallet:topup' || entry.account === 'wallet:bonus',
    )
    .reduce((sum, entry) => sum + entry.amount, 0);
  return {
    id: row.posting_id,
    kind: row.kind as Kind,
    amount: money(isSettled ? -amount : amount, 'USD'),
    reference: row.reference,
    at: row.posted_at,
  };
}
