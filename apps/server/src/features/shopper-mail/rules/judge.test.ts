import { expect, it } from 'vitest';
import { textOn } from './button-color.ts';
import { judge, type MailFacts } from './judge.ts';

const now = '2026-06-10T12:00:00.000Z';
const order = {
  mode: 'live',
  cancelled_at: null,
  erased_at: null,
  is_sample: false,
  financial_status: 'paid',
} as const;
const facts: MailFacts = {
  kind: 'shipped',
  created_at: '2026-06-10T11:59:00.000Z',
  order,
  parcel: 'in_transit',
  address: 'sam@example.com',
  since: '2026-06-01T00:00:00.000Z',
  inPlan: true,
  isUnsubscribed: false,
  obstacle: null,
  restoredAt: null,
};
const sandbox = { ...order, mode: 'sandbox' } as const;

it.each<[string, Partial<MailFacts>, string | undefined]>([
  ['a live order', {}, undefined],
  ['a partly refunded order', { order: { ...order, financial_status: 'partially_refunded' } }, undefined],
  ['an order that is gone', { order: undefined }, 'dropped'],
  ['a canceled order', { order: { ...order, cancelled_at: now } }, 'dropped'],
  ['an erased order', { order: { ...order, erased_at: now } }, 'dropped'],
  ['a sample order', { order: { ...order, is_sample: true } }, 'dropped'],
  ['a refunded order', { order: { ...order, financial_status: 'refunded' } }, 'dropped'],
  ['a kind that is off', { since: null }, 'dropped'],
  ['a kind that was off meanwhile', { since: now }, 'dropped'],
  ['a smaller plan', { inPlan: false }, 'dropped'],
  ['no address', { address: undefined }, 'dropped'],
  ['a parcel that arrived meanwhile', { parcel: 'delivered' }, 'dropped'],
  ['an email from before a restore', { restoredAt: now }, 'dropped'],
  ['an unsubscribed shopper', { isUnsubscribed: true }, 'unsubscribed'],
  ['a sandbox order', { order: sandbox }, 'kept'],
  ['a sandbox order of an unsubscribed shopper', { order: sandbox, isUnsubscribed: true }, 'unsubscribed'],
  ['no mail server', { obstacle: 'no_server' }, 'kept'],
  ['no public address', { obstacle: 'no_url' }, 'kept'],
])('%s', (_name, change, state) => expect(judge({ ...facts, ...change }, now)?.state).toBe(state));

it('the text of the button is readable on every color', () => {
  expect([textOn('#000000'), textOn('#0b6e6e'), textOn('#ffee00'), textOn('#ffffff')]).toEqual([
    '#ffffff',
    '#ffffff',
    '#12212b',
    '#12212b',
  ]);
});
