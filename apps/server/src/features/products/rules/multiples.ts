import type { SupplierId } from '@quayside/connector-kit';
import type { Mode } from '../../../deps.ts';

/** A supplier's product, as it is shipped to a country. */
export interface ShippedProduct {
  source: SupplierId;
  mode: Mode;
  sourceProductId: string;
  shipTo: string;
}

/** What one unit takes besides the variant that it is listed from: the variant is a bundle. */
export interface RestOfUnit {
  /** Of all other parts, in the currency of the listed variant's cost. */
  cost: number;
  /** Units that the stock of the other parts is enough for; null: unknown. */
  units: number | null;
  /** The products of the other parts that are shipped besides the listed one, each once. */
  shipped: readonly ShippedProduct[];
}

/** What one unit sold in a store takes. */
export interface Unit {
  /** Pieces of the variant that it is listed from. */
  pieces: number;
  rest?: RestOfUnit | undefined;
}

/** Units of a listed variant that suppliers' stock is enough for; null: unknown. A part without known stock limits nothing. */
export function unitsInStock(stock: number | null, unit: number | Unit = 1): number | null {
  const { pieces, rest } = typeof unit === 'number' ? { pieces: unit, rest: undefined } : unit;
  const own = stock === null ? null : Math.floor(stock / pieces);
  const others = rest?.units ?? null;
  return own === null || others === null ? (own ?? others) : Math.min(own, others);
}

/** Cost of one unit, from that of one piece of the listed variant. */
export const unitCost = (cost: number, unit: Unit = { pieces: 1 }): number =>
  cost * unit.pieces + (unit.rest?.cost ?? 0);
