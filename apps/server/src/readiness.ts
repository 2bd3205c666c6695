import type { Log } from './log.ts';

/** Where a process is on its way from start to end. */
export interface Lifecycle {
  /** draining: still serves, and says that it is about to stop. closing: takes nothing on any more. */
  phase: 'serving' | 'draining' | 'closing';
}

export interface ReadinessReport {
  ready: boolean;
  /** Each part that a request needs, and whether it works. */
  parts: Readonly<Record<string, boolean>>;
}

export interface Readiness {
  report(): Promise<ReadinessReport>;
}

/** A load balancer asks every few seconds and gives up after a few. */
const LIMIT_MS = 2_000;

/**
 * Asks each part whether it works. A part that has not answered in time counts as failed, and is not asked again while it
 * still hangs, so that checks do not pile up on a database that is stuck.
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
