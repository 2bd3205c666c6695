import { money } from '@quayside/kernel';
import type { PostingRow } from '../repo.ts';

/** Filters of the transaction log. A hold is no change until it is captured. */
export const KINDS_OF = {
  all: [
    'topup',
    'bonus',
    'reserve',
    'settle',
    'release',
    'refund',
    'freeze',
    'unfreeze',
    'take_back',
    'give_back',
    'repay',
  ],
  in: ['topup', 'bonus', 'refund', 'give_back'],
  out: ['settle', 'take_back'],
  held: ['reserve', 'release', 'freeze', 'unfreeze', 'repay'],
} as const;

type Kind = (typeof KINDS_OF.all)[number];

/** Ledger accounts outside of the wallet, with entries that show a posting's result. */
const COUNTERPART: Partial<Record<Kind, string>> = {
  settle: 'supplier:',
  take_back: 'provider:',
  give_back: 'provider:',
};

const SPENDABLE: readonly string[] = ['wallet:topup', 'wallet:bonus'];

function amountOf(kind: Kind, entries: PostingRow['entries']): number {
  const sum = (isOne: (account: string) => boolean) =>
    entries.reduce((total, { account, amount }) => total + (isOne(account) ? amount : 0), 0);
  const outside = COUNTERPART[kind];
  if (outside) return -sum((account) => account.startsWith(outside));
  if (kind === 'freeze' || kind === 'unfreeze') return -sum((account) => account === 'wallet:frozen');
  return sum((account) => SPENDABLE.includes(account));
}

/**
 * A posting for the owner: the amount given to a supplier or bank, the frozen amount, else the change of cash and
 * bonus.
 */
export function getTransaction(row: PostingRow) {
  const kind = row.kind as Kind;
  return {
    id: row.posting_id,
    kind,
    amount: money(amountOf(kind, row.entries), 'USD'),
    reference: row.reference,
    at: row.posted_at,
  };
}
