import { describe, expect, it } from 'vitest';
import { underLease } from './lease.ts';
import { afterNotFound, mustLookUpFirst } from './next-step.ts';
import { classifyError } from './outcome.ts';
import { pauseMs } from './pauses.ts';

describe('trying again', () => {
  it('asks first whenever a call may have been made', () => {
    expect(mustLookUpFirst({ attempts: 0, sinceSentMs: null })).toBe(false);
    expect(mustLookUpFirst({ attempts: 1, sinceSentMs: null })).toBe(true);
    expect(mustLookUpFirst({ attempts: 1, sinceSentMs: 0 })).toBe(true);
  });

  it('asks first where the key at the other side may have ended', () => {
    const day = 24 * 3_600_000;
    expect(mustLookUpFirst({ attempts: 1, sinceSentMs: day - 1 }, day)).toBe(false);
    expect(mustLookUpFirst({ attempts: 1, sinceSentMs: day }, day)).toBe(true);
    expect(mustLookUpFirst({ attempts: 1, sinceSentMs: null }, day)).toBe(true);
  });

  it('waits out the time in which an effect may still show', () => {
    expect(afterNotFound({ attempts: 1, sinceSentMs: 20_000 }, 60_000)).toEqual({ step: 'wait', ms: 40_000 });
    expect(afterNotFound({ attempts: 1, sinceSentMs: 60_000 }, 60_000)).toEqual({ step: 'send' });
    expect(afterNotFound({ attempts: 1, sinceSentMs: null }, 60_000)).toEqual({ step: 'send' });
  });

  it('takes every kind of error for what it is', () => {
    const told = (
      kind: Parameters<typeof classifyError>[0]['kind'],
      code?: 'already_exists' | 'product_out_of_stock',
    ) => classifyError({ kind, code, detail: 'd', retryAfterMs: undefined, lines: undefined }, 0, 'OrderFail');
    expect(told('rate-limited')).toMatchObject({ kind: 'wait', busy: true });
    expect(told('temporary')).toMatchObject({ kind: 'wait', busy: false });
    expect(told('unknown').kind).toBe('doubt');
    expect(told('unexpected').kind).toBe('doubt');
    expect(told('rejected', 'already_exists').kind).toBe('doubt');
    expect(told('rejected', 'product_out_of_stock')).toMatchObject({ kind: 'refuse', key: 'product_out_of_stock' });
    expect(told('rejected')).toMatchObject({ kind: 'refuse', key: 'OrderFail' });
    expect(told('auth')).toMatchObject({ kind: 'refuse', key: 'error_get_token' });
  });

  it('pauses longer each time, ten minutes at most', () => {
    for (let n = 0; n < 20; n++) expect(pauseMs(n + 1)).toBeGreaterThanOrEqual(pauseMs(n));
    expect(pauseMs(1000)).toBe(600_000);
  });
});

describe('a lease', () => {
  it('stops the work when it is no longer ours, and only then', async () => {
    const kept = await underLease(
      5,
      async () => true,
      async (signal) => signal.aborted,
    );
    expect(kept).toBe(false);
    const lost = underLease(
      1,
      async () => false,
      (signal) => new Promise<string>((done) => signal.addEventListener('abort', () => done('stopped'))),
    );
    expect(await lost).toBe('stopped');
  });
});
