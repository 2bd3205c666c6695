import { newId } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { listStores, type Store } from '../../connections/index.ts';
import { seenShipping, seenVariants } from '../../monitoring/index.ts';
import { type NotificationEvent, notify } from '../../notifications/index.ts';
import { type FollowedPrice, followCosts } from '../../pricing/index.ts';
import {
  findListingsToChange,
  findVariants,
  type ListingToChange,
  readMultiples,
  readProductCards,
} from '../../products/index.ts';
import type { WorkplaceFacts } from '../../sourcing/index.ts';
import {
  changesInEffect,
  insertChanges,
  listingsUnderWay,
  type NewChange,
  pricesADayAgo,
  supersedeApprovals,
} from '../change-repo.ts';
import { findEnabledRules } from '../rule-repo.ts';
import {
  decideChanges,
  type ListedVariant,
  type ListingToDecide,
  type PlannedChange,
} from '../rules/decide-changes.ts';
import type { ChangeRow, RuleRow, SupplierFact, SupplierName } from '../tables.ts';
import { queueChanges } from './queue-changes.ts';

type Facts = ReadonlyMap<string, SupplierFact>;

/** Whether automatic updates can change this store's listings now. */
export const isChangeable = (deps: Pick<Deps, 'connectors'>, { platform, status }: Store): boolean => {
  const channel = deps.connectors.channels[platform];
  return status !== 'uninstalled' && Boolean(channel?.changeListing && channel.readListings && channel.readStock);
};

/** Our changes of a listing that are in effect, by variant. */
function inEffect(listing: ListingToChange, changes: readonly ChangeRow[]) {
  const own = changes.filter((one) => one.listing_id === listing.listing_id);
  const stopped = new Map<string, NonNullable<ListedVariant['stopped']>>();
  for (const { variant_id: id, after, before, rule, cause, change_id: changeId } of own) {
    if (id === null || after.field !== 'stock' || after.stock !== 0 || !listing.stopped_variants.includes(id)) continue;
    const isHold = rule === 'hold' || rule === 'undo';
    stopped.set(id, { changeId, before: before?.field === 'stock' ? before.stock : null, isHold, cause });
  }
  const draft = own.find(({ after }) => after.field === 'status' && after.status === 'draft');
  const drafted: ListingToDecide['drafted'] =
    draft?.before?.field === 'status' && draft.rule !== 'undo' && listing.publish_status === 'draft'
      ? { changeId: draft.change_id, before: draft.before.status, cause: draft.cause }
      : undefined;
  return { stopped, drafted };
}

interface StoreToDecide {
  store: Store;
  rules: RuleRow['rules'];
  prices: ReadonlyMap<string, FollowedPrice>;
}

/** Causes that a price can follow. */
const PRICED = ['cost_up', 'cost_down', 'shipping_up', 'shipping_down'] as const;

async function pricesIn(
  tx: Executor,
  deps: Deps,
  workplaceId: string,
  store: Store,
  rules: RuleRow['rules'],
  facts: Facts,
  ownAccounts: WorkplaceFacts['ownAccounts'],
): Promise<ReadonlyMap<string, FollowedPrice>> {
  if (PRICED.every((cause) => rules[cause] !== 'follow')) return new Map();
  const moved = [...facts.values()].filter(
    ({ cost, cost_was, ship }) => (cost !== null && cost !== cost_was) || ship !== undefined,
  );
  if (moved.length === 0) return new Map();
  return followCosts(tx, workplaceId, {
    store: { storeId: store.store_id, currency: store.currency, mode: store.mode },
    variantIds: new Set(moved.map((one) => one.variant_id)),
    costs: new Map(moved.flatMap((one) => (one.cost === null ? [] : [[one.variant_id, one.cost] as const]))),
    productIds: [...new Set(moved.map((one) => one.product_id))],
    day: deps.clock.now().slice(0, 10),
    ownAccounts,
  });
}

/**
 * Decides what stores change after checks of a supplier, and writes the intents. Returns the facts of listings that are being
 * pushed or changed now, which have to be decided on later.
 */
export async function decideListings(
  tx: Executor,
  deps: Deps,
  workplaceId: string,
  supplier: SupplierName,
  facts: Facts,
  ownAccounts: WorkplaceFacts['ownAccounts'],
): Promise<SupplierFact[]> {
  const rules = new Map((await findEnabledRules(tx, workplaceId)).map((row) => [row.store_id, row.rules]));
  const stores = new Map<string, StoreToDecide>();
  for (const store of await listStores(tx, workplaceId, false)) {
    const own = rules.get(store.store_id);
    if (!own || store.mode !== supplier.mode || store.moving !== null || !isChangeable(deps, store)) continue;
    const prices = await pricesIn(tx, deps, workplaceId, store, own, facts, ownAccounts);
    stores.set(store.store_id, { store, rules: own, prices });
  }
  const productIds = [...new Set([...facts.values()].map((one) => one.product_id))];
  const listings = stores.size === 0 ? [] : await findListingsToChange(tx, workplaceId, productIds, [...stores.keys()]);
  if (listings.length === 0) return [];
  const ids = listings.map((one) => one.listing_id);
  const underWay = await listingsUnderWay(tx, workplaceId, ids);
  const effective = await changesInEffect(tx, workplaceId, ids);
  const dayAgo = await pricesADayAgo(tx, workplaceId, ids);
  const seen = await seenVariants(tx, workplaceId, productIds);
  const shipping = await seenShipping(tx, workplaceId, productIds);
  const enabled = new Set(
    (await findVariants(tx, workplaceId, productIds)).flatMap((one) => (one.enabled ? [one.variant_id] : [])),
  );
  const pieces = new Map(
    (await readMultiples(tx, workplaceId, productIds)).map((row) => [`${row.store_id} ${row.variant_id}`, row.pieces]),
  );
  const titles = new Map(
    (await readProductCards(tx, workplaceId, productIds)).map((card) => [card.product_id, card.title]),
  );

  const later = new Map<string, SupplierFact>();
  const changes: NewChange[] = [];
  const notices: NotificationEvent[] = [];
  const decided: string[] = [];
  for (const listing of listings) {
    const there = stores.get(listing.store_id);
    if (!there) continue;
    const own = listing.variant_ids.flatMap((id) => facts.get(id) ?? []);
    if (listing.state !== 'listed' || underWay.has(listing.listing_id)) {
      // One that failed to be pushed stays as it is in its store until a person pushes it again.
      if (listing.state !== 'failed') for (const fact of own) later.set(fact.variant_id, fact);
      continue;
    }
    decided.push(listing.listing_id);
    const { stopped, drafted } = inEffect(listing, effective);
    const { currency } = there.store;
    const title = titles.get(listing.product_id) ?? '';
    const decision = decideChanges(
      there.rules,
      {
        status: listing.publish_status,
        sellsOutOfStock: listing.settings.allowSellOutOfStock,
        drafted,
        ships: shipping.get(listing.product_id)?.ships !== false,
        variants: listing.variant_ids
          .filter((id) => enabled.has(id))
          .map((variantId) => {
            const price = there.prices.get(variantId);
            return {
              variantId,
              pieces: pieces.get(`${listing.store_id} ${variantId}`),
              seen: seen.get(variantId),
              stopped: stopped.get(variantId),
              price: price && { ...price, dayStart: dayAgo.get(variantId) ?? price.now },
            };
          }),
      },
      facts,
    );
    const rowOf = (planned: PlannedChange): NewChange => {
      const fact = planned.variantId === null ? own[0] : facts.get(planned.variantId);
      const price = planned.after.field === 'price' ? there.prices.get(planned.variantId ?? '') : undefined;
      return {
        change_id: newId(),
        batch_id: null,
        store_id: listing.store_id,
        listing_id: listing.listing_id,
        product_id: listing.product_id,
        variant_id: planned.variantId,
        title,
        field: planned.after.field,
        cause: planned.cause,
        rule: planned.rule,
        currency,
        expected: planned.expected ?? null,
        after: planned.after,
        facts: fact
          ? {
              cost_was: fact.cost_was,
              cost: fact.cost,
              currency: fact.currency,
              stock: fact.stock,
              ...(fact.ship ? { shipping_was: fact.ship.cost_was, shipping: fact.ship.cost } : {}),
              at: planned.cause.startsWith('shipping_') ? (fact.ship?.at ?? fact.at) : fact.at,
              ...(price ? { rate: price.rate, rate_day: price.rateDay } : {}),
            }
          : null,
        undoes: planned.undoes ?? null,
        requested_by: null,
        error_key: planned.approval ?? null,
        state: planned.approval ? 'approval' : 'waiting',
      };
    };
    const rows = decision.changes.map(rowOf);
    changes.push(...rows);
    const reasons = new Set([
      ...decision.notices.map((notice) =>
        notice.kind === 'left' ? notice.key : `AUTO_UPDATE_${notice.cause.toUpperCase()}`,
      ),
      ...rows.flatMap((row) => (row.state === 'approval' ? ['AUTO_UPDATE_LIMIT'] : [])),
    ]);
    for (const reason of reasons)
      notices.push({
        kind: 'auto_update_attention',
        storeId: listing.store_id,
        subject: { id: listing.product_id, name: title },
        params: { title, reason },
      });
  }
  await supersedeApprovals(tx, workplaceId, decided, [...facts.keys()]);
  const accounts = new Map([...stores.values()].map(({ store }) => [store.store_id, store.account_id]));
  const waiting = changes.filter((one) => one.state === 'waiting');
  const accountId = accounts.get(waiting[0]?.store_id ?? '');
  const batches = new Map(
    accountId
      ? (await queueChanges(tx, deps, { accountId, workplaceId }, waiting)).map((row) => [row.change_id, row.batch_id])
      : [],
  );
  await insertChanges(
    tx,
    workplaceId,
    changes.map((one) => ({ ...one, batch_id: batches.get(one.change_id) ?? null })),
  );
  await notify(tx, workplaceId, notices);
  if (changes.length > 0) await publish(tx, workplaceId, 'products');
  return [...later.values()];
}
