export { giveBonus, type Hold, refund, release, reserve, settle } from './actions/move-money.ts';
export { register } from './register.ts';
export { readWallet } from './repo.ts';
