/** A table whose rows go along with a store. */
export interface TransferTable {
  table: string;
  /** Which of its rows belong to the things of a portion: $1 is the workplace, $2 the things' ids. */
  where: string;
}

/** Things that travel together, a portion of them at a time. */
export interface TransferBatch {
  name:
    | 'listings'
    | 'store_values'
    | 'store_metafields'
    | 'mappings'
    | 'orders'
    | 'set_aside'
    | 'buying'
    | 'shopper_mails'
    | 'reports'
    | 'store';
  /** Finds a portion: $1 the workplace, $2 the store, $3 how many. */
  find: string;
  /** How many things go at once: some thousand rows, so that nobody waits long for a transaction. */
  portion: number;
  /** In the order in which they are written, each after those that it points to; removed in the other one. */
  parts: readonly TransferTable[];
  /** Whether a person counts them. */
  counted: boolean;
}

const of = (table: string, key: string): TransferTable => ({ table, where: `t.${key} = any($2::uuid[])` });
/** An array, not a join: PostgreSQL has no statistics of the workspace that they arrive in, and would join row by row. */
const ofShipment = (table: string): TransferTable => ({
  table,
  where: `t.shipment_id = any(array(select shipment_id from shipment where workplace_id = $1 and order_id = any($2::uuid[])))`,
});

const listings: TransferBatch = {
  name: 'listings',
  find: 'select listing_id as id from listing where workplace_id = $1 and store_id = $2 order by listing_id limit $3',
  portion: 100,
  parts: [
    of('listing', 'listing_id'),
    of('listing_variant', 'listing_id'),
    of('listing_metafield', 'listing_id'),
    of('market_price', 'listing_id'),
  ],
  counted: true,
};

/** What its products have in this store only. */
const storeValues: TransferBatch = {
  name: 'store_values',
  find: 'select override_id as id from store_override where workplace_id = $1 and store_id = $2 order by override_id limit $3',
  portion: 500,
  parts: [of('store_override', 'override_id')],
  counted: false,
};

const storeMetafields: TransferBatch = {
  name: 'store_metafields',
  find: 'select metafield_id as id from product_metafield where workplace_id = $1 and store_id = $2 order by metafield_id limit $3',
  portion: 500,
  parts: [of('product_metafield', 'metafield_id')],
  counted: false,
};

const mappings: TransferBatch = {
  name: 'mappings',
  find: 'select mapping_id as id from variant_mapping where workplace_id = $1 and store_id = $2 order by mapping_id limit $3',
  portion: 500,
  parts: [
    of('variant_mapping', 'mapping_id'),
    of('mapping_component', 'mapping_id'),
    {
      table: 'store_multiple',
      where: `(t.store_id, t.external_variant_id) in (select store_id, external_variant_id from variant_mapping
        where workplace_id = $1 and mapping_id = any($2::uuid[]))`,
    },
    {
      table: 'store_bundle_part',
      where: `(t.store_id, t.external_variant_id) in (select store_id, external_variant_id from variant_mapping
        where workplace_id = $1 and mapping_id = any($2::uuid[]))`,
    },
  ],
  counted: false,
};

const orders: TransferBatch = {
  name: 'orders',
  // Orders that share a supplier order go together.
  find: `with recursive batch(id) as ((select order_id from sales_order where workplace_id = $1 and store_id = $2 limit $3)
    union select unnest(array_prepend(p.order_id, p.other_order_ids)) from batch b join supplier_order p
      on p.workplace_id = $1 and p.store_id = $2 and p.other_order_ids <> '{}'
        and (p.order_id = b.id or p.other_order_ids @> array[b.id]))
    select id from batch`,
  portion: 200,
  parts: [
    of('sales_order', 'order_id'),
    of('order_line', 'order_id'),
    of('order_term', 'order_id'),
    of('order_event', 'order_id'),
    of('order_edit', 'order_id'),
    of('order_feedback', 'order_id'),
    of('shopper_mail', 'order_id'),
    of('order_risk', 'order_id'),
    of('guard_stop', 'order_id'),
    of('supplier_order', 'order_id'),
    of('supplier_order_line', 'order_id'),
    of('supplier_refund', 'order_id'),
    of('expected_refund', 'order_id'),
    of('refund_request', 'order_id'),
    of('refund_request_line', 'order_id'),
    of('refund_request_photo', 'order_id'),
    of('order_return', 'order_id'),
    of('order_return_line', 'order_id'),
    of('order_return_refund', 'order_id'),
    of('stored_file', 'order_id'),
    of('lost_order', 'order_id'),
    of('shipment', 'order_id'),
    ofShipment('shipment_line'),
    ofShipment('shipment_event'),
  ],
  counted: true,
};

/** Orders that could not be read or kept. */
const unreadableOrders: TransferBatch = {
  name: 'set_aside',
  find: 'select set_aside_id as id from order_set_aside where workplace_id = $1 and store_id = $2 limit $3',
  portion: 500,
  parts: [of('order_set_aside', 'set_aside_id')],
  counted: false,
};

/** Where its owner buys things of the store by hand. */
const buying: TransferBatch = {
  name: 'buying',
  find: 'select buying_address_id as id from buying_address where workplace_id = $1 and store_id = $2 limit $3',
  portion: 500,
  parts: [of('buying_address', 'buying_address_id')],
  counted: false,
};

/** Its own emails to shoppers, and who wants none. */
const shopperMails: TransferBatch = {
  name: 'shopper_mails',
  find: 'select store_id as id from shopper_mail_store where workplace_id = $1 and store_id = $2 limit $3',
  portion: 1,
  parts: [of('shopper_mail_store', 'store_id'), of('shopper_unsubscribe', 'store_id')],
  counted: false,
};

const reports: TransferBatch = {
  name: 'reports',
  find: `select delivery_id as id from webhook_delivery where workplace_id = $1 and sender_id = $2 and sender = 'store' limit $3`,
  portion: 500,
  parts: [of('webhook_delivery', 'delivery_id')],
  counted: false,
};

/** The store itself: after everything that points to it. */
export const storeBatch: TransferBatch = {
  name: 'store',
  find: 'select store_id as id from store where workplace_id = $1 and store_id = $2 limit $3',
  portion: 1,
  // A move of stock that is running continues where the store arrives.
  parts: [of('store', 'store_id'), of('stock_run', 'store_id'), of('market_choice', 'store_id')],
  counted: false,
};

/** What goes before the store, in this order. Listings first: the products they are of are copied with them. */
export const STORE_BATCHES: readonly TransferBatch[] = [
  listings,
  storeValues,
  storeMetafields,
  mappings,
  orders,
  unreadableOrders,
  buying,
  shopperMails,
  reports,
];

export const ALL_BATCHES: readonly TransferBatch[] = [...STORE_BATCHES, storeBatch];

/** What is made anew where a store is, and is dropped where it was. */
export const RECREATED = ['order_count', 'storefront', 'tracked_number', 'shipment_alarm', 'claim_evidence'] as const;

/** Tables with rows of a store, or of its products, that do not go along, each with the reason (a test finds those that are neither here nor there). */
export const STAYS: Readonly<Record<string, string>> = {
  product_tag: 'Written with its product by a trigger.',
  product_variant: 'Copied with its product (bringProducts); dropped with it where no other store has it.',
  enhancement: 'What was proposed for a product where it was; goes with it where it is dropped.',
  image_enhancement: 'What was proposed for a product where it was; goes with it where it is dropped.',
  product_watch:
    'Goes with the product where that is dropped; where it was brought it is watched as an imported one is.',
  variant_watch: 'Goes with product_watch.',
  order_count: 'Counted as orders leave and arrive.',
  order_contact: 'Written by a trigger of sales_order, and gone with its order.',
  store_check: 'Asked again where the store is; gone with its order.',
  store_customs: 'Settings of the workspace that the store leaves; its new owner has own tax numbers.',
  field_owner_setting: 'A choice of the workspace that the store leaves; its new one makes its own.',
  store_guard: 'Conditions of the workspace that the store leaves; its new one has its own.',
  price_rule: 'Settings of the workspace that the store leaves; its new one has its own.',
  auto_update_rule: 'Settings of the workspace that the store leaves; its new one has its own.',
  auto_update_batch: 'Changes by the rules of the workspace that the store leaves.',
  auto_update_change: 'History of the workspace that the store leaves; what was changed goes with its listing.',
  price_batch: 'History of the workspace that the store leaves.',
  price_batch_item: 'Goes with price_batch.',
  bulk_edit: 'History of the workspace that the store leaves.',
  bulk_edit_item: 'Goes with bulk_edit.',
  adoption: 'History of the workspace that the store leaves; what was taken in goes with its listing.',
  adoption_skip: 'Goes with adoption.',
  store_copy_setting: 'Settings of the workspace that the store leaves.',
  mapping_suggestion: 'Compared again where the store is; a mapping goes with the store.',
  adoption_search: 'Searched again where the store is.',
  adoption_found: 'Goes with adoption_search.',
  push_batch: 'History of the workspace that the store leaves; what is queued goes with its listing.',
  push_batch_item: 'Goes with push_batch.',
  store_list: 'Read again where the store is.',
  store_collection: 'Goes with store_list.',
  metafield_definition: 'Goes with store_list.',
  stock_location_list: 'Goes with store_list.',
  collection_setting: 'Settings of the workspace that the store leaves.',
  market_list: 'Goes with store_list.',
  market_price_batch: 'Written again with the next push where the store is.',
  product_collection: 'A choice of the workspace that the store leaves; the store keeps its memberships.',
  collection_category: 'Settings of the workspace that the store leaves; its new one has its own.',
  store_price: 'Computed by the rule of the workspace that the store leaves; the store keeps its prices until a push.',
  return_store_setting: 'Conditions of the workspace that the store leaves; its new one has its own.',
  return_address:
    'Of the workspace that the store leaves; approved returns keep the address that their customers have.',
  storefront: 'Read again when somebody looks at it.',
  shipment_alarm: 'Checked again where the store is.',
  claim_evidence: 'Made again where the store is; its files are deleted within a day.',
  tracked_number: 'Followed again where the store is, by the service of that workspace.',
  process: 'What people watched in the workspace where it was done.',
  notification: 'What the people of that workspace were told.',
  notification_event: 'On its way to the notifications of that workspace.',
  store_directory: 'Global: says where the store is, and changes with it.',
  cost_backfill: 'Global: says where the store is, and changes with it.',
  product_feed: 'Its address is of the workspace that the store leaves; ends with the store there.',
  order_import: 'A file that was uploaded where the store was; ends with the store there.',
  order_import_row: 'Goes with order_import.',
  order_import_item: 'Goes with order_import.',
  privacy_request: 'Filed again where the store is, when it is worked on (features/privacy).',
  store_move: 'The move itself.',
};

/** Columns whose values have another name in another workspace: what is compared from end to end leaves them out. */
export const RENAMED: Readonly<Record<string, readonly string[]>> = {
  listing: ['product_id', 'variant_ids', 'pushed_revision'],
  listing_variant: ['variant_id'],
  store_override: ['product_id'],
  product_metafield: ['product_id'],
  order_line: ['product_id', 'variant_id'],
  supplier_order: ['connection_id'],
  lost_order: ['connection_id'],
};

/** Facts of the store's row that are of the workspace and not of the store. */
export const STORE_OWN = ['is_default', 'moving', 'renewing_by', 'renewing_until'];
