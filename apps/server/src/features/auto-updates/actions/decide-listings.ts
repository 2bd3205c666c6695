import { newId } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { listStores, type Store } from '../../connections/index.ts';
import { seenShipping, seenVariants } from '../../monitoring/index.ts';
import { type NotificationEvent, notify } from '../../notifications/index.ts';
import { type FollowedPrice, followCosts } from '../../pricing/index.ts';
import {
  bundlesWith,
  findListingsToChange,
  findVariants,
  type ListedBundle,
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
import { judgeBundle } from '../rules/bundle-facts.ts';
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
  bundles: readonly ListedBundle[],
  ownAccounts: WorkplaceFacts['ownAccounts'],
): Promise<ReadonlyMap<string, FollowedPrice>> {
  if (PRICED.every((cause) => rules[cause] !== 'follow')) return new Map();
  const moved = [...facts.values()].filter(
    ({ cost, cost_was, ship }) => (cost !== null && cost !== cost_was) || ship !== undefined,
  );
  if (moved.length === 0) return new Map();
  const variantIds = new Set(moved.map((one) => one.variant_id));
  const costs = new Map(moved.flatMap((one) => (one.cost === null ? [] : [[one.variant_id, one.cost] as const])));
  // The price of a bundle follows the costs of all its parts.
  const follow = bundles.filter(
    ({ parts, store_id }) => store_id === store.store_id && parts.some((part) => variantIds.has(part.variant_id ?? '')),
  );
  for (const { parts, variant_id } of follow) {
    const own = parts.find((part) => part.is_own);
    if (own && own.cost !== null && !costs.has(variant_id)) costs.set(variant_id, own.cost);
    variantIds.add(variant_id);
  }
  return followCosts(tx, workplaceId, {
    store: { storeId: store.store_id, currency: store.currency, mode: store.mode },
    variantIds,
    costs,
    productIds: [...new Set([...moved, ...follow].map((one) => one.product_id))],
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
  const moved = [...new Set([...facts.values()].map((one) => one.product_id))];
  const bundles = rules.size === 0 ? [] : await bundlesWith(tx, workplaceId, moved);
  for (const store of await listStores(tx, workplaceId, false)) {
    const own = rules.get(store.store_id);
    if (!own || store.mode !== supplier.mode || store.moving !== null || !isChangeable(deps, store)) continue;
    const prices = await pricesIn(tx, deps, workplaceId, store, own, facts, bundles, ownAccounts);
    stores.set(store.store_id, { store, rules: own, prices });
  }
  const productIds = [...new Set([...moved, ...bundles.map((one) => one.product_id)])];
  const listings = stores.size === 0 ? [] : await findListingsToChange(tx, workplaceId, productIds, [...stores.keys()]);
  if (listings.length === 0) return [];
  const ids = listings.map((one) => one.listing_id);
  const underWay = await listingsUnderWay(tx, workplaceId, ids);
  const effective = await changesInEffect(tx, workplaceId, ids);
  const dayAgo = await pricesADayAgo(tx, workplaceId, ids);
  const partProducts = bundles.flatMap(({ parts }) => parts.flatMap((part) => part.product_id ?? []));
  const seen = await seenVariants(tx, workplaceId, [...new Set([...productIds, ...partProducts])]);
  const shipping = await seenShipping(tx, workplaceId, [...new Set([...productIds, ...partProducts])]);
  const bundleOf = new Map(bundles.map((one) => [`${one.listing_id} ${one.variant_id}`, one]));
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
    const inBundles = listing.variant_ids.flatMap((id) => bundleOf.get(`${listing.listing_id} ${id}`) ?? []);
    const variantsOf = [
      ...listing.variant_ids,
      ...inBundles.flatMap(({ parts }) => parts.flatMap((part) => part.variant_id ?? [])),
    ];
    const own = [...new Set(variantsOf)].flatMap((id) => facts.get(id) ?? []);
    // A bundle moves with any of its parts, and counts units.
    const unitFacts = new Map(facts);
    const units = new Map(inBundles.map((one) => [one.variant_id, judgeBundle(one, facts, seen, shipping)]));
    for (const [id, { fact }] of units) if (fact) unitFacts.set(id, fact);
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
              pieces: units.has(variantId) ? 1 : pieces.get(`${listing.store_id} ${variantId}`),
              ships: units.get(variantId)?.ships,
              seen: units.get(variantId) ?? seen.get(variantId),
              stopped: stopped.get(variantId),
              price: price && { ...price, dayStart: dayAgo.get(variantId) ?? price.now },
            };
          }),
      },
      unitFacts,
    );
    const rowOf = (planned: PlannedChange): NewChange => {
      const fact = planned.variantId === null ? own[0] : unitFacts.get(planned.variantId);
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
  await supersedeApprovals(tx, workplaceId, decided, [
    ...new Set([...facts.keys(), ...bundles.map((one) => one.variant_id)]),
  ]);
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
