import { expect, it } from 'vitest';
import { judgeReturn, type ReturnMailFacts } from './judge-return.ts';

const now = '2026-06-10T12:00:00.000Z';
const order = { mode: 'live', erased_at: null } as const;
const facts: ReturnMailFacts = {
  kind: 'return_approved',
  created_at: '2026-06-10T11:59:00.000Z',
  order,
  state: 'approved',
  address: 'sam@example.com',
  obstacle: null,
  restoredAt: null,
};

it.each<[string, Partial<ReturnMailFacts>, string | undefined]>([
  ['an approved return', {}, undefined],
  ['items that were sent back meanwhile', { state: 'sent_back' }, undefined],
  ['a rejected return', { kind: 'return_rejected', state: 'rejected' }, undefined],
  ['a refund', { kind: 'return_refunded', state: 'refunded' }, undefined],
  ['an installation without a public address', { obstacle: 'no_url' }, undefined],
  ['a return that is gone', { state: undefined }, 'dropped'],
  ['a return that was canceled meanwhile', { state: 'canceled' }, 'dropped'],
  ['an erased order', { order: { ...order, erased_at: now } }, 'dropped'],
  ['no address', { address: undefined }, 'dropped'],
  ['an email of last week', { created_at: '2026-06-03T12:00:00.000Z' }, 'dropped'],
  ['an email from before a restore', { restoredAt: now }, 'dropped'],
  ['a sandbox order', { order: { ...order, mode: 'sandbox' } }, 'kept'],
  ['no mail server', { obstacle: 'no_server' }, 'kept'],
])('%s', (_name, change, state) => expect(judgeReturn({ ...facts, ...change }, now)?.state).toBe(state));
