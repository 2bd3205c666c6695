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

/** Where things stand that have a screen for all of them together. */
const TOGETHER: Partial<Record<AuditEntity, string>> = {
  workspace: '/app/setting/workspace',
  member: '/app/setting/team',
  invitation: '/app/setting/team',
  ownership: '/app/setting/team',
  api_token: '/app/setting/api-tokens',
  store_move: '/app/channel',
  store_migration: '/app/setting/migrate',
  topup: '/app/setting/wallet',
  wallet: '/app/setting/wallet',
  webhook: '/app/setting/notification',
  ai_writing: '/app/setting/integration/ai-writing',
  enhancement: '/app/ob-ai-enhancer',
  saved_page: '/app/find-product',
};

const order = (id: string): string => `/app/orders?period=all&open=${id}`;
const product = (id: string): string => `/app/products-center?open=${id}`;

/** Where the thing of an entry stands today; null: it is gone, or has no place of its own. */
export function getLink(
  { change, entity, entity_id: id }: Pick<Written, 'change' | 'entity' | 'entity_id'>,
  known: Known | undefined,
): string | null {
  if (change === 'removed') return null;
  const together = TOGETHER[entity];
  if (together) return together;
  if (!known) return null;
  if (entity === 'store' || entity === 'supplier') return '/app/channel';
  if (entity === 'order' || entity === 'supplier_order') return order(known.shown_with ?? id);
  if (entity === 'product' || entity === 'variant' || entity === 'listing') return product(known.shown_with ?? id);
  return null;
}

/** Names that say less than the thing's own: of a listing the word in its address; of a member, in old entries, his role. */
const BETTER_NOW: readonly AuditEntity[] = ['listing', 'variant', 'supplier_order', 'member'];

/** An entry as it is read: what it is about by its name and its place, and ids in it with theirs. */
export function named(entry: Written, things: ReadonlyMap<string, Known>): Omit<AuditEntry, 'needs'> {
  const known = things.get(entry.entity_id);
  const now = known && (entry.entity_name === '' || BETTER_NOW.includes(entry.entity)) ? known.name : undefined;
  const names = getIds(entry).flatMap((id) => {
    const thing = things.get(id);
    return thing ? [[id, thing.name] as const] : [];
  });
  return {
    ...entry,
    entity_name: now ?? entry.entity_name,
    link: getLink(entry, known),
    currency: known?.currency ?? null,
    names: Object.fromEntries(names),
  };
}
