import type { PrivacyRequest } from '@quayside/connector-kit';

/** Whom a request concerns. Any of these finds an order; e-mails and phones as `order_contact` keeps them. */
export interface Subject {
  emails: string[];
  phones: string[];
  /** Of the store that asked. */
  externalIds: string[];
  orderIds: string[];
  /** The platform's own number of the shopper, for an export that holds no order. */
  customerId?: string;
}

/** Fewer digits are part of too many numbers. */
const PHONE_DIGITS_LEAST = 6;

export const emailKey = (text: string): string => text.trim().toLowerCase();

/**
 * The digits of a phone number, without what people write before a country code. Empty: too short to find anyone by. Of a
 * number with its country code this is the key of `order_contact` (phone_key in migrations/1110_order_contacts.sql).
 */
export function phoneKey(text: string): string {
  const digits = text
    .replaceAll(/\(\s*0\s*\)/g, '')
    .replaceAll(/\D/g, '')
    .replace(/^00/, '');
  return digits.length < PHONE_DIGITS_LEAST ? '' : digits;
}

export const NOBODY: Subject = { emails: [], phones: [], externalIds: [], orderIds: [] };

const filled = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((text): text is string => Boolean(text))),
];

export function getSubject(request: PrivacyRequest): Subject {
  const { email, phone, id } = request.customer;
  return {
    emails: filled([email ? emailKey(email) : undefined]),
    phones: filled([phone ? phoneKey(phone) : undefined]),
    externalIds: filled(request.orderIds),
    orderIds: [],
    ...(id ? { customerId: id } : {}),
  };
}

/** A shopper by the e-mails and phones of some of their orders. */
export const getShopper = (orders: readonly { order_id: string; keys: readonly string[] }[]): Subject => ({
  ...NOBODY,
  orderIds: orders.map((one) => one.order_id),
  emails: filled(orders.flatMap((one) => one.keys.filter((key) => key.includes('@')))),
  phones: filled(orders.flatMap((one) => one.keys.filter((key) => !key.includes('@')))),
});

const maskEmail = (email: string): string => {
  const [name = '', host = ''] = email.split('@');
  return `${name.slice(0, 1)}…@${host.slice(0, 1)}…${host.slice(host.lastIndexOf('.'))}`;
};

/** Tells requests apart without naming anybody: it stays in the list and in the audit log. */
export function maskedLabel(subject: Subject): string {
  const [email] = subject.emails;
  if (email) return maskEmail(email);
  const [phone] = subject.phones;
  if (phone) return `…${phone.slice(-3)}`;
  return subject.customerId ? `…${subject.customerId.slice(-3)}` : '…';
}
