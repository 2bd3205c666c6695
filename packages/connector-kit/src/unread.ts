import { type Money, moneyFromDecimal } from '@quayside/kernel';
import { ConnectorError } from './errors.ts';

/** What of an order cannot be read. */
export type UnreadWhat = 'amount' | 'currency' | 'quantity' | 'time' | 'state' | 'form';

export interface UnreadReason {
  what: UnreadWhat;
  /** Where it stands in the platform's own answer, e.g. "line_items.0.subtotal". */
  where: string;
  /** What stands there: a short word or number, never a shopper's data. */
  value?: string;
}

/** An order that is there and whose meaning is not certain: nothing of it is guessed. */
export interface UnreadOrder {
  externalOrderId: string;
  /** Its number, as shoppers and the shop call it. */
  name?: string;
  updatedAt?: string;
  reason: UnreadReason;
}

const LONGEST_VALUE = 40;
const shown = (value: unknown): Pick<UnreadReason, 'value'> =>
  typeof value === 'string' || typeof value === 'number' ? { value: String(value).slice(0, LONGEST_VALUE) } : {};

/** Thrown where a value of an order has no certain meaning. */
export class Unread extends ConnectorError {
  readonly reason: UnreadReason;
  constructor(what: UnreadWhat, where: string, value?: unknown) {
    const reason = { what, where, ...(what === 'form' ? {} : shown(value)) };
    super('unexpected', `${what} at ${where}${reason.value === undefined ? '' : `: ${reason.value}`}`);
    this.reason = reason;
  }
}

/** One order that was asked for is there, and cannot be read. */
export class UnreadOrderError extends ConnectorError {
  readonly unread: UnreadOrder;
  constructor(unread: UnreadOrder) {
    const { what, where } = unread.reason;
    super('unexpected', `order ${unread.name ?? unread.externalOrderId} cannot be read: ${what} at ${where}`);
    this.unread = unread;
  }
}

/** Why reading one order failed; an error that is not of the order goes on. */
export function unreadReason(error: unknown): UnreadReason {
  if (error instanceof Unread) return error.reason;
  // Sums that are beyond what amounts can be.
  if (error instanceof RangeError) return { what: 'amount', where: 'total' };
  if (error instanceof TypeError) return { what: 'form', where: '' };
  throw error;
}

/** Reads one order after the other: one that cannot be read is named beside the others, and stops none of them. */
export function readEach<T, R>(
  list: readonly T[],
  head: (raw: T) => Omit<UnreadOrder, 'reason'>,
  read: (raw: T) => R,
): { items: R[]; unread: UnreadOrder[] } {
  const items: R[] = [];
  const unread: UnreadOrder[] = [];
  for (const raw of list) {
    try {
      items.push(read(raw));
    } catch (error) {
      const reason = unreadReason(error);
      unread.push({ ...head(raw), reason });
    }
  }
  return { items, unread };
}

/** An amount as the platform writes it. Throws Unread. */
export function readAmount(value: string | number, currency: string, where: string): Money {
  if (!/^[A-Z]{3}$/.test(currency)) throw new Unread('currency', 'currency', currency);
  try {
    return moneyFromDecimal(value, currency);
  } catch {
    throw new Unread('amount', where, value);
  }
}

/** More pieces than any line has: databases and other platforms keep them in 32 bits. */
const MOST_PIECES = 2 ** 31 - 1;

/** A number of pieces. Throws Unread. */
export function readPieces(value: number, where: string): number {
  if (!Number.isInteger(value) || value < 0 || value > MOST_PIECES) throw new Unread('quantity', where, value);
  return value;
}

/** A moment with its zone. Throws Unread. */
export function readTime(text: string | null | undefined, where: string): string {
  if (!text || Number.isNaN(Date.parse(text))) throw new Unread('time', where, text ?? '');
  return text;
}

const WHAT: readonly [RegExp, UnreadWhat][] = [
  [/(^|\.)currency(Code)?$/, 'currency'],
  [/(^|\.)[a-zA-Z]*[qQ]uantity$/, 'quantity'],
  [/(total|amount|subtotal|total_tax)$/, 'amount'],
  [/(^|\.)(date_[a-z_]+|createdAt|updatedAt|cancelledAt)$/, 'time'],
  [/[sS]tatus$/, 'state'],
];

/** What a value of another form means, by the name of its place. */
export function unreadForm(path: readonly PropertyKey[]): Unread {
  const where = path.map(String).join('.');
  return new Unread(WHAT.find(([pattern]) => pattern.test(where))?.[1] ?? 'form', where);
}
