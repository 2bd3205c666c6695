import type { Executor } from '../../../db/index.ts';
import { listConnections } from '../../connections/index.ts';
import { heldVariants } from '../../mapping/index.ts';
import { effectiveAddress, type LineRow, type OrderRow, piecesToBuy } from '../../orders/index.ts';
import { variantWeights } from '../../products/index.ts';
import { listPlacementSettings } from '../placement-setting-repo.ts';
import { findQuotes, isStale, type QuoteRequest, type QuoteRow, questionKey } from '../quote-repo.ts';
import { NO_SETTING, needsWeight } from '../rules/choose-method.ts';
import type { BuyConnection, BuyLine, BuyOrder } from '../rules/plan-order.ts';
import { getQuestion, type Quoted, type QuoteOf } from '../rules/plan-shipping.ts';

/** An order for the purchasing rules. */
export const getBuyOrder = (order: OrderRow): BuyOrder => ({
  order_id: order.order_id,
  mode: order.mode,
  cancelled_at: order.cancelled_at,
  financial_status: order.financial_status,
  address: effectiveAddress(order.address, order.address_edit),
});

/** `methods`: shipping methods from the request by line; they override earlier choices. */
export const getBuyLine = (line: LineRow, methods: Readonly<Record<string, string>> = {}): BuyLine => ({
  line_id: line.line_id,
  title: line.title,
  state: line.state,
  source: line.source,
  source_product_id: line.source_product_id ?? '',
  source_variant_id: line.source_variant_id ?? '',
  source_sku: line.source_sku ?? '',
  pieces: piecesToBuy(line),
  pieces_per_unit: line.pieces_per_unit,
  bundle_line_id: line.bundle_line_id,
  shipping_method: methods[line.line_id] ?? line.shipping_method,
  unit_cost: line.unit_cost,
  cost_currency: line.cost_currency,
});

const destination = (order: BuyOrder) => ({
  countryCode: order.address.countryCode ?? '',
  postalCode: order.address.postalCode,
});

export const toQuoteRequest = (order: BuyOrder, lines: readonly BuyLine[]): QuoteRequest => ({
  countryCode: order.address.countryCode ?? '',
  ...(order.address.postalCode ? { postalCode: order.address.postalCode } : {}),
  lines: lines.map((line) => ({
    sourceProductId: line.source_product_id,
    sourceVariantId: line.source_variant_id,
    quantity: line.pieces,
  })),
});

export const getQuestionKey = (order: BuyOrder, lines: readonly BuyLine[]): string =>
  questionKey(getQuestion(lines, destination(order)));

const quotedOf = (row: QuoteRow): Quoted => ({
  state: row.state,
  options: row.options ?? [],
  stale: isStale(row),
  ...(row.error_key
    ? { error: { key: row.error_key, ...(row.error_params ? { params: row.error_params } : {}) } }
    : {}),
});

export interface Quotes {
  /** Known quotes for planning. */
  of(order: BuyOrder): (connection: BuyConnection) => QuoteOf<BuyLine>;
  row(connection: BuyConnection, order: BuyOrder, lines: readonly BuyLine[]): QuoteRow | undefined;
}

/** Every set of lines that planning may need a quote for: all of one supplier, by shipping method, and each alone. */
function setsOf(lines: readonly BuyLine[]): BuyLine[][] {
  const bySupplier = [...Map.groupBy(lines, (line) => line.source).values()];
  const byService = bySupplier.flatMap((group) => [...Map.groupBy(group, (line) => line.shipping_method).values()]);
  return [...bySupplier, ...byService, ...lines.map((line) => [line])];
}

/** Reads the quotes for lines of some orders in one query. */
export async function readQuotes(
  ex: Executor,
  workplaceId: string,
  orders: readonly { order: BuyOrder; lines: readonly BuyLine[] }[],
  connections: readonly BuyConnection[],
): Promise<Quotes> {
  const keys = new Set(
    orders.flatMap(({ order, lines }) =>
      setsOf(lines.filter((line) => line.state === 'ready' || line.state === 'blocked')).map((set) =>
        getQuestionKey(order, set),
      ),
    ),
  );
  const ids = connections.map((one) => one.connection_id);
  const rows = keys.size === 0 ? [] : await findQuotes(ex, workplaceId, ids, [...keys]);
  const known = new Map(rows.map((row) => [`${row.connection_id} ${row.question}`, row]));
  const row: Quotes['row'] = (connection, order, lines) =>
    known.get(`${connection.connection_id} ${getQuestionKey(order, lines)}`);
  return {
    row,
    of: (order) => (connection) => (lines) => {
      const found = row(connection, order, lines);
      return found && quotedOf(found);
    },
  };
}

/** The workplace's suppliers for the purchasing rules. */
export async function readConnections(ex: Executor, workplaceId: string): Promise<BuyConnection[]> {
  const settings = new Map((await listPlacementSettings(ex, workplaceId)).map((row) => [row.supplier, row]));
  return (await listConnections(ex, workplaceId)).map((one) => ({
    connection_id: one.connection_id,
    supplier: one.supplier,
    mode: one.mode,
    payer: one.payer,
    status: one.status,
    label: one.label,
    setting: settings.get(one.supplier) ?? NO_SETTING,
  }));
}

/** Adds the weight of items whose supplier's rules need it; unknown ones stay without. */
export async function addWeights(
  ex: Executor,
  workplaceId: string,
  rows: readonly Pick<LineRow, 'line_id' | 'variant_id'>[],
  lines: readonly BuyLine[],
  connections: readonly BuyConnection[],
): Promise<void> {
  const suppliers = new Set(connections.filter((one) => needsWeight(one.setting)).map((one) => one.supplier));
  const wanted = lines.filter((line) => line.source !== null && suppliers.has(line.source));
  if (wanted.length === 0) return;
  const variants = new Map(rows.map((row) => [row.line_id, row.variant_id]));
  const weights = await variantWeights(
    ex,
    workplaceId,
    wanted.flatMap((line) => variants.get(line.line_id) ?? []),
  );
  for (const line of wanted) line.unit_grams = weights.get(variants.get(line.line_id) ?? '');
}

/** Marks lines whose supplier variant is missing and held. */
export async function addHolds(
  ex: Executor,
  workplaceId: string,
  orders: readonly { order: Pick<BuyOrder, 'mode'>; lines: readonly BuyLine[] }[],
): Promise<void> {
  const named = orders.flatMap(({ lines, order }) =>
    lines.flatMap((line) => (line.source ? [{ line, name: { ...line, source: line.source, mode: order.mode } }] : [])),
  );
  const isHeld = await heldVariants(
    ex,
    workplaceId,
    named.map(({ name }) => name),
  );
  for (const { line, name } of named) if (isHeld(name)) line.held = true;
}
