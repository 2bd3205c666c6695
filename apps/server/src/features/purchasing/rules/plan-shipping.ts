import type { ShippingOption } from '@quayside/connector-kit';

/** A line to buy, for shipping. */
export interface ShippingLine {
  line_id: string;
  source_product_id: string;
  source_variant_id: string;
  pieces: number;
  /** Chosen shipping method; null: by the supplier's settings. */
  shipping_method: string | null;
}

/** A supplier's quote for a set of lines; undefined: not requested yet. */
export interface Quoted {
  state: 'asking' | 'known' | 'failed';
  options: readonly ShippingOption[];
  /** true: good enough to show, but too old to rely on; it is requested again. */
  stale: boolean;
  error?: { key: string; params?: Record<string, string | number> };
}

export type QuoteOf<L> = (lines: readonly L[]) => Quoted | undefined;

/** Chooses the shipping method of lines without a chosen one. */
export type ChooseOption<L> = (lines: readonly L[], options: readonly ShippingOption[]) => ShippingOption | undefined;

/** Lines with the same shipping method: one supplier order. */
export interface ShippingPackage<L> {
  lines: L[];
  /** null: the cheapest is not known yet. */
  method: string | null;
  option: ShippingOption | undefined;
  /** Some quotes are still missing. */
  pending: boolean;
  problem: { key: string; params?: Record<string, string | number> } | undefined;
}

export interface ShippingPlan<L> {
  packages: ShippingPackage<L>[];
  /** Shipping methods for each line alone; empty while unknown. */
  options: Map<string, readonly ShippingOption[]>;
  /** Lines that can't be shipped to that country. */
  unshippable: L[];
  /** Sets of lines to request quotes for. */
  asks: L[][];
  pending: boolean;
}

/** The cheapest shipping method, the faster one if equal. */
export function cheapest(options: readonly ShippingOption[]): ShippingOption | undefined {
  return [...options].sort(
    (a, b) => a.amount.amount - b.amount.amount || (a.deliveryDaysMax ?? 999) - (b.deliveryDaysMax ?? 999),
  )[0];
}

/**
 * Groups one supplier's lines into packages: by chosen shipping method, the rest by `choose`. Unshippable lines
 * are returned, incompatible ones split; `alone`: also quotes each line alone, for a choice per line and to find the
 * affected line.
 */
export function planShipping<L extends ShippingLine>(
  lines: readonly L[],
  quoteOf: QuoteOf<L>,
  alone: boolean,
  choose: ChooseOption<L> = (_lines, options) => cheapest(options),
): ShippingPlan<L> {
  const asks: L[][] = [];
  let pending = false;
  const ask = (set: readonly L[]): Quoted | undefined => {
    const quote = quoteOf(set);
    if (!quote || quote.stale) asks.push([...set]);
    if (!quote || quote.stale || quote.state === 'asking') pending = true;
    return quote;
  };
  const options = new Map<string, readonly ShippingOption[]>();
  const unshippable: L[] = [];
  if (alone || lines.length === 1) {
    for (const line of lines) {
      const quote = ask([line]);
      if (quote?.state !== 'known') continue;
      options.set(line.line_id, quote.options);
      if (quote.options.length === 0) unshippable.push(line);
    }
  }
  const sendable = lines.filter((line) => !unshippable.includes(line));
  const byMethod = Map.groupBy(sendable, (line) => line.shipping_method);
  const packages = [...byMethod].flatMap(([method, set]) => packed(method, set, ask, choose));
  return { packages, options, unshippable, asks, pending };
}

function packed<L extends ShippingLine>(
  method: string | null,
  lines: L[],
  ask: (set: readonly L[]) => Quoted | undefined,
  choose: ChooseOption<L>,
): ShippingPackage<L>[] {
  const quote = ask(lines);
  const waiting = !quote || quote.stale || quote.state === 'asking';
  if (quote?.state === 'failed')
    return [{ lines, method, option: undefined, pending: waiting, problem: quote.error ?? { key: 'OrderFail' } }];
  if (quote?.state !== 'known') return [{ lines, method, option: undefined, pending: true, problem: undefined }];
  if (quote.options.length === 0) {
    if (lines.length > 1) return lines.flatMap((line) => packed(method, [line], ask, choose));
    return [{ lines, method, option: undefined, pending: waiting, problem: { key: 'shipped_country_notfound' } }];
  }
  const option =
    method === null ? choose(lines, quote.options) : quote.options.find((one) => one.serviceName === method);
  return [
    {
      lines,
      method: option?.serviceName ?? method,
      option,
      pending: waiting,
      problem: option ? undefined : { key: 'shipping_method_unavailable', params: { service: method ?? '' } },
    },
  ];
}

/** Canonical text of a quote request. */
export function getQuestion(
  lines: readonly Pick<ShippingLine, 'source_product_id' | 'source_variant_id' | 'pieces'>[],
  to: { countryCode: string; postalCode: string | undefined },
): string {
  const asked = lines
    .map((line) => [line.source_product_id, line.source_variant_id, line.pieces] as const)
    .sort((a, b) => (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]));
  return JSON.stringify([to.countryCode, to.postalCode ?? '', asked]);
}
