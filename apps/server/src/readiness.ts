import type { Log } from './log.ts';

/** Phase of a process. */
export interface Lifecycle {
  /** draining: still serving, about to stop. closing: accepts nothing new. */
  phase: 'serving' | 'draining' | 'closing';
}

export interface ReadinessReport {
  ready: boolean;
  /** Parts that a request needs, and whether they work. */
  parts: Readonly<Record<string, boolean>>;
}

export interface Readiness {
  report(): Promise<ReadinessReport>;
}

/** Time limit of a check: load balancers poll every few seconds and give up after a few. */
const LIMIT_MS = 2_000;

/**
 * Checks each part. A check that exceeds the time limit counts as failed and isn't repeated while it hangs, so that
 * checks don't pile up on a stuck database.
 */
export function createReadiness(
  checks: Readonly<Record<string, () => boolean | Promise<boolean>>>,
  lifecycle: Readonly<Lifecycle>,
  log: Log,
  limitMs: number = LIMIT_MS,
): Readiness {
  const underWay = new Map<string, Promise<boolean>>();

  function ask(name: string, check: () => boolean | Promise<boolean>): Promise<boolean> {
    const asked =
      underWay.get(name) ??
      (async () => check())()
        .catch((err: unknown) => {
          log.warn({ err, part: name }, 'not ready');
          return false;
        })
        .finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  }

  return {
    async report() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<boolean>((done) => {
        timer = setTimeout(done, limitMs, false);
      });
      const answers = await Promise.all(
        Object.entries(checks).map(
          async ([name, check]) => [name, await Promise.race([ask(name, check), late])] as const,
        ),
      );
      clearTimeout(timer);
      const parts = Object.fromEntries(answers);
      return { ready: lifecycle.phase === 'serving' && Object.values(parts).every(Boolean), parts };
    },
  };
}
