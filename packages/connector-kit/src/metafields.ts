import { createHash } from 'node:crypto';

/** A metafield that the store defines for products. */
export interface StoreMetafieldDefinition {
  namespace: string;
  key: string;
  name: string;
  description: string;
  /** As the platform names it, e.g. "number_integer". */
  type: string;
  validations: { name: string; value: string }[];
  /** false: only another app may write it. */
  isWritable: boolean;
}

/** A value of a metafield, in the platform's own text form. */
export interface MetafieldValue {
  namespace: string;
  key: string;
  type: string;
  value: string;
}

/** A value that a product has in the store. */
export interface HeldMetafield extends MetafieldValue {
  /** The platform's digest of it, for a write that must not overwrite a newer value. */
  digest: string;
  /** false: its definition was deleted. */
  isDefined: boolean;
}

export const metafieldId = ({ namespace, key }: Pick<MetafieldValue, 'namespace' | 'key'>): string =>
  `${namespace}.${key}`;

/** The metafields that a listing shall have. */
export interface WantedMetafields {
  values: readonly MetafieldValue[];
  /** Ids of those that a person removed here: they are removed from the store. */
  removed?: readonly string[];
  /** Ids of those that are written or removed although the merchant changed them. */
  again: readonly string[];
  /** Fingerprints of values that the store had as well, when the product was taken in or pushed, by id. */
  known?: Readonly<Record<string, string>>;
}

/**
 * State of a wanted metafield after a push. same: the store has it, or not where it was removed; theirs: only the merchant changed
 * it; conflict: both did; gone: its definition was deleted; refused: the store's reason says why.
 */
export interface MetafieldOutcome {
  id: string;
  state: 'same' | 'theirs' | 'conflict' | 'gone' | 'refused';
  /** The store's value, where it stays; null: it has none. */
  held?: string | null;
  reason?: string;
}

/** Fingerprints of what we wrote last, and of what the store made of it, by id. */
export type MetafieldRecord = Readonly<Record<string, { sent: string; held?: string | undefined }>>;

export interface MetafieldPlan {
  set: { field: MetafieldValue; digest: string | null }[];
  remove: MetafieldValue[];
  outcomes: MetafieldOutcome[];
  /** The record without what is still to be set. */
  record: Record<string, { sent: string; held?: string | undefined }>;
}

const UNITS: Record<string, string> = {
  grams: 'g',
  kilograms: 'kg',
  ounces: 'oz',
  pounds: 'lb',
  millimeters: 'mm',
  centimeters: 'cm',
  meters: 'm',
  inches: 'in',
  feet: 'ft',
  yards: 'yd',
  milliliters: 'ml',
  centiliters: 'cl',
  liters: 'l',
  cubic_meters: 'm3',
  fluid_ounces: 'us_fl_oz',
  pints: 'us_pt',
  quarts: 'us_qt',
  gallons: 'us_gal',
  imperial_fluid_ounces: 'imp_fl_oz',
  imperial_pints: 'imp_pt',
  imperial_quarts: 'imp_qt',
  imperial_gallons: 'imp_gal',
};

/** A decimal without a plus sign or zeros that say nothing; anything else as it is. */
function plainNumber(text: string): string {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim());
  if (!found || `${found[2] ?? ''}${found[3] ?? ''}` === '') return text.trim();
  const whole = (found[2] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const rest = (found[3] ?? '').replace(/0+$/, '');
  const number = rest === '' ? whole : `${whole}.${rest}`;
  return found[1] === '-' && number !== '0' ? `-${number}` : number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One text for all that mean the same: stores write numbers, units and lists in forms of their own. */
function canonical(type: string, value: string): string {
  if (type.startsWith('number_')) return plainNumber(value);
  if (type === 'color' || type === 'boolean') return value.trim().toLowerCase();
  if (type === 'weight' || type === 'dimension' || type === 'volume') {
    const measure = parsed(value) as { value?: unknown; unit?: unknown } | null | undefined;
    if (typeof measure !== 'object' || measure === null) return value;
    const unit = String(measure.unit).toLowerCase();
    return `${plainNumber(String(measure.value))} ${UNITS[unit] ?? unit}`;
  }
  if (type.startsWith('list.')) {
    const list = parsed(value);
    return Array.isArray(list) ? JSON.stringify(list) : value;
  }
  return value.replaceAll('\r\n', '\n').trim();
}

/** A measurement with its unit in the short form that values here have; anything else as it is. */
export function metafieldText({ type, value }: Pick<MetafieldValue, 'type' | 'value'>): string {
  if (type !== 'weight' && type !== 'dimension' && type !== 'volume') return value;
  const measure = parsed(value) as { value?: unknown; unit?: unknown } | null | undefined;
  if (typeof measure !== 'object' || measure === null) return value;
  const unit = String(measure.unit).toLowerCase();
  return JSON.stringify({ value: measure.value, unit: UNITS[unit] ?? unit });
}

/** Equal for values that mean the same. */
export const metafieldPrint = ({ type, value }: Pick<MetafieldValue, 'type' | 'value'>): string =>
  createHash('sha256')
    .update(`${type}\n${canonical(type, value)}`)
    .digest('base64url')
    .slice(0, 22);

/**
 * Compares the wanted metafields with what we wrote last and with what the store holds. A value that the merchant changed or made
 * stays, and so does every metafield that we never wrote.
 */
export function planMetafields(
  { values, removed = [], again, known = {} }: WantedMetafields,
  record: MetafieldRecord,
  there: ReadonlyMap<string, HeldMetafield>,
): MetafieldPlan {
  const plan: MetafieldPlan = { set: [], remove: [], outcomes: [], record: {} };
  const wanted = new Set<string>();
  for (const field of values) {
    const id = metafieldId(field);
    wanted.add(id);
    const [held, last] = [there.get(id), record[id]];
    const ours = metafieldPrint(field);
    const theirs = held && metafieldPrint(held);
    const base = last ? (last.held ?? last.sent) : known[id];
    const keep = (outcome: Omit<MetafieldOutcome, 'id'>): void => {
      plan.outcomes.push({ id, ...outcome });
      if (last) plan.record[id] = last;
    };
    if (held && !held.isDefined) keep({ state: 'gone' });
    else if (theirs === ours) {
      keep({ state: 'same' });
      if (last) plan.record[id] = { sent: ours, held: theirs };
    } else if (theirs === base || again.includes(id)) plan.set.push({ field, digest: held?.digest ?? null });
    else {
      const isOursUnchanged = (last?.sent ?? known[id]) === ours;
      keep({ state: isOursUnchanged ? 'theirs' : 'conflict', held: held?.value ?? null });
    }
  }
  for (const id of removed.filter((one) => !wanted.has(one))) {
    wanted.add(id);
    const [held, last] = [there.get(id), record[id]];
    const base = last ? (last.held ?? last.sent) : known[id];
    if (held && metafieldPrint(held) !== base && !again.includes(id)) {
      plan.outcomes.push({ id, state: 'conflict', held: held.value });
      if (last) plan.record[id] = last;
      continue;
    }
    if (held) plan.remove.push(held);
    plan.outcomes.push({ id, state: 'same' });
  }
  for (const [id, last] of Object.entries(record)) {
    const held = there.get(id);
    if (!wanted.has(id) && held && metafieldPrint(held) === (last.held ?? last.sent)) plan.remove.push(held);
  }
  return plan;
}
