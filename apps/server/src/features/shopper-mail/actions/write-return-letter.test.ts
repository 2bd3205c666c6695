import { RETURN_MAIL_KINDS } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../http/messages.ts';
import type { LetterFrame } from './write-letter.ts';
import { type ReturnLetter, writeReturnLetter } from './write-return-letter.ts';

const frame = (language: string): LetterFrame => ({
  language,
  storeName: 'Lamp & Co',
  page: { shop_name: 'Lamps', logo_url: null, color: '#0b6e6e', support_url: 'https://example.com/help' },
  orderName: '#1001',
  shopper: { name: 'Sam', email: 'sam@example.com' },
});
const letter: ReturnLetter = {
  kind: 'return_approved',
  name: '#1001-R1',
  returnKind: 'refund',
  customerKeeps: false,
  address: {
    name: 'Lamp & Co',
    address1: 'Hauptstr. 1',
    address2: '',
    city: 'Berlin',
    province: '',
    postal_code: '10115',
    country_code: 'DE',
    phone: '',
  },
  sendBackBy: '2026-07-01T10:00:00.000Z',
  instructions: ['Use the original box.', ''],
  items: [{ title: 'Lamp', variantTitle: 'Red', quantity: 2 }],
  note: 'It was worn.\nSorry.',
  amount: money(1_250, 'EUR'),
  paysBack: true,
};
const write = (language: string, change: Partial<ReturnLetter> = {}) =>
  writeReturnLetter(frame(language), { ...letter, ...change });

describe.each(LANGUAGES)('an email about a return in %s', (language) => {
  it.each(
    RETURN_MAIL_KINDS.flatMap((kind) =>
      (['refund', 'exchange'] as const).map((returnKind) => [kind, returnKind] as const),
    ),
  )('%s (%s) has every text and the brand', (kind, returnKind) => {
    const { html, shopName, subject, text } = write(language, { kind, returnKind });
    expect([subject, text, html].filter((one) => /\{\{|RETURN_MAIL|undefined/.test(one))).toEqual([]);
    expect(subject).toContain('#1001');
    expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    expect([shopName, html.includes('#0b6e6e')]).toEqual(['Lamps', true]);
  });

  it('names address, number and items, with digits that carriers read', () => {
    const { text } = write(language);
    for (const part of ['Hauptstr. 1', '10115 Berlin', '#1001-R1', '2 × Lamp (Red)', 'Use the original box.', '2026'])
      expect(text).toContain(part);
  });
});

it('an item that the customer keeps has no address', () => {
  const { text } = write('en', { customerKeeps: true });
  expect(text).toContain('You don’t need to send anything back.');
  expect(text).not.toMatch(/Berlin|on the parcel/);
});

it('a rejection has its reason line by line, a refund its amount', () => {
  expect(write('en', { kind: 'return_rejected' }).text).toContain('It was worn.\n\nSorry.');
  expect(write('de', { kind: 'return_refunded' }).text).toContain('12,50\u00a0€');
  expect(write('en', { kind: 'return_refunded', paysBack: false }).text).not.toContain('the way you paid');
});

it('texts of other people do not become links', () =>
  expect(
    write('en', { items: [{ title: 'see evil.example.com now', variantTitle: null, quantity: 1 }] }).text,
  ).not.toContain('evil.example.com'));
