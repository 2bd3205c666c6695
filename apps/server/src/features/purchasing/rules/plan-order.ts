import type { ChannelAddress } from '@quayside/connector-kit';
import type { LineState, SupplierName } from '@quayside/contracts';
import type { MessageParams, Money } from '@quayside/kernel';
import { AT_SUPPLIER, addressIsComplete, CHANGEABLE, getBundles, MAPPING_HELD, withParts } from '../../orders/index.ts';
import { chooseMethod, type Parcel, type PlacementSetting, shipsTo } from './choose-method.ts';
import {
  planShipping,
  type QuoteOf,
  type ShippingLine,
  type ShippingPackage,
  type ShippingPlan,
} from './plan-shipping.ts';

/** An order's line for purchasing. Costs in minor units. */
export interface BuyLine extends ShippingLine {
  title: string;
  state: LineState;
  source: SupplierName | null;
  source_sku: string;
  /** Pieces in one unit sold. */
  pieces_per_unit: number;
  /** The line that this further part of a bundle belongs to. */
  bundle_line_id?: string | null;
  unit_cost: number | null;
  cost_currency: string | null;
  /** Weight of one item, where a rule needs it and it is known. */
  unit_grams?: number | undefined;
  /** The supplier no longer has it, and it waits until its replacement is decided. */
  held?: boolean | undefined;
}

export interface BuyOrder {
  order_id: string;
  mode: 'live' | 'sandbox';
  cancelled_at: string | null;
  financial_status: string;
  address: ChannelAddress;
}

export interface BuyConnection {
  connection_id: string;
  supplier: SupplierName;
  mode: 'live' | 'sandbox';
  payer: 'wallet' | 'own-account';
  status: 'active' | 'needs_reconnect' | 'removed';
  label: string;
  setting: PlacementSetting;
}

export interface Refused {
  line_id: string | null;
  key: string;
  params?: MessageParams;
}

export interface BuyPackage extends ShippingPackage<BuyLine> {
  connection: BuyConnection;
}

export interface OrderPlan {
  packages: BuyPackage[];
  /** What was left out and why: a line, or (line_id null) the whole order. */
  refused: Refused[];
  plans: ConnectionPlan[];
  /** The plans with the lines that were left out because of other parts of their bundle, so that a person can choose. */
  offers: ConnectionPlan[];
}

interface ConnectionPlan {
  connection: BuyConnection;
  plan: ShippingPlan<BuyLine>;
}

/** Another part of a bundle can't be bought. */
export const BUNDLE_PART_REFUSED = 'BUNDLE_PART_REFUSED';

const BUYABLE: readonly LineState[] = ['ready', 'blocked'];
/** Not reported unless requested by id. */
const DONE: readonly LineState[] = ['cancelled', 'manual', 'no_shipping', 'shipped', 'delivered', 'placed', 'placing'];

/** What prevents the whole order from being bought. */
export function orderBar(order: BuyOrder): string | undefined {
  if (order.cancelled_at) return 'ORDER_CANCELLED';
  if (order.financial_status === 'refunded' || order.financial_status === 'voided') return 'ORDER_REFUNDED';
  if (order.financial_status === 'failed') return 'ORDER_PAYMENT_FAILED';
  return addressIsComplete(order.address) ? undefined : 'error_save_all_address';
}

function lineBar(line: BuyLine, asked: boolean): string | undefined {
  if (line.state === 'unmapped') return 'LINE_UNMAPPED';
  if (line.held && BUYABLE.includes(line.state)) return MAPPING_HELD;
  if (line.state === 'blocked' && !asked) return 'LINE_BLOCKED';
  if (line.state === 'placing' || line.state === 'placed') return 'LINE_PLACED_ALREADY';
  if (!BUYABLE.includes(line.state)) return 'LINE_NOT_TO_PLACE';
  return line.pieces > 0 ? undefined : 'LINE_NOT_TO_PLACE';
}

/** The connection for a line: its supplier in the order's mode. */
function connectionFor(
  line: BuyLine,
  order: BuyOrder,
  connections: readonly BuyConnection[],
): BuyConnection | { key: string; params: MessageParams } {
  const ofSupplier = connections.filter((one) => one.supplier === line.source && one.status !== 'removed');
  const right = ofSupplier.find((one) => one.mode === order.mode);
  const name = right?.label ?? ofSupplier[0]?.label ?? line.source ?? '';
  if (!right && ofSupplier.length > 0) return { key: 'SANDBOX_AND_LIVE_MIXED', params: { name } };
  if (!right) return { key: 'SUPPLIER_NOT_CONNECTED', params: { name } };
  if (right.status === 'needs_reconnect') return { key: 'SUPPLIER_NEEDS_RECONNECT', params: { name } };
  const country = order.address.countryCode ?? '';
  if (!shipsTo(right.setting, country)) return { key: 'COUNTRY_EXCLUDED', params: { name, country } };
  return right;
}

/**
 * Plans the supplier orders of an order, and the refused lines with reasons; previews and placing use the same plan.
 * `wanted`: requested lines; absent: all ready ones, reporting the others. `named`: lines with something reported. A bundle is
 * bought as a whole: if one of its open parts can't be bought, none of them is.
 */
export function planOrder(
  order: BuyOrder,
  lines: readonly BuyLine[],
  connections: readonly BuyConnection[],
  quoteOf: (connection: BuyConnection) => QuoteOf<BuyLine>,
  options: { wanted?: readonly string[]; named?: readonly string[]; alone?: boolean } = {},
): OrderPlan {
  const refused: Refused[] = [];
  const bar = orderBar(order);
  if (bar) return { packages: [], plans: [], offers: [], refused: [{ line_id: null, key: bar }] };
  const wanted = options.wanted && withParts(lines, options.wanted);
  for (const id of new Set([...(wanted ?? []), ...(options.named ?? [])]))
    if (!lines.some((line) => line.line_id === id)) refused.push({ line_id: id, key: 'LINE_NOT_FOUND' });
  const chosen = lines.filter((line) => (wanted ? wanted.includes(line.line_id) : !DONE.includes(line.state)));
  let good: { line: BuyLine; connection: BuyConnection }[] = [];
  for (const line of chosen) {
    const key = lineBar(line, wanted !== undefined);
    const connection = key ? undefined : connectionFor(line, order, connections);
    if (key) refused.push({ line_id: line.line_id, key, params: { title: line.title } });
    else if (connection && 'key' in connection)
      refused.push({ line_id: line.line_id, key: connection.key, params: { title: line.title, ...connection.params } });
    else if (connection) good.push({ line, connection });
  }
  if (good.length === 0 && refused.length === 0) {
    const isPlaced = lines.some((line) => AT_SUPPLIER.includes(line.state));
    refused.push({ line_id: null, key: isPlaced ? 'ORDER_PLACED_ALREADY' : 'ORDER_NOTHING_TO_PLACE' });
  }
  const country = order.address.countryCode ?? '';
  const planFor = (members: typeof good): ConnectionPlan[] =>
    [...Map.groupBy(members, ({ connection }) => connection)].map(([connection, own]) => ({
      connection,
      plan: planShipping(
        own.map(({ line }) => line),
        quoteOf(connection),
        options.alone ?? false,
        (set, offered) => chooseMethod(connection.setting, parcelOf(set, country), offered).option,
      ),
    }));
  const bundles = getBundles(lines);
  const partsOf = (id: string): readonly BuyLine[] => [...bundles.values()].find((own) => has(own, id)) ?? [];
  // Parts that are bought already, or need not be, keep none back.
  const isOpen = new Set(
    lines.filter((line) => CHANGEABLE.includes(line.state) && line.pieces > 0).map((line) => line.line_id),
  );
  const offers = planFor(good);
  let plans = offers;
  for (;;) {
    const barred = [...refused, ...shippingBars(plans, country)].filter((one) => isOpen.has(one.line_id ?? ''));
    const bars = new Map(barred.map((one) => [one.line_id, one]));
    const leftOut = good.filter(({ line }) => partsOf(line.line_id).some((part) => bars.has(part.line_id)));
    if (leftOut.length === 0) break;
    for (const { line } of leftOut) {
      const part = partsOf(line.line_id).find((one) => bars.has(one.line_id));
      const params = { title: line.title, part: part?.title ?? '' };
      refused.push(bars.get(line.line_id) ?? { line_id: line.line_id, key: BUNDLE_PART_REFUSED, params });
    }
    good = good.filter((one) => !leftOut.includes(one));
    plans = planFor(good);
  }
  for (const { plan } of plans)
    for (const line of plan.unshippable)
      refused.push({ line_id: line.line_id, key: 'shipped_country_notfound', params: { title: line.title, country } });
  return {
    packages: plans.flatMap(({ connection, plan }) => plan.packages.map((one) => ({ ...one, connection }))),
    refused,
    plans,
    offers,
  };
}

const has = (lines: readonly BuyLine[], id: string): boolean => lines.some((line) => line.line_id === id);

/** Lines that their supplier doesn't ship, with the reasons. */
const shippingBars = (plans: readonly ConnectionPlan[], country: string): Refused[] =>
  plans.flatMap(({ plan }) => [
    ...plan.unshippable.map((line) => ({
      line_id: line.line_id,
      key: 'shipped_country_notfound',
      params: { title: line.title, country },
    })),
    ...plan.packages.flatMap(({ lines, problem }) =>
      problem
        ? lines.map((line) => ({
            line_id: line.line_id,
            key: problem.key,
            params: { title: line.title, country, ...problem.params },
          }))
        : [],
    ),
  ]);

/** Facts about a line's costs. */
type CostLine = Pick<BuyLine, 'unit_cost' | 'cost_currency' | 'pieces'>;

/** Pieces of all lines together. */
export const countPieces = (lines: readonly Pick<BuyLine, 'pieces'>[]): number =>
  lines.reduce((sum, line) => sum + line.pieces, 0);

/** Known cost of a package's items; null while a part is unknown or in another currency. */
export function sumItems(lines: readonly CostLine[]): { amount: number; currency: string } | null {
  const currency = lines[0]?.cost_currency;
  if (!currency) return null;
  let amount = 0;
  for (const line of lines) {
    if (line.unit_cost === null || line.cost_currency !== currency) return null;
    amount += line.unit_cost * line.pieces;
  }
  return { amount, currency };
}

/**
 * A package's common currency with its known costs in minor units; null: unknown or in another currency. Without known
 * costs, the supplier's order decides the currency.
 */
export function quotedCosts(lines: readonly BuyLine[], shipping: Money | undefined) {
  const priced = lines.find((line) => line.unit_cost !== null && line.cost_currency !== null);
  const currency = priced?.cost_currency ?? shipping?.currency ?? 'USD';
  return {
    currency,
    items: sumItems(lines)?.amount ?? null,
    shipping: shipping?.currency === currency ? shipping.amount : null,
    unitCost: (line: BuyLine): number | null => (line.cost_currency === currency ? line.unit_cost : null),
  };
}

/** Items shipped together, for the supplier's rules. */
export function parcelOf(lines: readonly (CostLine & Pick<BuyLine, 'unit_grams'>)[], country: string): Parcel {
  const items = sumItems(lines);
  let grams: number | null = 0;
  for (const { unit_grams: unit, pieces } of lines)
    grams = grams === null || unit === undefined ? null : grams + unit * pieces;
  return { country, grams, cost: items?.currency === 'USD' ? items.amount : null };
}
