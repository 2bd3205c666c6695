import { money } from '@quayside/kernel';
import type { PostingRow } from '../repo.ts';

/** What the filters of the transaction log mean. A reservation is no change until it settles. */
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

/** The accounts outside of the wallet, whose entries say what a posting came to. */
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

/** A posting as the owner reads it: what a supplier or a bank was given, what was frozen, else the change of cash and bonus. */
export function transactionOf(row: PostingRow) {
  const kind = row.kind as Kind;
  return {
    id: row.posting_id,
    kind,
    amount: money(amountOf(kind, row.entries), 'USD'),
    reference: row.reference,
    at: row.posted_at,
  };
}
