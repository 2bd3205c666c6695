import type { WeightUnit } from './weight.ts';

/** Lengths are shown in the unit that goes with the weights' one, and stored in whole millimeters. */
export type LengthUnit = 'cm' | 'in';
const MILLIMETERS: Record<LengthUnit, number> = { cm: 10, in: 25.4 };
const DIGITS: Record<LengthUnit, number> = { cm: 1, in: 2 };

/** 100 m. */
const MOST_MM = 100_000;

export const lengthUnit = (unit: WeightUnit): LengthUnit => (unit === 'oz' || unit === 'lb' ? 'in' : 'cm');

export const lengthText = (mm: number | null, unit: LengthUnit): string =>
  mm === null ? '' : String(Number((mm / MILLIMETERS[unit]).toFixed(DIGITS[unit])));

/** Millimeters of a plain number ("30.5"); undefined where it is no size. */
export function toMillimeters(number: string, unit: LengthUnit): number | undefined {
  const mm = Math.round(Number(number) * MILLIMETERS[unit]);
  return mm >= 1 && mm <= MOST_MM ? mm : undefined;
}
