import type { ConnectorContext } from '@quayside/connector-kit';
import { stockByCountry } from './products.ts';

type Line = { sourceProductId: string; sourceVariantId: string; quantity: number };

/** A shipping service with the country it starts from, as one name: CJ prices and accepts a service per origin only. */
export const serviceName = (logisticName: string, from: string): string => `${logisticName} (${from})`;

export function readServiceName(name: string): { logisticName: string; from?: string } {
  const found = /^(.+) \(([A-Z]{2})\)$/.exec(name);
  return found?.[1] && found[2] ? { logisticName: found[1], from: found[2] } : { logisticName: name };
}

/**
 * Countries from which CJ can send all of the lines at once: the destination's own first, then the rest in alphabetical
 * order. Empty: no single place has everything.
 */
export async function findOrigins(
  ctx: ConnectorContext,
  lines: readonly Line[],
  destination: string,
): Promise<string[]> {
  let common: Set<string> | undefined;
  for (const pid of new Set(lines.map((line) => line.sourceProductId))) {
    const stock = await stockByCountry(ctx, pid);
    for (const line of lines.filter((one) => one.sourceProductId === pid)) {
      const places = [...(stock.get(line.sourceVariantId) ?? [])];
      const able = new Set(places.filter(([, pieces]) => pieces >= line.quantity).map(([country]) => country));
      common = common ? common.intersection(able) : able;
    }
  }
  return [...(common ?? [])].sort(
    (a, b) => Number(b === destination) - Number(a === destination) || a.localeCompare(b),
  );
}
