export { giveBonus, type Hold, refund, release, reserve, settle } from './actions/move-money.ts';
export { keepFormerPayer } from './former-payers.ts';
export { register } from './register.ts';
export { readWallet } from './repo.ts';
