import { type Money, moneyFromDecimal } from '@quayside/kernel';
import { ConnectorError } from './errors.ts';

/** The part of an order that can't be read. */
export type UnreadablePart = 'amount' | 'currency' | 'quantity' | 'time' | 'state' | 'form';

export interface UnreadableReason {
  what: UnreadablePart;
  /** Path in the platform's response, e.g. "line_items.0.subtotal". */
  where: string;
  /** The value: a short word or number, never personal data. */
  value?: string;
}

/** An order with an ambiguous value: nothing is guessed. */
export interface UnreadableOrder {
  externalOrderId: string;
  /** Its display number. */
  name?: string;
  updatedAt?: string;
  reason: UnreadableReason;
}

const LONGEST_VALUE = 40;
const shown = (value: unknown): Pick<UnreadableReason, 'value'> =>
  typeof value === 'string' || typeof value === 'number' ? { value: String(value).slice(0, LONGEST_VALUE) } : {};

/** Thrown for an order value without a certain meaning. */
export class UnreadableError extends ConnectorError {
  readonly reason: UnreadableReason;
  constructor(what: UnreadablePart, where: string, value?: unknown) {
    const reason = { what, where, ...(what === 'form' ? {} : shown(value)) };
    super('unexpected', `${what} at ${where}${reason.value === undefined ? '' : `: ${reason.value}`}`);
    this.reason = reason;
  }
}

/** A requested order exists but can't be read. */
export class UnreadableOrderError extends ConnectorError {
  readonly unread: UnreadableOrder;
  constructor(unread: UnreadableOrder) {
    const { what, where } = unread.reason;
    super('unexpected', `order ${unread.name ?? unread.externalOrderId} cannot be read: ${what} at ${where}`);
    this.unread = unread;
  }
}

/** Why reading one order failed; rethrows errors unrelated to the order. */
export function toUnreadableReason(error: unknown): UnreadableReason {
  if (error instanceof UnreadableError) return error.reason;
  // Totals beyond the supported range.
  if (error instanceof RangeError) return { what: 'amount', where: 'total' };
  if (error instanceof TypeError) return { what: 'form', where: '' };
  throw error;
}

/** Reads orders one by one; unreadable ones are reported beside the others and block none of them. */
export function readEach<T, R>(
  list: readonly T[],
  head: (raw: T) => Omit<UnreadableOrder, 'reason'>,
  read: (raw: T) => R,
): { items: R[]; unread: UnreadableOrder[] } {
  const items: R[] = [];
  const unread: UnreadableOrder[] = [];
  for (const raw of list) {
    try {
      items.push(read(raw));
    } catch (error) {
      const reason = toUnreadableReason(error);
      unread.push({ ...head(raw), reason });
    }
  }
  return { items, unread };
}

/** Parses the platform's amount. Throws UnreadableError. */
export function readAmount(value: string | number, currency: string, where: string): Money {
  if (!/^[A-Z]{3}$/.test(currency)) throw new UnreadableError('currency', 'currency', currency);
  try {
    return moneyFromDecimal(value, currency);
  } catch {
    throw new UnreadableError('amount', where, value);
  }
}

/** Upper bound of a line's quantity: databases and other platforms use 32 bits. */
const MOST_PIECES = 2 ** 31 - 1;

/** Parses a quantity. Throws UnreadableError. */
export function readQuantity(value: number, where: string): number {
  if (!Number.isInteger(value) || value < 0 || value > MOST_PIECES) throw new UnreadableError('quantity', where, value);
  return value;
}

/** Parses a time with its zone. Throws UnreadableError. */
export function readTime(text: string | null | undefined, where: string): string {
  if (!text || Number.isNaN(Date.parse(text))) throw new UnreadableError('time', where, text ?? '');
  return text;
}

const WHAT: readonly [RegExp, UnreadablePart][] = [
  [/(^|\.)currency(Code)?$/, 'currency'],
  [/(^|\.)[a-zA-Z]*[qQ]uantity$/, 'quantity'],
  [/(total|amount|subtotal|total_tax)$/, 'amount'],
  [/(^|\.)(date_[a-z_]+|createdAt|updatedAt|cancelledAt)$/, 'time'],
  [/[sS]tatus$/, 'state'],
];

/** Classifies a schema violation by its path. */
export function unreadableForm(path: readonly PropertyKey[]): UnreadableError {
  const where = path.map(String).join('.');
  return new UnreadableError(WHAT.find(([pattern]) => pattern.test(where))?.[1] ?? 'form', where);
}
