import type { AuditEntity, AuditEntry } from '@quayside/contracts';
import { isId } from '@quayside/kernel';

/** An entry as it was written. */
export type Written = Omit<AuditEntry, 'currency' | 'link' | 'names' | 'needs'>;

interface Known {
  name: string;
  shown_with: string | null;
  /** Of its sums; null: it has none. */
  currency: string | null;
}

function idsIn(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (isId(value)) found.add(value);
  } else if (Array.isArray(value)) for (const one of value) idsIn(one, found);
}

/** Ids that an entry's facts hold, each alone or in a list; not those inside larger values. */
export function getIds({ after, before }: Pick<Written, 'after' | 'before'>): string[] {
  const found = new Set<string>();
  for (const facts of [before, after]) for (const value of Object.values(facts ?? {})) idsIn(value, found);
  return [...found];
}

/** Pages of things that are all shown together. */
const PAGES: Partial<Record<AuditEntity, string>> = {
  workspace: '/app/setting/workspace',
  member: '/app/setting/team',
  invitation: '/app/setting/team',
  ownership: '/app/setting/team',
  api_token: '/app/setting/api-tokens',
  store_move: '/app/channel',
  store_migration: '/app/setting/migrate',
  topup: '/app/setting/wallet',
  wallet: '/app/setting/wallet',
  payment_setting: '/app/setting/wallet',
  order_setting: '/app/setting/order/order-placement',
  webhook: '/app/setting/notification',
  exchange_rate: '/app/setting/workspace',
  monitoring_setting: '/app/setting/monitoring',
  product_setting: '/app/setting/product',
  product_feed: '/app/setting/product-feeds',
  price_rule: '/app/setting/selling-price',
  bulk_edit: '/app/products-center',
  price_batch: '/app/setting/selling-price',
  document_setting: '/app/setting/documents',
  tracking_setting: '/app/setting/order-tracking',
  return_setting: '/app/setting/returns',
  return: '/app/orders/returns',
  ai_writing: '/app/setting/integration/ai-writing',
  ai_images: '/app/setting/integration/ai-writing',
  enhancement: '/app/ob-ai-enhancer',
  image_enhancement: '/app/ai-images',
  privacy_request: '/app/setting/privacy',
  retention_setting: '/app/setting/privacy',
  saved_page: '/app/find-product',
  unrecorded_order: '/app/orders/unrecorded',
  refund: '/app/pending-refunds',
};

/** Settings, whose page exists after they were reset or turned off too. */
const ALWAYS: ReadonlySet<AuditEntity> = new Set(['webhook', 'exchange_rate', 'ownership']);

const order = (id: string): string => `/app/orders?period=all&open=${id}`;
const product = (id: string): string => `/app/products-center?open=${id}`;

/** The page of an entry's thing today; null: it is gone or has none. */
export function getLink(
  { change, entity, entity_id: id }: Pick<Written, 'change' | 'entity' | 'entity_id'>,
  known: Known | undefined,
  /** The supplier order of an order item. */
  supplierOrder?: Known,
): string | null {
  if (entity === 'order_line') return supplierOrder?.shown_with ? order(supplierOrder.shown_with) : null;
  if (change === 'removed' && entity !== 'product_watch' && !ALWAYS.has(entity)) return null;
  if (entity === 'refund' && known) return order(known.shown_with ?? id);
  const page = PAGES[entity];
  if (page) return page;
  if (!known) return null;
  switch (entity) {
    case 'store':
    case 'supplier':
      return '/app/channel';
    case 'order':
    case 'supplier_order':
      return order(known.shown_with ?? id);
    case 'product':
    case 'variant':
    case 'listing':
    case 'product_watch':
      return product(known.shown_with ?? id);
    default:
      return null;
  }
}

/** Entities logged under less than their name: a listing's handle, a tracked product's supplier, a store's URL, a member's role. */
const BETTER_NOW: readonly AuditEntity[] = [
  'listing',
  'variant',
  'supplier_order',
  'refund',
  'member',
  'store',
  'product_watch',
];
const STORES: readonly AuditEntity[] = ['store', 'store_move', 'store_migration'];

/** A store's name from the facts of an entry: of a move, its store's; of a deleted store, the recorded one. */
function storeName({ before, after, entity }: Written, things: ReadonlyMap<string, Known>): string | undefined {
  if (!STORES.includes(entity)) return undefined;
  for (const facts of [after, before]) {
    const { store_id: id, store_name: name } = facts ?? {};
    const known = typeof id === 'string' ? things.get(id)?.name : undefined;
    if (known) return known;
    if (typeof name === 'string' && name !== '') return name;
  }
  return undefined;
}

/** The supplier order that an order item joined or left. */
function supplierOrderOf({ after, before }: Written, things: ReadonlyMap<string, Known>): Known | undefined {
  const ids = [after, before].map((facts) => facts?.supplier_order_id);
  return ids.map((id) => (typeof id === 'string' ? things.get(id) : undefined)).find((one) => one !== undefined);
}

/** An entry as it is shown: its thing with a name and a link, the ids in its facts with names. */
export function named(entry: Written, things: ReadonlyMap<string, Known>): Omit<AuditEntry, 'needs'> {
  const known = things.get(entry.entity_id);
  const now = known && (entry.entity_name === '' || BETTER_NOW.includes(entry.entity)) ? known.name : undefined;
  const names = getIds(entry).flatMap((id) => {
    const thing = things.get(id);
    return thing ? [[id, thing.name] as const] : [];
  });
  return {
    ...entry,
    entity_name: now ?? storeName(entry, things) ?? entry.entity_name,
    link: getLink(entry, known, supplierOrderOf(entry, things)),
    currency: known?.currency ?? null,
    names: Object.fromEntries(names),
  };
}
