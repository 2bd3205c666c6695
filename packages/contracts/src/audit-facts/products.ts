import { type AuditFacts, MODE } from './fact.ts';

export const productsFacts: AuditFacts = {
  listing: {
    state: { as: 'words', texts: 'products:listing.state.' },
    publish_status: { as: 'words', texts: 'products:listing.status.' },
  },
  product: {
    source: { as: 'connector' },
    mode: MODE,
    ship_to: { as: 'country' },
    options: { as: 'options' },
    images: { as: 'pictures' },
    cost_from: { as: 'sum' },
    cost_to: { as: 'sum' },
    price_from: { as: 'sum' },
    price_to: { as: 'sum' },
  },
  variant: {
    cost: { as: 'sum' },
    price: { as: 'sum' },
    compare_at_price: { as: 'sum' },
  },
};
