import { type AuditFacts, MODE } from './fact.ts';

export const walletFacts: AuditFacts = {
  topup: {
    mode: MODE,
    amount: { as: 'sum' },
    state: {
      as: 'words',
      texts: {
        requested: 'wallet:topup.state.open',
        unknown: 'wallet:topup.state.open',
        open: 'wallet:topup.state.open',
        paid: 'wallet:topup.state.paid',
        expired: 'wallet:topup.state.expired',
        failed: 'wallet:topup.state.failed',
      },
    },
  },
  wallet: {
    mode: MODE,
    topup: { as: 'sum', currency: 'USD' },
    bonus: { as: 'sum', currency: 'USD' },
    reserved: { as: 'sum', currency: 'USD' },
    low_at: { as: 'sum', currency: 'USD' },
  },
};
