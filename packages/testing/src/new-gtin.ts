import { randomInt } from 'node:crypto';
import { isGtin } from '@quayside/kernel';

/** A GTIN that no product has yet: stores may refuse one that is used twice. */
export function newGtin(): string {
  const digits = String(500_000_000_000 + randomInt(99_999_999_999));
  const whole = Array.from({ length: 10 }, (_none, check) => `${digits}${check}`).find(isGtin);
  if (!whole) throw new Error('every number has a check digit');
  return whole;
}
