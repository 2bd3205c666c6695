import type { AuditFacts } from './fact.ts';

export const autoUpdatesFacts: AuditFacts = {
  auto_update: {
    field: { as: 'words', texts: 'autoUpdates:field.' },
    cause: { as: 'words', texts: 'autoUpdates:cause.' },
    state: { as: 'words', texts: 'autoUpdates:state.' },
  },
  supplier_hold: {
    fault: {
      as: 'words',
      texts: {
        cost_up: 'autoUpdates:cause.cost_up',
        cost_down: 'autoUpdates:cause.cost_down',
        stock: 'autoUpdates:cause.out_of_stock',
        vanished: 'autoUpdates:cause.vanished',
        shipping_up: 'autoUpdates:cause.shipping_up',
        shipping_down: 'autoUpdates:cause.shipping_down',
        shipping_gone: 'autoUpdates:cause.shipping_gone',
      },
    },
    state: {
      as: 'words',
      texts: {
        open: 'audit:value.hold_open',
        released: 'audit:value.hold_released',
        dismissed: 'autoUpdates:state.dismissed',
        recovered: 'audit:value.hold_recovered',
      },
    },
  },
};
