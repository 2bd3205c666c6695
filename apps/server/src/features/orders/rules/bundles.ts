import type { LineState } from '@quayside/contracts';
import { AT_SUPPLIER, CHANGEABLE } from './line-states.ts';

interface Part {
  line_id: string;
  bundle_line_id?: string | null;
}

/** Lines that the store knows: without the further parts of bundles. */
export const soldLines = <L extends Pick<Part, 'bundle_line_id'>>(lines: readonly L[]): L[] =>
  lines.filter((line) => !line.bundle_line_id);

/** The line that the store knows: its own, or the one that a part belongs to. */
export const soldLineId = (line: Part): string => line.bundle_line_id ?? line.line_id;

/** Bundles among lines by the id of the store's line: all parts, the first one first. */
export function getBundles<L extends Part & { bundle_position?: number | null }>(
  lines: readonly L[],
): ReadonlyMap<string, L[]> {
  const place = (line: L): number => line.bundle_position ?? 0;
  const groups = Map.groupBy(lines, soldLineId);
  return new Map(
    [...groups]
      .filter(([, own]) => own.length > 1)
      .map(([id, own]) => [id, own.toSorted((a, b) => place(a) - place(b))]),
  );
}

/** Parts that still have to be bought, of bundles of which other parts are bought. */
export const missingParts = <L extends Part & { state: LineState }>(lines: readonly L[]): L[] =>
  [...getBundles(lines).values()].flatMap((parts) =>
    parts.some((part) => AT_SUPPLIER.includes(part.state))
      ? parts.filter((part) => CHANGEABLE.includes(part.state))
      : [],
  );

/** Lines to act on together with the named ones: all other parts of their bundles that aren't bought yet. */
export function withParts<L extends Part & { state: LineState }>(
  lines: readonly L[],
  ids: readonly string[],
): string[] {
  const bundles = getBundles(lines);
  const named = lines.filter((line) => ids.includes(line.line_id));
  const others = named.flatMap((line) =>
    (bundles.get(soldLineId(line)) ?? []).filter((part) => CHANGEABLE.includes(part.state)).map((part) => part.line_id),
  );
  return [...new Set([...ids, ...others])];
}

interface Priced extends Part {
  unit_price: number;
  discount: number;
  pieces_per_unit: number;
  unit_cost: number | null;
  cost_currency: string | null;
}

/**
 * What customers paid for a bundle, divided among its parts by their costs, so that each supplier order declares its share.
 * Equal shares where a cost is unknown.
 */
export function sharePrices<L extends Priced>(lines: readonly L[]): L[] {
  const bundles = getBundles(lines);
  const divide = (amount: number, weights: readonly number[]): number[] => {
    const all = weights.reduce((sum, one) => sum + one, 0);
    let given = 0;
    let before = 0;
    return weights.map((weight) => {
      before += weight;
      const share = Math.round((amount * before) / all) - given;
      given += share;
      return share;
    });
  };
  const shared = new Map<string, Pick<L, 'unit_price' | 'discount'>>();
  for (const parts of bundles.values()) {
    const [first] = parts;
    if (!first) continue;
    const costs = parts.map((part) => (part.unit_cost ?? 0) * part.pieces_per_unit);
    const known = costs.every((cost) => cost > 0) && new Set(parts.map((part) => part.cost_currency)).size === 1;
    const weights = known ? costs : parts.map(() => 1);
    const prices = divide(first.unit_price, weights);
    const discounts = divide(first.discount, weights);
    for (const [at, part] of parts.entries())
      shared.set(part.line_id, { unit_price: prices[at] ?? 0, discount: discounts[at] ?? 0 });
  }
  return lines.map((line) => ({ ...line, ...shared.get(line.line_id) }));
}

interface Costed extends Part {
  pieces_per_unit: number;
  unit_cost: number | null;
  cost_currency: string | null;
}

/** Sold lines with the cost of one unit of all of their parts, which is unknown where that of one part is. */
export function withPartCosts<L extends Costed>(lines: readonly L[]): L[] {
  const bundles = getBundles(lines);
  return soldLines(lines).map((line) => {
    const parts = bundles.get(line.line_id);
    if (!parts) return line;
    const known = parts.every((part) => part.unit_cost !== null && part.cost_currency === line.cost_currency);
    const cost = parts.reduce((sum, part) => sum + (part.unit_cost ?? 0) * part.pieces_per_unit, 0);
    return { ...line, unit_cost: known ? cost : null, pieces_per_unit: 1 };
  });
}
