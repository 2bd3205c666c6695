import { REFUND_STATES } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISPUTE_TRANSITIONS } from '../../../states/refund-request.ts';
import { getClaimRoute, getRequestActions } from './refund-actions.ts';

const pending = { state: 'pending', send_state: 'not_needed', send_attempts: 0, type: 'refund' } as const;
const wallet = { payer: 'wallet' } as const;
const own = { payer: 'own-account' } as const;

describe('what a person can do with a request', () => {
  it.each([
    ['sent by a person, paid from the wallet', pending, wallet, {}, 'accept reject withdraw'],
    ['sent by a person, paid from the own balance', pending, own, {}, 'accept reject complete withdraw'],
    ['whose refunds the supplier lists', pending, own, { refunds: true }, 'accept reject withdraw'],
    ['for a replacement', { ...pending, type: 'replacement' }, wallet, {}, 'accept reject complete withdraw'],
    ['not sent yet', { ...pending, send_state: 'requested' }, wallet, {}, 'accept reject withdraw'],
    ['tried before', { ...pending, send_state: 'requested', send_attempts: 1 }, wallet, {}, 'accept reject'],
    ['at the supplier', { ...pending, send_state: 'sent', send_attempts: 1 }, wallet, {}, 'accept reject'],
    ['declined', { ...pending, send_state: 'failed', send_attempts: 1 }, wallet, {}, 'retry accept reject withdraw'],
    ['accepted after it was declined', { ...pending, state: 'accepted', send_state: 'failed' }, wallet, {}, ''],
  ] as const)('%s', (_what, request, purchase, supplier, actions) =>
    expect(getRequestActions(request, purchase, supplier).join(' ')).toBe(actions),
  );

  it('never withdraws or repeats what may be at the supplier', () => {
    const states = [...new Set(Object.values(DISPUTE_TRANSITIONS).flatMap(({ from, to }) => [...from, to]))];
    fc.assert(
      fc.property(
        fc.constantFrom(...REFUND_STATES),
        fc.constantFrom(...states),
        fc.nat(3),
        fc.constantFrom('refund' as const, 'replacement' as const),
        (state, send_state, send_attempts, type) => {
          const actions = getRequestActions({ state, send_state, send_attempts, type }, own, { disputes: true });
          if (['sending', 'unknown', 'sent'].includes(send_state)) {
            expect(actions).not.toContain('withdraw');
            expect(actions).not.toContain('retry');
          }
          if (state === 'completed' || state === 'withdrawn') expect(actions).toEqual([]);
        },
      ),
    );
  });
});

it.each([
  ['a connected supplier with disputes', 'c', 'n', { disputes: true }, 'supplier'],
  ['a purchase at a marketplace', null, 'n', { disputes: true }, 'manual'],
  ['an order without the number of its supplier', 'c', null, { disputes: true }, 'manual'],
  ['a supplier without disputes', 'c', 'n', {}, 'manual'],
  ['an unknown supplier', 'c', 'n', undefined, 'manual'],
] as const)('a claim for %s', (_what, connection_id, source_order_no, supplier, route) =>
  expect(getClaimRoute({ connection_id, source_order_no }, supplier)).toBe(route),
);
