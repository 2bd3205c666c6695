import type { AutoUpdateCause, AutoUpdateRules } from '@quayside/contracts';
import { unitsInStock } from '../../products/index.ts';
import type { ListingValue, SupplierFact } from '../tables.ts';
import { isBeyondLimits } from './price-limits.ts';

/** What the store's price rule makes of the supplier's cost, in minor units of the store's currency. */
export interface RulePrice {
  /** The price that the store has by us. */
  now: number;
  compareNow: number | null;
  wanted: number;
  compareWanted: number | null;
  /** No price may be below it. */
  floor: number;
  /** The price a day ago, before our changes since. */
  dayStart: number;
  /** A person set the price. */
  isEdited: boolean;
  /** The rule includes shipping. */
  withShipping: boolean;
}

export interface ListedVariant {
  variantId: string;
  /** Pieces of the supplier's variant in one unit sold here; absent: 1. */
  pieces?: number | undefined;
  /** false: a part of the bundle isn't shipped; absent: as its product. */
  ships?: boolean | undefined;
  /** What the last check found; undefined: never checked. */
  seen: { found: boolean; stock: number | null } | undefined;
  /** undefined: no price can be computed. */
  price: RulePrice | undefined;
  /** Our change that set its stock to 0 and was not undone. `isHold`: only a person undoes it. */
  stopped: { changeId: string; before: number | null; isHold: boolean; cause: AutoUpdateCause } | undefined;
}

export interface ListingToDecide {
  status: 'active' | 'draft';
  /** Customers can buy what is out of stock, so a stock of 0 stops no sale. */
  sellsOutOfStock: boolean;
  /** false: its supplier doesn't ship it to its country. */
  ships: boolean;
  variants: readonly ListedVariant[];
  /** Our change that unpublished it and was not undone. */
  drafted: { changeId: string; before: string; cause: AutoUpdateCause } | undefined;
}

type Cause = Exclude<AutoUpdateCause, 'undo'>;

export interface PlannedChange {
  variantId: string | null;
  cause: Cause;
  rule: string;
  after: ListingValue;
  /** What the store must still hold; absent: as field ownership says. */
  expected?: ListingValue;
  /** Restores what this change did. */
  undoes?: string;
  /** It waits for a person, for this reason. */
  approval?: 'AUTO_UPDATE_LIMIT';
}

export type Notice = { kind: 'told'; cause: Cause } | { kind: 'left'; cause: Cause; key: string };

export interface Decision {
  changes: PlannedChange[];
  /** Notifications where nothing changes; each once. */
  notices: Notice[];
}

/** Whether the supplier has too little for one unit. */
const isOut = (seen: { found: boolean; stock: number | null }, pieces: number | undefined): boolean =>
  !seen.found || unitsInStock(seen.stock, pieces) === 0;
const wasOut = (fact: SupplierFact, pieces: number | undefined): boolean =>
  isOut({ found: fact.found_was, stock: fact.stock_was }, pieces);

type PriceCause = 'cost_up' | 'cost_down' | 'shipping_up' | 'shipping_down';

/** What moved of what a price rests on. Shipping that ended has no figure to follow. */
function priceCauses({ found, cost_was: was, cost, ship }: SupplierFact): PriceCause[] {
  if (!found) return [];
  const causes: PriceCause[] = [];
  if (was !== null && cost !== null && was !== cost) causes.push(cost > was ? 'cost_up' : 'cost_down');
  if (ship?.ships && ship.cost_was !== null && ship.cost !== null && ship.cost_was !== ship.cost)
    causes.push(ship.cost > ship.cost_was ? 'shipping_up' : 'shipping_down');
  return causes;
}

const isShipping = (cause: PriceCause): boolean => cause === 'shipping_up' || cause === 'shipping_down';
const raises = (cause: PriceCause): boolean => cause === 'cost_up' || cause === 'shipping_up';

function decidePrice(rules: AutoUpdateRules, { variantId, price }: ListedVariant, fact: SupplierFact): Decision {
  const causes = priceCauses(fact);
  const notices: Notice[] = causes
    .filter((cause) => rules[cause] === 'notify')
    .map((cause) => ({ kind: 'told', cause }));
  const followed = causes.filter((cause) => rules[cause] === 'follow');
  const left = (key: string, cause: PriceCause): Decision => ({
    changes: [],
    notices: [...notices, { kind: 'left', cause, key }],
  });
  const [first] = followed;
  if (!first) return { changes: [], notices };
  if (!price) return left('AUTO_UPDATE_NO_PRICE', first);
  const { now, wanted, compareNow, compareWanted, floor, dayStart, isEdited, withShipping } = price;
  const counted = followed.filter((one) => withShipping || !isShipping(one));
  if (counted.length === 0) return left('AUTO_UPDATE_SHIPPING_EXCLUDED', first);
  // A rule that was never applied would otherwise lower a price because a cost rose.
  const cause = counted.find((one) => (raises(one) ? wanted > now : wanted < now));
  if (!cause) return { changes: [], notices };
  if (isEdited) return left('AUTO_UPDATE_PRICE_EDITED', cause);
  if (wanted < floor) return left('AUTO_UPDATE_BELOW_FLOOR', cause);
  const compare = compareNow === compareWanted ? {} : { compare: compareWanted };
  const beyond = isBeyondLimits(rules.limits, now, wanted, dayStart) ? { approval: 'AUTO_UPDATE_LIMIT' as const } : {};
  const change: PlannedChange = {
    variantId,
    cause,
    rule: 'follow',
    after: { field: 'price', price: wanted, ...compare },
    ...beyond,
  };
  return { changes: [change], notices };
}

interface Outage {
  cause: 'out_of_stock' | 'vanished' | 'shipping_gone';
  action: AutoUpdateRules['out_of_stock'] | 'notify';
  /** None of its variants can be bought. */
  isAll: boolean;
}

/** A product is discontinued once none of its variants is found; a missing variant alone is out of stock. */
function outageOf(rules: AutoUpdateRules, listing: ListingToDecide): Outage {
  const isGone = listing.variants.every(({ seen }) => seen !== undefined && !seen.found);
  const isAll = listing.variants.every(({ pieces, seen }) => seen !== undefined && isOut(seen, pieces));
  return isGone
    ? { cause: 'vanished', action: rules.vanished, isAll }
    : { cause: 'out_of_stock', action: rules.out_of_stock, isAll };
}

function decideOutage(
  listing: ListingToDecide,
  { cause, action, isAll }: Outage,
  newlyOut: readonly ListedVariant[],
): Decision {
  if (newlyOut.length === 0 || action === 'nothing') return { changes: [], notices: [] };
  if (action === 'notify') return { changes: [], notices: [{ kind: 'told', cause }] };
  if (action === 'draft' && isAll) {
    if (listing.status !== 'active') return { changes: [], notices: [] };
    const change = { variantId: null, cause, rule: action, after: { field: 'status', status: 'draft' } } as const;
    return { changes: [change], notices: [] };
  }
  if (listing.sellsOutOfStock) return { changes: [], notices: [{ kind: 'left', cause, key: 'AUTO_UPDATE_SELLS_OUT' }] };
  const changes = newlyOut
    .filter(({ stopped }) => stopped === undefined)
    .map(({ variantId }) => ({ variantId, cause, rule: action, after: { field: 'stock' as const, stock: 0 } }));
  return { changes, notices: [] };
}

/** What is put back: not more than the supplier has. */
const restored = (before: number | null, stock: number | null): number | null =>
  before === null || stock === null ? before : Math.min(before, stock);

/** Whether a rule restores what a change did, by what caused it. */
const restores = (rules: AutoUpdateRules, cause: AutoUpdateCause): boolean =>
  rules[cause === 'shipping_gone' ? 'shipping_back' : 'back_in_stock'] === 'restore';
const restoreCause = (cause: AutoUpdateCause): Cause => (cause === 'shipping_gone' ? 'shipping_back' : 'back_in_stock');

function decideRestock(
  rules: AutoUpdateRules,
  listing: ListingToDecide,
  back: readonly ListedVariant[],
): PlannedChange[] {
  const stocks = back.flatMap(({ pieces, variantId, seen, stopped }): PlannedChange[] =>
    stopped && !stopped.isHold && restores(rules, stopped.cause)
      ? [
          {
            variantId,
            cause: restoreCause(stopped.cause),
            rule: 'restore',
            expected: { field: 'stock', stock: 0 },
            after: { field: 'stock', stock: restored(stopped.before, unitsInStock(seen?.stock ?? null, pieces)) },
            undoes: stopped.changeId,
          },
        ]
      : [],
  );
  const { drafted } = listing;
  if (!drafted || back.length === 0 || !restores(rules, drafted.cause)) return stocks;
  return [
    ...stocks,
    {
      variantId: null,
      cause: restoreCause(drafted.cause),
      rule: 'restore',
      expected: { field: 'status', status: 'draft' },
      after: { field: 'status', status: drafted.before },
      undoes: drafted.changeId,
    },
  ];
}

/** A product that is out of stock and no longer shipped is stopped once. */
const onePerField = (changes: readonly PlannedChange[]): PlannedChange[] => {
  const first = new Map<string, PlannedChange>();
  for (const change of changes) {
    const key = `${change.variantId} ${change.after.field}`;
    if (!first.has(key)) first.set(key, change);
  }
  return [...first.values()];
};

/** Each notice once. */
const distinct = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((one) => [JSON.stringify(one), one])).values(),
];

/**
 * What a store's rules change on a listing after a check of its supplier. Only variants that moved count, so that what a person
 * undid or dismissed is not done again.
 */
export function decideChanges(
  rules: AutoUpdateRules,
  listing: ListingToDecide,
  facts: ReadonlyMap<string, SupplierFact>,
): Decision {
  const moved = listing.variants.flatMap((variant) => {
    const fact = facts.get(variant.variantId);
    return fact && variant.seen ? [{ variant, fact, seen: variant.seen }] : [];
  });
  const prices = moved.map(({ variant, fact }) => decidePrice(rules, variant, fact));
  const newlyOut = moved
    .filter(({ fact, seen, variant: { pieces } }) => isOut(seen, pieces) && !wasOut(fact, pieces))
    .map(({ variant }) => variant);
  const unshipped = moved.filter(({ fact }) => fact.ship?.ships === false && fact.ship.ships_was);
  const isShipped = ({ ships }: ListedVariant): boolean => ships ?? listing.ships;
  // It can be bought again once it is in stock and shipped.
  const back = moved
    .filter(
      ({ fact, seen, variant, variant: { pieces } }) =>
        isShipped(variant) &&
        !isOut(seen, pieces) &&
        (wasOut(fact, pieces) || (fact.ship !== undefined && !fact.ship.ships_was)),
    )
    .map(({ variant }) => variant);
  const outages = [
    decideOutage(listing, outageOf(rules, listing), newlyOut),
    decideOutage(
      listing,
      { cause: 'shipping_gone', action: rules.shipping_gone, isAll: !listing.variants.some(isShipped) },
      unshipped.map(({ variant }) => variant),
    ),
  ];
  const all = [...prices, ...outages];
  return {
    changes: [...onePerField(all.flatMap(({ changes }) => changes)), ...decideRestock(rules, listing, back)],
    notices: distinct(all.flatMap(({ notices }) => notices)),
  };
}
