export { WalletBalance } from './balance.tsx';
export { useBeginTopup } from './use-begin-topup.ts';
export { useTopup } from './use-topup.ts';
export { walletQuery } from './wallet-query.ts';
