/** Units in which weights are shown; they are stored in whole grams. */
export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];

const GRAMS: Record<WeightUnit, number> = { g: 1, kg: 1_000, oz: 28.349523125, lb: 453.59237 };
const DIGITS: Record<WeightUnit, number> = { g: 0, kg: 3, oz: 2, lb: 3 };

/** The heaviest variant: 1,000 kg. */
export const MOST_GRAMS = 1_000_000;

/** Grams of a number in a unit, rounded. */
export const toGrams = (value: number, unit: WeightUnit): number => Math.round(value * GRAMS[unit]);

/** Grams as a number in a unit, with a point and only as many decimals as say something. */
export const weightText = (grams: number | null, unit: WeightUnit): string =>
  grams === null ? '' : String(Number((grams / GRAMS[unit]).toFixed(DIGITS[unit])));

/** The unit that is spelled out at the end of a text ("1.2 kg"), and the text without it. */
export function splitUnit(text: string): { number: string; unit: WeightUnit | undefined } {
  const match = /^(.*?)\s*(kg|g|oz|lbs?)\.?$/i.exec(text.trim());
  const name = match?.[2]?.toLowerCase();
  const unit = name === 'lbs' ? 'lb' : WEIGHT_UNITS.find((one) => one === name);
  return unit ? { number: match?.[1] ?? '', unit } : { number: text, unit: undefined };
}
