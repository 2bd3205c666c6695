import { createHash } from 'node:crypto';

/** The purchase in terms that survive a restore and that the store shares. */
export interface BoughtFor {
  workplaceId: string;
  platform: string;
  /** The store's domain at its platform. */
  domain: string;
  externalOrderId: string;
  externalLineIds: readonly string[];
  /** Number of earlier purchases of its lines: a purchase after a failed one is a new one. */
  round: number;
}

const WORKPLACE = 5;
const ORDER = 12;
const PURCHASE = 10;
const SHAPE = new RegExp(`^R[0-9A-Z]{${WORKPLACE + ORDER + PURCHASE}}$`);

/** Base 36 digits of a hash: accepted by all suppliers, without special characters. */
const digest = (length: number, ...parts: string[]): string =>
  BigInt(`0x${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`)
    .toString(36)
    .padStart(50, '0')
    .slice(-length)
    .toUpperCase();

/**
 * Our reference at a supplier, 28 characters: R, then parts for the workplace, the store's order, and its lines and
 * attempt. Derived from facts outside the database, so that the same purchase has the same reference after a restore;
 * CJ accepts up to 50 characters.
 */
export function referenceFor(what: BoughtFor): string {
  const { workplaceId, platform, domain, externalOrderId, externalLineIds, round } = what;
  const order = digest(ORDER, workplaceId, platform, domain, externalOrderId);
  const purchase = digest(PURCHASE, order, ...[...externalLineIds].sort(), String(round));
  return `R${digest(WORKPLACE, workplaceId)}${order}${purchase}`;
}

/** The order's part of references of purchases for several orders. */
const combinedKey = (workplaceId: string): string => digest(ORDER, workplaceId, 'combined');

/** The same for a purchase of several orders of one store: it never looks like a purchase of one of them. */
export function combinedReferenceFor(
  what: Omit<BoughtFor, 'externalOrderId'> & { externalOrderIds: readonly string[] },
) {
  const { workplaceId, platform, domain, externalOrderIds, externalLineIds, round } = what;
  const order = combinedKey(workplaceId);
  const orders = [...externalOrderIds].sort().join('\n');
  const purchase = digest(PURCHASE, order, platform, domain, orders, ...[...externalLineIds].sort(), String(round));
  return `R${digest(WORKPLACE, workplaceId)}${order}${purchase}`;
}

export const isCombinedReference = (reference: string, workplaceId: string): boolean =>
  isOfWorkplace(reference, workplaceId) &&
  reference.slice(1 + WORKPLACE, 1 + WORKPLACE + ORDER) === combinedKey(workplaceId);

/** Whether a supplier's order may belong to this workplace, by its reference. */
export const isOfWorkplace = (reference: string, workplaceId: string): boolean =>
  SHAPE.test(reference) && reference.slice(1, 1 + WORKPLACE) === digest(WORKPLACE, workplaceId);

/** References of older versions, which don't identify the order. */
export const isOfBefore = (reference: string): boolean => /^Q[0-9A-Z]{25}$/.test(reference);

/** The store order's part of a reference; undefined: unknown. */
export const getOrderKey = (reference: string): string | undefined =>
  SHAPE.test(reference) ? reference.slice(0, 1 + WORKPLACE + ORDER) : undefined;

/** The same of an order that is here. */
export const orderKeyFor = ({
  workplaceId,
  platform,
  domain,
  externalOrderId,
}: Omit<BoughtFor, 'externalLineIds' | 'round'>): string =>
  `R${digest(WORKPLACE, workplaceId)}${digest(ORDER, workplaceId, platform, domain, externalOrderId)}`;

/** The workplace's part of a reference; undefined: unknown. */
export const getWorkplaceKey = (reference: string): string | undefined =>
  SHAPE.test(reference) ? reference.slice(1, 1 + WORKPLACE) : undefined;

export const workplaceKeyFor = (workplaceId: string): string => digest(WORKPLACE, workplaceId);

/** Whether two references are for the same store order. */
export const isSameOrder = (one: string, other: string): boolean =>
  SHAPE.test(one) && SHAPE.test(other) && one.slice(0, 1 + WORKPLACE + ORDER) === other.slice(0, 1 + WORKPLACE + ORDER);
