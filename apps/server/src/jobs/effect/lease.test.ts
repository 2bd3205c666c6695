import type { HttpClient, HttpRequest } from '@quayside/connector-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaseLost, sendUnderLease, underLease } from './lease.ts';

describe('requests under a lease', () => {
  const sent: string[] = [];
  const http = {
    send: async ({ url }: HttpRequest) => {
      sent.push(url);
      return { status: 200 };
    },
  } as unknown as HttpClient;
  const request = (url: string, effect: boolean) => ({ method: 'POST', url, effect }) as HttpRequest;
  beforeEach(() => sent.splice(0));

  it('renew it before each one that changes something', async () => {
    let renewed = 0;
    const client = sendUnderLease(http, async () => {
      renewed += 1;
      return true;
    });
    expect(await client.send(request('/read', false))).toMatchObject({ status: 200 });
    expect(renewed).toBe(0);
    await client.send(request('/write', true));
    await client.send(request('/write', true));
    expect(renewed).toBe(2);
    expect(sent).toEqual(['/read', '/write', '/write']);
  });

  it('change nothing once it is lost', async () => {
    const client = sendUnderLease(http, async () => false);
    await client.send(request('/read', false));
    const lost = await client.send(request('/write', true)).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(LeaseLost);
    expect(lost).toMatchObject({ name: 'LeaseLost', message: 'the lease was lost' });
    expect(sent).toEqual(['/read']);
  });
});

describe('work under a lease', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** Work that runs until told to end, and how it was stopped. */
  const begin = (renew: () => Promise<boolean>) => {
    const end = Promise.withResolvers<void>();
    let signal: AbortSignal | undefined;
    const done = underLease(1_000, renew, async (given) => {
      signal = given;
      await end.promise;
      return 'done';
    });
    return { done, end: end.resolve, reason: () => (signal?.aborted ? signal.reason : undefined) };
  };

  it('renews it again and again, and no longer when the work has ended', async () => {
    let renewed = 0;
    const work = begin(async () => {
      renewed += 1;
      return true;
    });
    await vi.advanceTimersByTimeAsync(3_500);
    expect(renewed).toBe(3);
    expect(work.reason()).toBeUndefined();
    work.end();
    expect(await work.done).toBe('done');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(renewed).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('renews it once at a time, however long that takes', async () => {
    const answers: ((ours: boolean) => void)[] = [];
    const work = begin(() => new Promise((answer) => answers.push(answer)));
    await vi.advanceTimersByTimeAsync(3_500);
    expect(answers).toHaveLength(1);
    answers[0]?.(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(2);
    work.end();
    await work.done;
  });

  it('is told to stop where the lease is lost, or cannot be asked about', async () => {
    const lost = begin(async () => false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lost.reason()).toBeInstanceOf(LeaseLost);
    const away = new Error('the database is away');
    const unknown = begin(() => Promise.reject(away));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(unknown.reason()).toBe(away);
    lost.end();
    unknown.end();
    await Promise.all([lost.done, unknown.done]);
  });

  it('passes a failure on and stops renewing', async () => {
    const failed = underLease(
      1_000,
      async () => true,
      () => Promise.reject(new Error('it broke')),
    );
    await expect(failed).rejects.toThrow('it broke');
    expect(vi.getTimerCount()).toBe(0);
  });
});
