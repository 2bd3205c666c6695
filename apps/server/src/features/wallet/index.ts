export {
  giveBonus,
  type Hold,
  refund,
  release,
  releaseUnsent,
  reserve,
  type Shortage,
  settle,
} from './actions/move-money.ts';
export { findPayers, inBooksOf, saveFormerPayer } from './former-payers.ts';
export { insertPastTransactions } from './past-repo.ts';
export { countEventsForReview } from './payment-event-repo.ts';
export { register } from './register.ts';
export { lastBooksCheck, readWallet, type WalletRow } from './repo.ts';
export type { PastTransaction } from './rules/past-transactions.ts';
export { spendable } from './rules/postings.ts';
