import { RETURN_STATES } from '../return-choices.ts';
import { type AuditFacts, MODE } from './fact.ts';

export const purchasingFacts: AuditFacts = {
  unrecorded_order: {
    settled_as: { as: 'words', texts: { recorded: 'audit:value.recorded', dismissed: 'audit:value.dismissed' } },
    total: { as: 'sum' },
  },
  refund_request: {
    supplier: { as: 'connector' },
    type: { as: 'words', texts: 'claims:type.' },
    reason: { as: 'words', texts: 'claims:reason.' },
    state: { as: 'words', texts: 'claims:state.' },
    amount: { as: 'sum' },
    agreed: { as: 'sum' },
    received: { as: 'sum' },
  },
  return: {
    state: {
      as: 'words',
      texts: Object.fromEntries(RETURN_STATES.map((state) => [state, `audit:value.return_${state}`])),
    },
    amount: { as: 'sum' },
  },
  return_setting: {
    keep_below: { as: 'sum', currencyIn: 'keep_currency' },
  },
  supplier_order: {
    supplier: { as: 'connector' },
    mode: MODE,
    state: { as: 'words', texts: 'orders:supplierOrder.' },
    pay_state: { as: 'words', texts: 'orders:payState.' },
    payer: { as: 'words', texts: { wallet: 'channels:paysWallet', 'own-account': 'channels:paysOwn' } },
    quoted_items: { as: 'sum' },
    quoted_shipping: { as: 'sum' },
    items_cost: { as: 'sum' },
    shipping_cost: { as: 'sum' },
    total_cost: { as: 'sum' },
    pay_amount: { as: 'sum' },
  },
};
