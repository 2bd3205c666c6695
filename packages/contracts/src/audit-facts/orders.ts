import { type AuditFacts, MODE } from './fact.ts';

export const ordersFacts: AuditFacts = {
  order_line: {
    unit_price: { as: 'sum' },
    discount: { as: 'sum' },
    source: { as: 'connector' },
    unit_cost: { as: 'sum', currencyIn: 'cost_currency' },
    state: { as: 'words', texts: 'orders:line.' },
    taken_over_by: { as: 'words', texts: { person: 'orders:line.manual', store: 'orders:line.sentByStore' } },
  },
  order: {
    mode: MODE,
    subtotal: { as: 'sum' },
    shipping_total: { as: 'sum' },
    tax_total: { as: 'sum' },
    discount_total: { as: 'sum' },
    total: { as: 'sum' },
    fulfillment_status: {
      as: 'words',
      texts: {
        unfulfilled: 'orders:tab.unfulfilled',
        in_progress: 'common:process.processing',
        partially_fulfilled: 'orders:parcels.partly',
        fulfilled: 'orders:tab.fulfilled',
      },
    },
    placement_status: { as: 'words', texts: 'orders:placement.' },
    payment_status: { as: 'words', texts: 'orders:payment.' },
    ship_country: { as: 'country' },
    mark: { as: 'words', texts: 'orders:mark.' },
    cancelled_by: {
      as: 'words',
      texts: { channel: 'orders:column.store', source: 'orders:column.supplier', deletion: 'orders:parcels.deleted' },
    },
    expected_shipping: { as: 'sum', currencyIn: 'expected_currency' },
    fee_total: { as: 'sum' },
  },
};
