import { RETURN_STATES, type ReturnState } from '@quayside/contracts/return-choices.ts';
import { expect, it } from 'vitest';
import { countTab, filterOf, isAbout, nextStep, sortActions, stepsOf, toneOf } from './labels.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const one = {
  state: 'requested',
  kind: 'refund',
  customer_keeps: false,
  address: null,
  send_back_by: null,
  lines: [],
  actions: [],
} satisfies Parameters<typeof stepsOf>[0];
const address = {
  name: 'Harbour Goods',
  address1: 'Kai 1',
  address2: '',
  city: 'Hamburg',
  province: '',
  postal_code: '20457',
  country_code: 'DE',
  phone: '',
};
const phases = (facts: Parameters<typeof stepsOf>[0]) => stepsOf(facts).map(({ state, phase }) => `${state} ${phase}`);

const counts = {
  open: 9,
  needs_action: 4,
  states: Object.fromEntries(RETURN_STATES.map((state, at) => [state, at + 1])) as Record<ReturnState, number>,
};

it('the server says which open returns wait for a person', () => {
  expect(filterOf('todo', [])).toEqual({ needs_action: 'true' });
  expect(filterOf('progress', [])).toEqual({ open: 'true', needs_action: 'false' });
  expect([countTab(counts, 'todo'), countTab(counts, 'progress')]).toEqual([4, 5]);
  expect(toneOf({ state: 'approved', needs_action: true })).toBe('waiting');
  expect(toneOf({ state: 'approved', needs_action: false })).toBe('moving');
  expect(toneOf({ state: 'refund_failed', needs_action: true })).toBe('broken');
});

it('a tab and a chosen state narrow each other', () => {
  expect(filterOf('all', [])).toEqual({});
  expect(filterOf('all', ['closed'])).toEqual({ state: ['closed'] });
  expect(filterOf('completed', [])).toEqual({ state: ['refunded', 'exchanged'] });
  expect(filterOf('completed', ['refunded', 'closed'])).toEqual({ state: ['refunded'] });
  expect(filterOf('ended', ['requested'])).toBeUndefined();
  expect(filterOf('todo', ['approved'])).toEqual({ needs_action: 'true', state: ['approved'] });
});

it('counts the returns of a tab', () => {
  expect([countTab(counts, 'completed'), countTab(counts, 'ended'), countTab(counts, 'all')]).toEqual([15, 30, 66]);
});

it('the usual action of a state comes first, and only allowed ones are there', () => {
  const actions = ['send_back', 'receive', 'cancel'] as const;
  expect(sortActions({ state: 'approved', kind: 'refund', actions: [...actions] })).toEqual([
    'send_back',
    'receive',
    'cancel',
  ]);
  expect(sortActions({ state: 'sent_back', kind: 'refund', actions: [...actions] })).toEqual([
    'receive',
    'send_back',
    'cancel',
  ]);
  expect(sortActions({ state: 'received', kind: 'exchange', actions: ['refund', 'exchange', 'close'] })).toEqual([
    'exchange',
    'refund',
    'close',
  ]);
  expect(sortActions({ state: 'refunded', kind: 'refund', actions: [] })).toEqual([]);
});

it('the next step follows what the customer does with the items, and the date by which they are sent back', () => {
  const sendBy = '2026-11-19T00:00:00Z';
  expect(nextStep({ ...one, state: 'approved', send_back_by: sendBy }, NOW)).toBe('overdue');
  expect(nextStep({ ...one, state: 'approved', send_back_by: sendBy }, Date.parse(sendBy) - 1)).toBe('approved');
  expect(nextStep({ ...one, state: 'approved', customer_keeps: true }, NOW)).toBe('keepRefund');
  expect(nextStep({ ...one, state: 'received', kind: 'exchange' }, NOW)).toBe('receivedExchange');
  const missing = { received: 0 } as unknown as (typeof one)['lines'][number];
  expect(nextStep({ ...one, state: 'received', lines: [missing] }, NOW)).toBe('receivedNothing');
  expect(nextStep({ ...one, state: 'sent_back' }, NOW)).toBe('sent_back');
  expect(nextStep({ ...one, state: 'refunding' }, NOW)).toBe('refunding');
  expect(nextStep({ ...one, state: 'refunding', actions: ['withdraw'] }, NOW)).toBe('refundWaiting');
});

it('shows the steps behind, the one that is due and those to come', () => {
  expect(phases(one)).toEqual([
    'requested done',
    'approved now',
    'sent_back later',
    'received later',
    'refunded later',
  ]);
  expect(phases({ ...one, state: 'received', kind: 'exchange' })).toEqual([
    'requested done',
    'approved done',
    'sent_back done',
    'received done',
    'exchanged now',
  ]);
  for (const state of ['refunding', 'refund_failed'] as const)
    expect(phases({ ...one, state }).slice(-2)).toEqual(['received done', 'refunded now']);
  expect(phases({ ...one, state: 'refunded' }).every((text) => text.endsWith('done'))).toBe(true);
  // An exchange that was refunded after all.
  expect(phases({ ...one, kind: 'exchange', state: 'refunded' }).at(-1)).toBe('refunded done');
  expect(phases({ ...one, customer_keeps: true, state: 'approved' })).toEqual([
    'requested done',
    'approved done',
    'refunded now',
  ]);
});

it('an event is about the return that its text names', () => {
  const text = 'Return \u2068#12-R1\u2069 approved';
  expect(isAbout({ kind: 'return_approved', text }, '#12-R1')).toBe(true);
  expect(isAbout({ kind: 'return_approved', text }, '#12-R2')).toBe(false);
  expect(isAbout({ kind: 'return_approved', text: 'Return #12-R10 approved' }, '#12-R1')).toBe(false);
  expect(isAbout({ kind: 'shopper_mail', text }, '#12-R1')).toBe(false);
});

it('one that ended early shows how far it came', () => {
  expect(phases({ ...one, state: 'rejected' })).toEqual(['requested done', 'rejected done']);
  expect(phases({ ...one, state: 'canceled', address })).toEqual(['requested done', 'approved done', 'canceled done']);
  const arrived = { received: 1 } as unknown as (typeof one)['lines'][number];
  expect(phases({ ...one, state: 'closed', address, lines: [arrived] })).toEqual([
    'requested done',
    'approved done',
    'sent_back done',
    'received done',
    'closed done',
  ]);
});
