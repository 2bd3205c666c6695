import type { FieldValue } from '@quayside/connector-kit';

/** What we wanted a field to be at the last push that wrote it, and how the store held it right afterwards. */
export interface SentValue {
  ours: FieldValue;
  /** Absent: the store didn't report it. */
  held?: FieldValue;
}

/** `ours`: the next push writes our value. `theirs`: the store's value stays, and is no conflict any more. */
export type FieldChoice = 'ours' | 'theirs';

/**
 * same: the store has our value. unchanged: neither side changed it since the last push. write: ours, to be written. theirs:
 * the store's, which stays. conflict: both sides changed it, so the store's stays until a person chooses.
 */
export type Verdict = 'same' | 'unchanged' | 'write' | 'theirs' | 'conflict';

export interface FieldCase {
  field: string;
  ours: FieldValue;
  /** Absent: never pushed, or pushed before this was recorded. */
  sent?: SentValue;
  /** Absent: the store doesn't report this field. */
  held?: FieldValue;
  choice?: FieldChoice;
  /** The owner wants our value in this store, whatever the store has. */
  oursWins?: boolean;
}

/** The text of HTML: stores reword markup, so only its text can be compared without a record. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim();

function isSame(field: string, ours: FieldValue, held: FieldValue): boolean {
  if (ours === held) return true;
  if (typeof ours !== 'string' || typeof held !== 'string') return false;
  return field === 'descriptionHtml' ? textOf(ours) === textOf(held) : ours.trim() === held.trim();
}

const MEASURES: readonly string[] = ['weightGrams', 'lengthMm', 'widthMm', 'heightMm'];
const isUnset = (field: string, ours: FieldValue): boolean =>
  ours === '' || (ours === null && MEASURES.includes(field));

/**
 * Whose value a field keeps when a listing is pushed again: a three-way comparison of our value, the value at the last push
 * and the store's. A value that the merchant changed in the store is never overwritten unless a person chose so.
 */
export function judgeField({ field, ours, sent, held, choice, oursWins = false }: FieldCase): Verdict {
  if (held === undefined) return sent && sent.ours === ours ? 'unchanged' : 'write';
  if (sent?.held === undefined ? isSame(field, ours, held) : sent.ours === ours && sent.held === held) return 'same';
  if (ours === held) return 'same';
  if (oursWins || choice === 'ours') return 'write';
  if (choice === 'theirs') return 'theirs';
  // Listings that were pushed before barcodes were kept have no record of theirs; where there is none, none is lost.
  if (sent === undefined && field === 'barcode' && held === '') return 'write';
  // An empty text or measure that was never written: we have nothing to say, so it is no conflict.
  if (sent?.held === undefined) return sent === undefined && isUnset(field, ours) ? 'theirs' : 'conflict';
  if (held === sent.held) return 'write';
  return ours === sent.ours ? 'theirs' : 'conflict';
}

/** Whether a push writes the field. */
export const isWritten = (verdict: Verdict): boolean => verdict === 'write';

/**
 * The record after a push. What wasn't written keeps its record, so that the merchant's value is still known as theirs the
 * next time.
 */
export function nextSent(
  verdict: Verdict,
  ours: FieldValue,
  sent: SentValue | undefined,
  held?: FieldValue,
): SentValue | undefined {
  if (verdict === 'theirs' || verdict === 'conflict' || verdict === 'unchanged') return sent;
  return { ours, ...(held === undefined ? {} : { held }) };
}
