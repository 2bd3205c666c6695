import { type AuditFacts, MODE } from './fact.ts';

export const connectionsFacts: AuditFacts = {
  store: {
    platform: { as: 'connector' },
    mode: MODE,
    status: {
      as: 'words',
      texts: {
        active: 'channels:status.active',
        needs_reconnect: 'channels:status.needs_reconnect',
        uninstalled: 'channels:status.uninstalled',
        removed: 'channels:status.uninstalled',
      },
    },
    country: { as: 'country' },
    orders_by: { as: 'words', texts: { webhook: 'channels:byWebhook', polling: 'audit:value.polling' } },
    moving: {
      as: 'words',
      texts: { waiting: 'moves:state.waiting', closing: 'moves:state.waiting', carrying: 'moves:state.moving' },
    },
  },
  supplier: {
    supplier: { as: 'connector' },
    mode: MODE,
    payer: { as: 'words', texts: { wallet: 'channels:paysWallet', 'own-account': 'channels:paysOwn' } },
    status: {
      as: 'words',
      texts: {
        active: 'channels:status.active',
        needs_reconnect: 'channels:status.needs_reconnect',
        uninstalled: 'channels:status.uninstalled',
        removed: 'channels:status.uninstalled',
      },
    },
  },
};
