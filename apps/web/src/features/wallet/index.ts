export { WalletBalance } from './balance.tsx';
export { TOPUP_LEAST, useBeginTopup } from './use-begin-topup.ts';
export { useTopup } from './use-topup.ts';
export { walletQuery } from './wallet-query.ts';
