import { expect, it } from 'vitest';
import { getShopper, getSubject, maskedLabel, NOBODY, phoneKey } from './subject.ts';
import { dueAt, mustBeDone, retentionCutoff } from './times.ts';

const DAY = 86_400_000;

it('finds a telephone number however it is written, and nobody by a few digits', () => {
  expect(phoneKey('+49 (40) 555-010')).toBe('4940555010');
  expect(phoneKey('0049 40 555 010')).toBe('4940555010');
  expect(phoneKey('+49 (0)40 555 010')).toBe('4940555010');
  expect(phoneKey('555')).toBe('');
});

it('takes a shopper from what a platform sends, without empty keys that would match everybody', () => {
  const request = { kind: 'erase' as const, platformDomain: 'a', orderIds: ['1', '1'] };
  expect(getSubject({ ...request, customer: { email: ' John@Example.com ', phone: '12' } })).toEqual({
    ...NOBODY,
    emails: ['john@example.com'],
    externalIds: ['1'],
  });
  expect(getShopper([{ order_id: 'o', keys: ['a@b.c', '4940555010'] }])).toEqual({
    ...NOBODY,
    orderIds: ['o'],
    emails: ['a@b.c'],
    phones: ['4940555010'],
  });
});

it('tells requests apart without naming anybody', () => {
  expect(maskedLabel({ ...NOBODY, emails: ['john@example.com'] })).toBe('j…@e….com');
  expect(maskedLabel({ ...NOBODY, phones: ['4940555010'] })).toBe('…010');
  expect(maskedLabel(NOBODY)).toBe('…');
});

it('waits for orders until the 29th day of a platform’s request, and for its own requests as long as it takes', () => {
  const from = Date.UTC(2026, 0, 1);
  const request = { origin: 'shopify', requested_at: new Date(from).toISOString() };
  expect(dueAt(from)).toBe('2026-01-31T00:00:00.000Z');
  expect(mustBeDone(request, from + 28 * DAY)).toBe(false);
  expect(mustBeDone(request, from + 29 * DAY)).toBe(true);
  expect(mustBeDone({ ...request, origin: 'workspace' }, from + 90 * DAY)).toBe(false);
});

it('counts months back to the same day, or the last one of a shorter month', () => {
  expect(retentionCutoff(Date.UTC(2026, 2, 31, 5), 1)).toBe('2026-02-28T05:00:00.000Z');
  expect(retentionCutoff(Date.UTC(2026, 2, 31), 13)).toBe('2025-02-28T00:00:00.000Z');
  expect(retentionCutoff(Date.UTC(2026, 0, 15), 24)).toBe('2024-01-15T00:00:00.000Z');
});
