import { describe, expect, it } from 'vitest';
import { classifyError, toLookupRetry } from './outcome.ts';
import { getPatience, MOST_PAUSES, pauseMs } from './pauses.ts';

type CallError = Parameters<typeof classifyError>[0];
const told = (change: Partial<CallError> & Pick<CallError, 'kind'>): CallError => ({
  code: undefined,
  detail: 'why',
  retryAfterMs: undefined,
  lines: undefined,
  ...change,
});
const outcome = (change: Partial<CallError> & Pick<CallError, 'kind'>, pauses = 0) =>
  classifyError(told(change), pauses, 'OrderFail');
const refused = (key: string, error: CallError['kind'] = 'rejected') => ({
  kind: 'refuse',
  key,
  params: { detail: 'why' },
  lines: undefined,
  error,
});

describe('a pause', () => {
  it('grows by steps, up to ten minutes', () => {
    const steps = [2_000, 5_000, 10_000, 20_000, 60_000, 180_000, 600_000];
    expect(steps.map((_ms, at) => pauseMs(at))).toEqual(steps);
    expect([7, 8, 1_000].map((pauses) => pauseMs(pauses))).toEqual([600_000, 600_000, 600_000]);
  });

  it('is shorter where effects show sooner, and never longer', () => {
    expect([0, 3, 6].map((pauses) => pauseMs(pauses, getPatience(15)))).toEqual([500, 5_000, 150_000]);
    expect(pauseMs(3, getPatience(3_600))).toBe(20_000);
    expect(classifyError(told({ kind: 'temporary' }), 4, 'OrderFail', getPatience(15))).toMatchObject({
      afterMs: 15_000,
    });
    expect(classifyError(told({ kind: 'unknown' }), 6, 'OrderFail', getPatience(15))).toMatchObject({ afterMs: 5_000 });
    expect(toLookupRetry(told({ kind: 'temporary' }), 6, getPatience(15))).toMatchObject({ afterMs: 5_000 });
  });

  it('comes often enough for more than a day before a person is asked', () => {
    const all = Array.from({ length: MOST_PAUSES }, (_none, at) => pauseMs(at)).reduce((sum, ms) => sum + ms, 0);
    expect(all).toBeGreaterThan(24 * 3_600_000);
  });

  it('is measured by how long an effect may take to show', () => {
    expect(getPatience(60)).toEqual({ settleMs: 60_000, leaseMs: 45_000, renewMs: 15_000 });
  });
});

describe('a call that failed', () => {
  it('waits as long as a busy side asks for, a second at least and ten minutes at most', () => {
    const wait = (retryAfterMs?: number) => outcome({ kind: 'rate-limited', retryAfterMs });
    expect(wait()).toEqual({ kind: 'wait', afterMs: 1_000, busy: true });
    expect(wait(200)).toMatchObject({ afterMs: 1_000 });
    expect(wait(30_000)).toMatchObject({ afterMs: 30_000 });
    expect(wait(3_600_000)).toMatchObject({ afterMs: 600_000 });
  });

  it('waits longer with each failure that had no effect', () => {
    expect(outcome({ kind: 'temporary' }, 4)).toEqual({ kind: 'wait', afterMs: 60_000, busy: false });
  });

  it.each(['unknown', 'unexpected'] as const)(
    'that is %s is asked about, soon at first and each 20 seconds later',
    (kind) => {
      expect(outcome({ kind }, 1)).toEqual({ kind: 'doubt', afterMs: 5_000 });
      expect(outcome({ kind }, 6)).toEqual({ kind: 'doubt', afterMs: 20_000 });
    },
  );

  it('because it is there already is asked about', () => {
    expect(outcome({ kind: 'rejected', code: 'already_exists' })).toEqual({ kind: 'doubt', afterMs: 1_000 });
  });

  it('is refused with the reason that the other side gives, else with the one of the call', () => {
    expect(outcome({ kind: 'auth' })).toEqual(refused('error_get_token', 'auth'));
    expect(outcome({ kind: 'not-found' })).toEqual(refused('error_not_found_sku', 'not-found'));
    expect(outcome({ kind: 'rejected', code: 'product_out_of_stock' })).toEqual(refused('product_out_of_stock'));
    expect(outcome({ kind: 'rejected', code: 'other' })).toEqual(refused('OrderFail'));
    expect(outcome({ kind: 'rejected' })).toEqual(refused('OrderFail'));
  });

  it('names the lines at fault, and at most 300 characters of why', () => {
    const long = outcome({ kind: 'rejected', detail: 'x'.repeat(400), lines: ['a'] });
    expect(long).toMatchObject({ params: { detail: 'x'.repeat(300) }, lines: ['a'] });
  });
});

describe('a question that failed', () => {
  it('is asked again when the other side is free', () => {
    expect(toLookupRetry(told({ kind: 'rate-limited', retryAfterMs: 30_000 }), 6)).toEqual({
      afterMs: 30_000,
      busy: true,
    });
  });

  it('is asked again within 20 seconds, unless the other side wants to be left alone for longer', () => {
    expect(toLookupRetry(told({ kind: 'temporary' }), 1)).toEqual({ afterMs: 5_000, busy: false });
    expect(toLookupRetry(told({ kind: 'temporary' }), 6)).toEqual({ afterMs: 20_000, busy: false });
    expect(toLookupRetry(told({ kind: 'temporary', retryAfterMs: 90_000 }), 1)).toEqual({
      afterMs: 90_000,
      busy: false,
    });
  });
});
