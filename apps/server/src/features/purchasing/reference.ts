import { createHash } from 'node:crypto';

/** What a purchase is for, in terms that a restored database and the store still agree on. */
export interface BoughtFor {
  workplaceId: string;
  platform: string;
  /** The store's domain at its platform. */
  domain: string;
  externalOrderId: string;
  externalLineIds: readonly string[];
  /** How often lines of it were bought before: a purchase after a failed one is another one. */
  round: number;
}

const WORKPLACE = 5;
const ORDER = 12;
const PURCHASE = 10;
const SHAPE = new RegExp(`^R[0-9A-Z]{${WORKPLACE + ORDER + PURCHASE}}$`);

/** Base 36 digits of a hash: what suppliers take everywhere, without signs. */
const digest = (length: number, ...parts: string[]): string =>
  BigInt(`0x${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`)
    .toString(36)
    .padStart(50, '0')
    .slice(-length)
    .toUpperCase();

/**
 * What a supplier knows one of our orders by, 28 characters: R, then parts for the workplace, the store's order, and its
 * lines and round. Made of facts that outlive the database, so that after a restore the same purchase has the same
 * reference. CJ takes up to 50 characters.
 */
export function referenceFor(what: BoughtFor): string {
  const { workplaceId, platform, domain, externalOrderId, externalLineIds, round } = what;
  const order = digest(ORDER, workplaceId, platform, domain, externalOrderId);
  const purchase = digest(PURCHASE, order, ...[...externalLineIds].sort(), String(round));
  return `R${digest(WORKPLACE, workplaceId)}${order}${purchase}`;
}

/** Whether a supplier's order may be one that this workplace placed, by its reference. */
export const isOfWorkplace = (reference: string, workplaceId: string): boolean =>
  SHAPE.test(reference) && reference.slice(1, 1 + WORKPLACE) === digest(WORKPLACE, workplaceId);

/** References of before they were derived from the store's order: they say nothing of what was bought. */
export const isOfBefore = (reference: string): boolean => /^Q[0-9A-Z]{25}$/.test(reference);

/** The part of a reference that names the order of a store; undefined: it does not tell. */
export const orderKeyOf = (reference: string): string | undefined =>
  SHAPE.test(reference) ? reference.slice(0, 1 + WORKPLACE + ORDER) : undefined;

/** The same of an order that is here. */
export const orderKeyFor = ({
  workplaceId,
  platform,
  domain,
  externalOrderId,
}: Omit<BoughtFor, 'externalLineIds' | 'round'>): string =>
  `R${digest(WORKPLACE, workplaceId)}${digest(ORDER, workplaceId, platform, domain, externalOrderId)}`;

/** The part of a reference that names the workplace; undefined: it does not tell. */
export const workplaceKeyOf = (reference: string): string | undefined =>
  SHAPE.test(reference) ? reference.slice(1, 1 + WORKPLACE) : undefined;

export const workplaceKeyFor = (workplaceId: string): string => digest(WORKPLACE, workplaceId);

/** Whether two references are for the same order of a store. */
export const isSameOrder = (one: string, other: string): boolean =>
  SHAPE.test(one) && SHAPE.test(other) && one.slice(0, 1 + WORKPLACE + ORDER) === other.slice(0, 1 + WORKPLACE + ORDER);
