import type { ChannelAddress } from '@quayside/connector-kit';
import type { LineState } from '@quayside/contracts';
import { piecesToBuy, toBuy } from './intake.ts';
import { PLACEABLE } from './line-states.ts';

interface WaitingLine {
  state: LineState;
  quantity: number;
  fulfillable_quantity: number;
  shipped_ahead?: number;
  pieces_per_unit: number;
  source: string | null;
  source_product_id: string | null;
  source_variant_id: string | null;
  shipping_method: string | null;
}

/** Lines still to be bought with a known supplier. */
export const waitingLines = <L extends WaitingLine>(lines: readonly L[]): L[] =>
  lines.filter((line) => PLACEABLE.includes(line.state) && toBuy(line) > 0);

/**
 * Fingerprint of a quote request: waiting lines with their shipping methods, and destination. Independent of line
 * order; undefined without waiting lines.
 */
export function waitingFor(address: ChannelAddress, lines: readonly WaitingLine[]): string | undefined {
  const asked = waitingLines(lines)
    .map((line) => [
      line.source,
      line.source_product_id,
      line.source_variant_id,
      piecesToBuy(line),
      line.shipping_method,
    ])
    .map((one) => JSON.stringify(one))
    .sort();
  if (asked.length === 0) return undefined;
  return JSON.stringify([address.countryCode ?? '', address.postalCode ?? '', asked]);
}
