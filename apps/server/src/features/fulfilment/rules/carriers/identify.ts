import { type CarrierPattern, type Checksum, PATTERNS, TRACKING_PAGES } from './patterns.ts';
import { POSTS } from './posts.ts';

/** A carrier that a tracking number may belong to. */
export interface CarrierMatch {
  carrier: string;
  /** The number's check digit is right. */
  verified: boolean;
  vague: boolean;
}

const S10 = /^[A-Z]{2}(?<serial>\d{8})(?<check>\d)(?<country>[A-Z]{2})$/;

/** The number as carriers print it: upper case without spaces. */
export const normalizeNumber = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();

/** Value of a character in a checksum that takes digits: letters count as their ASCII code less 3, mod 10. */
const digit = (char: string): number => (/\d/.test(char) ? Number(char) : ((char.codePointAt(0) ?? 0) - 3) % 10);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const digits = (serial: string): number[] => [...serial].map(digit);

/** ISO 7064 mod 37,36. */
function mod37(serial: string): string {
  const rest = [...serial].reduce((check, char) => {
    const added = check + Number.parseInt(char, 36);
    const doubled = (added > 36 ? added - 36 : added) * 2;
    return doubled > 36 ? doubled - 37 : doubled;
  }, 36);
  return ((37 - rest) % 36).toString(36).toUpperCase();
}

function luhn(serial: string): number {
  const values = digits(serial)
    .reverse()
    .map((value, index) => (index % 2 === 0 ? value * 2 : value))
    .map((value) => (value > 9 ? value - 9 : value));
  return (10 - (sum(values) % 10)) % 10;
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

function s10(serial: string): number {
  const rest = 11 - (sum(digits(serial).map((value, index) => value * (S10_WEIGHTS[index] ?? 0))) % 11);
  return rest === 10 ? 0 : rest === 11 ? 5 : rest;
}

/** The check character that belongs to a serial number. */
export function getCheckCharacter(serial: string, checksum: Checksum): string {
  switch (checksum.kind) {
    case 'mod10': {
      const total = sum(digits(serial).map((value, index) => value * (index % 2 === 0 ? checksum.even : checksum.odd)));
      return String((10 - (total % 10)) % 10);
    }
    case 'weights':
      return String((sum(digits(serial).map((value, index) => value * (checksum.weights[index] ?? 0))) % 11) % 10);
    case 'mod7':
      return String(Number(serial) % 7);
    case 'mod37':
      return mod37(serial);
    case 'luhn':
      return String(luhn(serial));
    case 's10':
      return String(s10(serial));
  }
}

/** Whether a number (normalized) has a pattern's form and check digit. */
export function hasForm(number: string, { form, checksum, prefix }: CarrierPattern): boolean {
  const { serial = '', check } = form.exec(number)?.groups ?? {};
  if (serial === '') return false;
  if (!checksum) return true;
  const whole = prefix && !serial.startsWith(prefix) ? prefix + serial : serial;
  return getCheckCharacter(whole, checksum) === check;
}

/** The post that issued an S10 number with a valid check digit. */
export function findPost(number: string): string | undefined {
  const { serial = '', check, country = '' } = S10.exec(number)?.groups ?? {};
  return serial !== '' && getCheckCharacter(serial, { kind: 's10' }) === check ? POSTS[country] : undefined;
}

/** Every carrier whose numbers have this form, verified ones first. */
export function findCarriers(text: string): CarrierMatch[] {
  const number = normalizeNumber(text);
  const post = findPost(number);
  const found: CarrierMatch[] = post ? [{ carrier: post, verified: true, vague: false }] : [];
  for (const pattern of PATTERNS)
    if (hasForm(number, pattern))
      found.push({ carrier: pattern.carrier, verified: pattern.checksum !== undefined, vague: pattern.vague === true });
  const best = new Map<string, CarrierMatch>();
  for (const match of found) {
    const known = best.get(match.carrier);
    if (!known || (match.verified && !known.verified) || (known.vague && !match.vague)) best.set(match.carrier, match);
  }
  return [...best.values()].sort((a, b) => Number(b.verified) - Number(a.verified));
}

/**
 * The carrier of a number: the only one whose check digit fits, or the only one with a form of its own. Undefined
 * where several are possible; `findCarriers` lists them.
 */
export function identifyCarrier(text: string): string | undefined {
  const found = findCarriers(text);
  const verified = found.filter((match) => match.verified);
  if (verified.length > 0) return verified.length === 1 ? verified[0]?.carrier : undefined;
  return found.length === 1 && !found[0]?.vague ? found[0]?.carrier : undefined;
}

/** A named carrier's tracking page for a number, if we know it. */
export function findTrackingPage(carrier: string, number: string): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const page = Object.entries(TRACKING_PAGES).find(([name]) => plain(name) === plain(carrier))?.[1];
  return page?.replace('%s', encodeURIComponent(normalizeNumber(number)));
}
