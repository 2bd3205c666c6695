import type * as contracts from '@quayside/contracts';

type Of<L extends readonly unknown[]> = L[number];
export type PriceBand = Of<typeof contracts.PRICE_BANDS>;
export type VolumeBand = Of<typeof contracts.VOLUME_BANDS>;
export type ListingBand = Of<typeof contracts.LISTING_BANDS>;

/*
 * The contract's lists, written out: importing them at run time would bring the validation library onto the first
 * screen. A test holds them to the contract.
 */
export const PRICE_BANDS: readonly PriceBand[] = ['under_10', '10_30', '30_50', '50_100', 'over_100'];
export const VOLUME_BANDS: readonly VolumeBand[] = [
  'over_100',
  'under_500',
  '500_1000',
  '1000_5000',
  '5000_10000',
  'over_10000',
];
export const LISTING_BANDS: readonly ListingBand[] = [
  'under_100',
  '100_250',
  '250_500',
  '500_750',
  '750_1000',
  'over_1000',
];

export interface BandEnds {
  low?: number;
  high?: number;
}

/** The ends of a band: `under_10` up to 10, `10_30` both, `over_100` from 100. */
export function bandEnds(band: string): BandEnds {
  const [first = '', second = ''] = band.split('_');
  if (first === 'under') return { high: Number(second) };
  if (first === 'over') return { low: Number(second) };
  return { low: Number(first), high: Number(second) };
}
