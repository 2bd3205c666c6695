import { expect, test } from 'vitest';
import { deadLetterView, readCursor, toCursor } from './view.ts';

const row = {
  job_id: '018f0000-0000-7000-8000-00000000dead',
  kind: 'poll-store',
  data: { storeId: '018f0000-0000-7000-8000-000000000001', nested: { a: 1 }, count: 2 },
  output: { message: 'the shop said api_key=abc' },
  tries: 2,
  asked_at: '2026-03-01T12:00:00.000Z',
  gave_up_at: '2026-03-01T12:05:00.123Z',
};

test('shows ids and the reason, and nothing nested', () => {
  expect(deadLetterView(row)).toMatchObject({
    about: { storeId: '018f0000-0000-7000-8000-000000000001', count: '2' },
    reason: 'the shop said api_key=…',
  });
  expect(deadLetterView({ ...row, data: null, output: null })).toMatchObject({ about: {}, reason: '' });
  expect(deadLetterView({ ...row, output: { value: { message: 'job timed out' } } }).reason).toBe('job timed out');
});

test('shows the request that sent it', () => {
  const data = { storeId: 's', _request: { id: 'r-1', also: ['r-2'] } };
  expect(deadLetterView({ ...row, data }).about).toEqual({ storeId: 's', requestId: 'r-1' });
});

test('a cursor leads to where it was made, and nonsense to the beginning', () => {
  expect(readCursor(toCursor(row))).toEqual({ gaveUpAt: row.gave_up_at, jobId: row.job_id });
  for (const text of [undefined, '', 'x', `${row.gave_up_at}_' or 1=1`]) expect(readCursor(text)).toBeUndefined();
});
