import type { HttpClient } from '@quayside/connector-kit';

/** Another worker may have taken the row: its outcome is that worker's to record. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor() {
    super('the lease was lost');
  }
}

/**
 * An HTTP client that renews the lease before each request that changes something. A frozen process runs no timers, so
 * the abort signal alone comes too late for the requests that follow. Throws LeaseLost instead of sending.
 */
export const sendUnderLease = (http: HttpClient, renew: () => Promise<boolean>): HttpClient => ({
  async send(request) {
    if (request.effect && !(await renew())) throw new LeaseLost();
    return http.send(request);
  },
});

/**
 * Runs work that holds a lease on a row, and renews the lease meanwhile. `renew` answers whether it is still ours; when it
 * is not, or cannot be asked, the signal aborts: another worker may be calling out for the row already. The work must
 * give the signal to whatever it sends.
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
