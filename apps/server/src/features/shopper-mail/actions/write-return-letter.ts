import type { ReturnKind, ReturnMailKind, ReturnPostalAddress } from '@quayside/contracts';
import { type Money, toNumber } from '@quayside/kernel';
import { getLanguage, say } from '../../../http/messages.ts';
import { disarmed, oneLine } from '../../mail/index.ts';
import { type LetterFrame, toLetter, type WrittenLetter } from './write-letter.ts';

/** A return as its emails describe it. */
export interface ReturnLetter {
  kind: ReturnMailKind;
  name: string;
  returnKind: ReturnKind;
  customerKeeps: boolean;
  address: ReturnPostalAddress | null;
  /** ISO 8601. */
  sendBackBy: string | null;
  /** Of the settings and of the person who approved; empty ones are left out. */
  instructions: readonly string[];
  items: readonly { title: string; variantTitle: string | null; quantity: number }[];
  /** Why it was rejected. */
  note: string;
  amount: Money | null;
  /** The store's payment provider pays it back. */
  paysBack: boolean;
}

const dateText = (language: string, time: string): string =>
  new Intl.DateTimeFormat(getLanguage(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(time));

const moneyText = (language: string, amount: Money): string =>
  new Intl.NumberFormat(getLanguage(language), {
    style: 'currency',
    currency: amount.currency,
    numberingSystem: 'latn',
  }).format(toNumber(amount));

/** A postal address in one line, with the country's name. */
function addressText(language: string, address: ReturnPostalAddress): string {
  const country = new Intl.DisplayNames(getLanguage(language), { type: 'region' }).of(address.country_code);
  const city = [address.postal_code, address.city].filter(Boolean).join(' ');
  const parts = [address.name, address.address1, address.address2, city, address.province, country, address.phone];
  return disarmed(parts.filter(Boolean).join(', '));
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

function approvedParagraphs(facts: LetterFrame, letter: ReturnLetter): string[] {
  const { language } = facts;
  const sentence = (name: string, more: object = {}) => say(language, name, { ...more });
  const items = letter.items.map(({ title, variantTitle, quantity }) =>
    disarmed(`${quantity} × ${title}${variantTitle ? ` (${variantTitle})` : ''}`),
  );
  const own = letter.instructions.flatMap(linesOf);
  const listed = sentence('RETURN_MAIL_ITEMS', { items: items.join(', ') });
  if (letter.customerKeeps || !letter.address) return [listed, sentence('RETURN_MAIL_KEEP'), ...own];
  return [
    listed,
    letter.sendBackBy
      ? sentence('RETURN_MAIL_SEND_BY', { date: dateText(language, letter.sendBackBy) })
      : sentence('RETURN_MAIL_SEND'),
    addressText(language, letter.address),
    sentence('RETURN_MAIL_MARK', { name: disarmed(letter.name) }),
    ...own,
  ];
}

function refundedParagraphs({ language }: LetterFrame, { paysBack }: ReturnLetter): string[] {
  return paysBack ? [say(language, 'RETURN_MAIL_REFUND_TIME')] : [];
}

/** Writes an email about a return; its preview uses it, too. */
export function writeReturnLetter(facts: LetterFrame, letter: ReturnLetter): WrittenLetter {
  const { language } = facts;
  const order = disarmed(facts.orderName);
  const key = `RETURN_MAIL_${letter.kind.replace('return_', '').toUpperCase()}`;
  const what = letter.kind === 'return_refunded' || letter.returnKind === 'refund' ? key : `${key}_EXCHANGE`;
  const amount = letter.amount ? moneyText(language, letter.amount) : '';
  const more = {
    return_approved: () => approvedParagraphs(facts, letter),
    return_rejected: () => linesOf(letter.note),
    return_refunded: () => refundedParagraphs(facts, letter),
  }[letter.kind]();
  return toLetter(facts, {
    subject: oneLine(say(language, `${what}_SUBJECT`, { order, amount })),
    paragraphs: [say(language, `${what}_TEXT`, { order, amount }), ...more],
  });
}
