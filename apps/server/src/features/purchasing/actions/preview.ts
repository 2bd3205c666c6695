import type { CombinedGroupView, PlacementPreview, ShippingInfo } from '@quayside/contracts';
import { convertMoney, type Money, money, notFoundField, subtract } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { problemAnswer } from '../../connections/index.ts';
import {
  findLines,
  findOrders,
  getMessageKey,
  getShippingInfo,
  getWarnings,
  type LineRow,
  type OrderRow,
  toBuy,
  toConvertCost,
} from '../../orders/index.ts';
import { unitsInStock } from '../../products/index.ts';
import { ratesFor } from '../../rates/index.ts';
import {
  type BuyLine,
  type BuyPackage,
  type OrderPlan,
  planOrder,
  type Refused,
  sumItems,
} from '../rules/plan-order.ts';
import { cheapest } from '../rules/plan-shipping.ts';
import { addHolds, addWeights, getBuyLine, getBuyOrder, type Quotes, readConnections, readQuotes } from './gather.ts';
import { preferLines } from './prefer-quayside.ts';
import { previewGroups } from './preview-groups.ts';
import type { OrderToPlace } from './request-placement.ts';
import { type Question, sendQuestions } from './send-questions.ts';

type PreviewLine = PlacementPreview['line_items'][number];
type PreviewPackage = PlacementPreview['packages'][number];

const problem = (locale: string, key: string | undefined, params: Refused['params'] = {}) =>
  key === undefined ? null : problemAnswer(locale, { key: getMessageKey(key), params });

const infoOf = (option: Parameters<typeof getShippingInfo>[1], best: boolean): ShippingInfo[] => {
  const info = getShippingInfo(null, option, best);
  return info ? [info] : [];
};

interface Facts {
  stock: number | null;
  cost: Money | null;
}

/** The supplier's last facts about a line's variant; otherwise the imported cost. */
function factsOf(line: BuyLine, plan: OrderPlan, order: ReturnType<typeof getBuyOrder>, quotes: Quotes): Facts {
  const connection = plan.offers.find(({ plan: one }) =>
    [...one.packages.flatMap((pack) => pack.lines), ...one.unshippable].includes(line),
  )?.connection;
  const told = connection && quotes.row(connection, order, [line])?.stock?.[line.source_variant_id];
  const imported =
    line.unit_cost === null || line.cost_currency === null ? null : money(line.unit_cost, line.cost_currency);
  return {
    stock: told?.stock ?? null,
    cost: told?.cost !== undefined && told.currency ? money(told.cost, told.currency) : imported,
  };
}

function lineView(
  row: LineRow,
  line: BuyLine,
  plan: OrderPlan,
  facts: Facts,
  { currency, ship_country }: Pick<OrderRow, 'currency' | 'ship_country'>,
  locale: string,
): PreviewLine {
  const country = ship_country ?? '';
  const shipping = plan.offers.find(({ plan: one }) => one.options.has(line.line_id))?.plan;
  const options = shipping?.options.get(line.line_id) ?? [];
  const best = cheapest(options);
  const pack = plan.packages.find((one) => one.lines.includes(line));
  const refused = plan.refused.find((one) => one.line_id === line.line_id);
  const short =
    facts.stock !== null && facts.stock < line.pieces && (line.state === 'ready' || line.state === 'blocked');
  // A blocked line has its reason.
  const stopped =
    row.state === 'blocked' && row.block_key ? { key: row.block_key, params: row.block_params ?? {} } : undefined;
  const bar =
    (refused?.key === 'LINE_BLOCKED' ? stopped : undefined) ??
    refused ??
    pack?.problem ??
    (short
      ? {
          key: 'product_out_of_stock',
          params: { title: row.title, stock: unitsInStock(facts.stock, row.pieces_per_unit) ?? 0 },
        }
      : undefined);
  const units = toBuy(row);
  const { pieces_per_unit: perUnit } = row;
  return {
    id: row.line_id,
    title: row.title,
    variant_title: row.variant_title,
    image: row.image_url,
    quantity: units,
    pieces_per_unit: perUnit,
    bundle_line_id: row.bundle_line_id,
    state: row.state,
    source: row.source,
    source_product_id: row.source_product_id,
    sku_id: row.source_variant_id,
    sale: money(row.unit_price * row.quantity - row.discount, currency),
    unit_cost: facts.cost && money(facts.cost.amount * perUnit, facts.cost.currency),
    items_cost: facts.cost && money(facts.cost.amount * line.pieces, facts.cost.currency),
    stock: unitsInStock(facts.stock, perUnit),
    shipping_options: options.flatMap((option) => infoOf(option, option === best)),
    shipping_method: pack?.method ?? line.shipping_method,
    quotes_pending: pack?.pending ?? false,
    problem: problem(locale, bar?.key, { title: row.title, country, ...bar?.params }),
  };
}

const sumOf = (amounts: readonly (Money | null)[]): Money | null => {
  const [first] = amounts;
  if (!first) return null;
  let total = 0;
  for (const one of amounts) {
    if (!one || one.currency !== first.currency) return null;
    total += one.amount;
  }
  return money(total, first.currency);
};

function packageView(pack: BuyPackage, country: string, quotedAt: string | null, locale: string): PreviewPackage {
  const items = sumItems(pack.lines);
  const itemsCost = items && money(items.amount, items.currency);
  const shipping = pack.option?.amount ?? null;
  const params = { title: pack.lines.map((line) => line.title).join(', '), country, ...pack.problem?.params };
  return {
    source: pack.connection.supplier,
    line_item_ids: pack.lines.map((line) => line.line_id),
    shipping_info: getShippingInfo(pack.method, pack.option ?? null, false),
    items_cost: itemsCost,
    shipping_cost: shipping,
    total: sumOf([itemsCost, shipping]),
    payer: pack.connection.payer,
    quotes_pending: pack.pending,
    quoted_at: quotedAt,
    problem: problem(locale, pack.problem?.key, params),
  };
}

function orderPreview(
  row: OrderRow,
  lines: readonly { row: LineRow; line: BuyLine }[],
  plan: OrderPlan,
  quotes: Quotes,
  locale: string,
): PlacementPreview {
  const order = getBuyOrder(row);
  const costed = lines.map((one) => ({ ...one, facts: factsOf(one.line, plan, order, quotes) }));
  const costBy = new Map(costed.map(({ line, facts }) => [line.line_id, facts.cost]));
  const withCosts = plan.packages.map((pack) => ({
    ...pack,
    lines: pack.lines.map((line) => {
      const cost = costBy.get(line.line_id);
      return { ...line, unit_cost: cost?.amount ?? null, cost_currency: cost?.currency ?? null };
    }),
  }));
  const packages = withCosts.map((pack) => {
    const quotedAt = quotes.row(pack.connection, order, pack.lines)?.known_at ?? null;
    return packageView(pack, row.ship_country ?? '', quotedAt, locale);
  });
  const good = packages.filter((pack) => pack.problem === null);
  const items = sumOf(good.map((pack) => pack.items_cost));
  const shipping = sumOf(good.map((pack) => pack.shipping_cost));
  const total = sumOf(good.map((pack) => pack.total));
  const taken = new Set(good.flatMap((pack) => pack.line_item_ids));
  const saleOf = (all: typeof lines): number =>
    all.reduce((sum, { row: one }) => sum + one.unit_price * one.quantity - one.discount, 0);
  const sale = saleOf(lines.filter(({ line }) => taken.has(line.line_id)));
  // The customer's shipping payment counts when the whole order is bought at once.
  const earned = taken.size === lines.length ? sale + row.shipping_total : sale;
  const orderBars = plan.refused.filter((one) => one.line_id === null);
  return {
    order_id: row.order_id,
    name: row.name,
    country_code: row.ship_country,
    is_sandbox: row.mode === 'sandbox',
    is_sample: row.is_sample || row.is_exchange,
    line_items: costed.map(({ row: one, line, facts }) => lineView(one, line, plan, facts, row, locale)),
    packages,
    items_cost: items,
    shipping_cost: shipping,
    total,
    sale: money(earned, row.currency),
    profit:
      !row.is_sample && !row.is_exchange && total && total.currency === row.currency
        ? money(earned - total.amount, row.currency)
        : null,
    profit_rate: null,
    quotes_pending: plan.plans.some((one) => one.plan.pending),
    can_place: good.length > 0,
    problems: orderBars.flatMap(
      (one) => problem(locale, one.key, { country: row.ship_country ?? '', ...one.params }) ?? [],
    ),
    warnings: getWarnings(row).flatMap((key) => problem(locale, key) ?? []),
  };
}

/** Adds the profit of orders in another currency than their suppliers', at the rate of each order's day. */
async function addConvertedProfit(
  deps: Deps,
  scope: WorkplaceScope,
  previews: readonly PlacementPreview[],
  placedAt: ReadonlyMap<string, string>,
): Promise<PlacementPreview[]> {
  const conversions = previews.map(({ order_id, total, sale }) =>
    toConvertCost({
      currency: sale.currency,
      cost_currency: total?.currency ?? null,
      placed_at: placedAt.get(order_id) ?? '',
    }),
  );
  const needed = conversions.flatMap((conversion) => conversion ?? []);
  if (needed.length === 0) return [...previews];
  const rates = await deps.db.read(scope, (ex) => ratesFor(ex, scope.workplaceId, needed));
  return previews.map((preview, at) => {
    const { total, sale } = preview;
    const conversion = conversions[at];
    const rate = conversion && rates(conversion);
    if (!total || !rate || preview.is_sample) return preview;
    return { ...preview, profit: subtract(sale, convertMoney(total, sale.currency, rate.rate)), profit_rate: rate };
  });
}

/** Previews placing with known data; jobs request the missing quotes, so a request never waits for a supplier. */
export async function previewPlacement(
  deps: Deps,
  scope: WorkplaceScope,
  wanted: readonly OrderToPlace[],
  locale: string,
): Promise<{ orders: PlacementPreview[]; groups: CombinedGroupView[] }> {
  const { workplaceId } = scope;
  const ids = wanted.map((one) => one.order_id);
  const strange = (at: number, field: string, code: string) => notFoundField(`orders.${at}.${field}`, code);
  const read = await deps.db.read(scope, async (ex) => {
    const rows = new Map((await findOrders(ex, workplaceId, ids)).map((order) => [order.order_id, order]));
    const saved = await findLines(ex, workplaceId, ids);
    const preferred = await preferLines(ex, workplaceId, [...rows.values()], saved);
    const lines = Map.groupBy(preferred.lines, (line) => line.order_id);
    const orders = wanted.map((one, at) => {
      const row = rows.get(one.order_id);
      if (!row) throw strange(at, 'order_id', 'OrderDetailNotFound');
      const own = new Set((lines.get(one.order_id) ?? []).map((line) => line.line_id));
      const unknown = (named: readonly string[]): boolean => named.some((id) => !own.has(id));
      if (unknown(one.line_item_ids ?? [])) throw strange(at, 'line_item_ids', 'LINE_NOT_FOUND');
      if (unknown(Object.keys(one.shipping_methods ?? {}))) throw strange(at, 'shipping_methods', 'LINE_NOT_FOUND');
      const all = (lines.get(one.order_id) ?? []).map((line) => ({
        row: line,
        line: getBuyLine(line, one.shipping_methods),
      }));
      return { one, row, order: getBuyOrder(row), all, lines: all.map(({ line }) => line) };
    });
    const connections = await readConnections(ex, workplaceId);
    await addWeights(
      ex,
      workplaceId,
      [...lines.values()].flat(),
      orders.flatMap((one) => one.lines),
      connections,
    );
    await addHolds(ex, workplaceId, orders);
    return { orders, connections, quotes: await readQuotes(ex, workplaceId, orders, connections) };
  });
  const planned = read.orders.map(({ one, row, order, all, lines }) => {
    const options = { alone: true, ...(one.line_item_ids ? { wanted: one.line_item_ids } : {}) };
    const plan = planOrder(order, lines, read.connections, read.quotes.of(order), options);
    return { row, order, all, plan };
  });
  const asks: Question[] = planned.flatMap(({ order, plan }) =>
    [...new Set([...plan.plans, ...plan.offers])].flatMap(({ connection, plan: one }) =>
      one.asks.map((lines) => ({ connectionId: connection.connection_id, order, lines })),
    ),
  );
  const combined = await deps.db.read(scope, (ex) =>
    previewGroups(
      ex,
      workplaceId,
      planned.map(({ row, order, all, plan }) => ({
        order,
        storeId: row.store_id,
        currency: row.currency,
        email: row.customer_email,
        lineIds: all.map(({ line }) => line.line_id),
        plan,
      })),
      read.connections,
    ),
  );
  asks.push(...combined.asks);
  if (asks.length > 0) await deps.db.tenant(scope, (tx) => sendQuestions(tx, deps, scope, asks));
  const previews = planned.map(({ row, all, plan }) => orderPreview(row, all, plan, read.quotes, locale));
  const placedAt = new Map(planned.map(({ row }) => [row.order_id, row.placed_at]));
  return { orders: await addConvertedProfit(deps, scope, previews, placedAt), groups: combined.groups };
}
