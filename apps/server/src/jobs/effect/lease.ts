import type { HttpClient } from '@quayside/connector-kit';

/** Another worker may have claimed the row, and only that worker records the outcome. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor() {
    super('the lease was lost');
  }
}

/**
 * An HTTP client that renews the lease before each write and throws LeaseLost instead of sending. A suspended process
 * runs no timers, so the abort signal alone would come too late.
 */
export const sendUnderLease = (http: HttpClient, renew: () => Promise<boolean>): HttpClient => ({
  async send(request) {
    if (request.effect && !(await renew())) throw new LeaseLost();
    return http.send(request);
  },
});

/**
 * Runs work that holds a lease on a row and renews it meanwhile; `renew` returns false when the lease is lost. The work
 * must pass the signal to every request, because it aborts when another worker may have claimed the row.
 */
export async function underLease<T>(
  everyMs: number,
  renew: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let renewing = false;
  const timer = setInterval(() => {
    if (renewing) return;
    renewing = true;
    renew()
      .then((ours) => {
        if (!ours) lost.abort(new LeaseLost());
      })
      .catch((error: unknown) => lost.abort(error))
      .finally(() => {
        renewing = false;
      });
  }, everyMs);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
