export { giveBonus, type Hold, refund, release, reserve, type Shortage, settle } from './actions/move-money.ts';
export { keepFormerPayer } from './former-payers.ts';
export { countSetAside } from './payment-event-repo.ts';
export { register } from './register.ts';
export { readWallet, type WalletRow } from './repo.ts';
export { spendable } from './rules/postings.ts';
