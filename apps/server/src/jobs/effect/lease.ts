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
        if (!ours) lost.abort(new Error('the lease was lost'));
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
