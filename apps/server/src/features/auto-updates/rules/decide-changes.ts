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
}

export interface ListedVariant {
  variantId: string;
  /** Pieces of the supplier's variant in one unit sold here; absent: 1. */
  pieces?: number | undefined;
  /** What the last check found; undefined: never checked. */
  seen: { found: boolean; stock: number | null } | undefined;
  /** undefined: no price can be computed. */
  price: RulePrice | undefined;
  /** Our change that set its stock to 0 and was not undone. `isHold`: only a person undoes it. */
  stopped: { changeId: string; before: number | null; isHold: boolean } | undefined;
}

export interface ListingToDecide {
  status: 'active' | 'draft';
  /** Customers can buy what is out of stock, so a stock of 0 stops no sale. */
  sellsOutOfStock: boolean;
  variants: readonly ListedVariant[];
  /** Our change that unpublished it and was not undone. */
  drafted: { changeId: string; before: string } | undefined;
}

export interface PlannedChange {
  variantId: string | null;
  cause: Exclude<AutoUpdateCause, 'undo'>;
  rule: string;
  after: ListingValue;
  /** What the store must still hold; absent: as field ownership says. */
  expected?: ListingValue;
  /** Restores what this change did. */
  undoes?: string;
  /** It waits for a person, for this reason. */
  approval?: 'AUTO_UPDATE_LIMIT';
}

export type Notice =
  | { kind: 'told'; cause: PlannedChange['cause'] }
  | { kind: 'left'; cause: PlannedChange['cause']; key: string };

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

type CostMove = { change?: PlannedChange; notice?: Notice };

function decidePrice(rules: AutoUpdateRules, { variantId, price }: ListedVariant, fact: SupplierFact): CostMove {
  const { cost_was: was, cost } = fact;
  if (!fact.found || was === null || cost === null || was === cost) return {};
  const cause = cost > was ? 'cost_up' : 'cost_down';
  const action = rules[cause];
  if (action === 'nothing') return {};
  if (action === 'notify') return { notice: { kind: 'told', cause } };
  if (!price) return { notice: { kind: 'left', cause, key: 'AUTO_UPDATE_NO_PRICE' } };
  const { now, wanted, compareNow, compareWanted, floor, dayStart, isEdited } = price;
  // A rule that was never applied would otherwise lower a price because a cost rose.
  if (cause === 'cost_up' ? wanted <= now : wanted >= now) return {};
  if (isEdited) return { notice: { kind: 'left', cause, key: 'AUTO_UPDATE_PRICE_EDITED' } };
  if (wanted < floor) return { notice: { kind: 'left', cause, key: 'AUTO_UPDATE_BELOW_FLOOR' } };
  const compare = compareNow === compareWanted ? {} : { compare: compareWanted };
  const beyond = isBeyondLimits(rules.limits, now, wanted, dayStart) ? { approval: 'AUTO_UPDATE_LIMIT' as const } : {};
  return {
    change: { variantId, cause, rule: 'follow', after: { field: 'price', price: wanted, ...compare }, ...beyond },
  };
}

interface Outage {
  cause: 'out_of_stock' | 'vanished';
  action: AutoUpdateRules['out_of_stock'] | 'notify';
}

/** A product is discontinued once none of its variants is found; a missing variant alone is out of stock. */
function outageOf(rules: AutoUpdateRules, listing: ListingToDecide): Outage {
  const isGone = listing.variants.every(({ seen }) => seen !== undefined && !seen.found);
  return isGone ? { cause: 'vanished', action: rules.vanished } : { cause: 'out_of_stock', action: rules.out_of_stock };
}

function decideOutage(
  listing: ListingToDecide,
  { cause, action }: Outage,
  newlyOut: readonly ListedVariant[],
): Decision {
  if (newlyOut.length === 0 || action === 'nothing') return { changes: [], notices: [] };
  if (action === 'notify') return { changes: [], notices: [{ kind: 'told', cause }] };
  const allOut = listing.variants.every(({ pieces, seen }) => seen !== undefined && isOut(seen, pieces));
  if (action === 'draft' && allOut) {
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

function decideRestock(listing: ListingToDecide, back: readonly ListedVariant[]): PlannedChange[] {
  const cause = 'back_in_stock' as const;
  const stocks = back.flatMap(({ pieces, variantId, seen, stopped }): PlannedChange[] =>
    stopped && !stopped.isHold
      ? [
          {
            variantId,
            cause,
            rule: 'restore',
            expected: { field: 'stock', stock: 0 },
            after: { field: 'stock', stock: restored(stopped.before, unitsInStock(seen?.stock ?? null, pieces)) },
            undoes: stopped.changeId,
          },
        ]
      : [],
  );
  const { drafted } = listing;
  if (!drafted || back.length === 0) return stocks;
  return [
    ...stocks,
    {
      variantId: null,
      cause,
      rule: 'restore',
      expected: { field: 'status', status: 'draft' },
      after: { field: 'status', status: drafted.before },
      undoes: drafted.changeId,
    },
  ];
}

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
  const back = moved
    .filter(({ fact, seen, variant: { pieces } }) => !isOut(seen, pieces) && wasOut(fact, pieces))
    .map(({ variant }) => variant);
  const outage = decideOutage(listing, outageOf(rules, listing), newlyOut);
  const restocks = rules.back_in_stock === 'restore' ? decideRestock(listing, back) : [];
  return {
    changes: [...prices.flatMap(({ change }) => change ?? []), ...outage.changes, ...restocks],
    notices: distinct([...prices.flatMap(({ notice }) => notice ?? []), ...outage.notices]),
  };
}
