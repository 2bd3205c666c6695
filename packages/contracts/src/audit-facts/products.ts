import { type AuditFacts, MODE } from './fact.ts';

const BATCH_STATE = {
  as: 'words',
  texts: {
    applying: 'audit:value.batch_applying',
    applied: 'audit:value.batch_applied',
    undoing: 'audit:value.batch_undoing',
    undone: 'audit:value.batch_undone',
  },
} as const;

export const productsFacts: AuditFacts = {
  listing: {
    state: { as: 'words', texts: 'products:listing.state.' },
    publish_status: { as: 'words', texts: 'products:listing.status.' },
  },
  store_override: { status: { as: 'words', texts: 'products:listing.status.' } },
  mapping: { mode: MODE },
  bulk_edit: { state: BATCH_STATE },
  mapping_proposal: {
    state: {
      as: 'words',
      texts: {
        open: 'audit:value.proposal_open',
        applied: 'audit:value.proposal_applied',
        refused: 'audit:value.proposal_refused',
        undone: 'audit:value.proposal_undone',
        closed: 'audit:value.proposal_closed',
      },
    },
  },
  mapping_setting: {
    healing: {
      as: 'words',
      texts: {
        off: 'audit:value.healing_off',
        propose: 'audit:value.healing_propose',
        apply: 'audit:value.healing_apply',
      },
    },
  },
  price_batch: { state: BATCH_STATE },
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
  product_feed: {},
  collection_list: {},
  store_copy_setting: {},
  product_setting: {
    split_logic: { as: 'words', texts: { all: 'products:split.all', excess: 'products:split.excess' } },
    split_handle: {
      as: 'words',
      texts: { max_variant: 'products:split.byVariants', max_product: 'products:split.byProducts' },
    },
  },
  variant: {
    cost: { as: 'sum' },
    price: { as: 'sum' },
    compare_at_price: { as: 'sum' },
  },
};
