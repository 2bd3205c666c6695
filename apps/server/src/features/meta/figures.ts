import { Gauge, type Registry } from 'prom-client';
import { readTimes } from '../../backup/run-repo.ts';
import { readWalState } from '../../backup/wal-state.ts';
import type { Deps } from '../../deps.ts';
import { refusedToday } from '../../http/refused-webhooks.ts';
import type { DeadLetters } from '../../jobs/dead-letters.ts';
import { openEffects } from '../../jobs/effect/sweep.ts';
import { countQueues } from '../../jobs/queue-counts.ts';
import { countEventsForReview, lastBooksCheck } from '../wallet/index.ts';

/** How long a scrape waits for the database before it gets the figures of the last one. */
const LIMIT_MS = 2_000;

/** Everything that metrics ask the database, one query after the other so that one connection is enough. */
const sources = (deps: Deps, dead: DeadLetters) => ({
  dead: () => dead.counts(),
  refused: () => refusedToday(deps.db),
  setAside: () => countEventsForReview(deps.db),
  effects: () => openEffects(deps),
  queues: () => countQueues(deps.db),
  books: () => lastBooksCheck(deps.db),
  backups: () => deps.db.global(readTimes),
  wal: () => deps.db.global(readWalState),
});

type Sources = ReturnType<typeof sources>;
type Figures = { [K in keyof Sources]?: Awaited<ReturnType<Sources[K]>> };

async function readAll(all: Sources): Promise<{ figures: Figures; failed: number }> {
  const figures: Record<string, unknown> = {};
  let failed = 0;
  for (const [name, ask] of Object.entries(all)) {
    try {
      figures[name] = await ask();
    } catch {
      failed += 1;
    }
  }
  return { figures, failed };
}

/**
 * Gauges of what all processes share, in the registry of worker processes only, so that web processes don't repeat the
 * queries. They are read at most once in `keepMs`, however often and by however many scrapers.
 */
export function addFigures(registry: Registry, deps: Deps, dead: DeadLetters, keepMs: number): void {
  const all = sources(deps, dead);
  let last: { figures: Figures; failed: number } = { figures: {}, failed: 0 };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  /** The figures, at most `keepMs` old, or those of the last time while the database doesn't answer. */
  async function current(): Promise<typeof last> {
    if (!reading && performance.now() - readAt >= keepMs)
      reading = readAll(all).then((read) => {
        last = read;
        readAt = performance.now();
        reading = undefined;
      });
    if (reading) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, LIMIT_MS);
      });
      await Promise.race([reading, late]);
      clearTimeout(timer);
    }
    return last;
  }

  function gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    values: (figures: Figures) => readonly { labels: Record<L, string>; value: number }[] | undefined,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const found = values((await current()).figures);
        this.reset();
        // A figure that can't be read is left out; a zero would say that all is well.
        if (found) for (const { labels, value } of found) this.set(labels, value);
        else if (labelNames.length === 0) this.remove();
      },
    });
  }
  const one = (value: number | undefined) => (value === undefined ? undefined : [{ labels: {}, value }]);

  const seconds = (at: string | null | undefined) => (at ? one(Date.parse(at) / 1000) : undefined);

  gauge(
    'quayside_dead_jobs',
    'Dead letters: jobs that failed on every attempt and need an operator, by kind.',
    ['kind'],
    ({ dead: counts }) => counts?.map(({ kind, jobs }) => ({ labels: { kind }, value: jobs })),
  );
  gauge(
    'quayside_refused_webhooks_today',
    'Rejected webhooks that belong to no workspace, since midnight UTC, by sender and reason.',
    ['sender', 'reason'],
    ({ refused }) => refused?.map(({ sender, reason, times }) => ({ labels: { sender, reason }, value: times })),
  );
  gauge(
    'quayside_payment_events_set_aside',
    'Payment webhooks that match no top-up and need an operator.',
    [],
    ({ setAside }) => one(setAside),
  );
  gauge(
    'quayside_effects_open',
    'Requested external effects that are not finished, by effect and state (waiting, sending, unknown), as of the last sweep (every minute).',
    ['effect', 'state'],
    ({ effects }) =>
      effects?.flatMap(({ effect, rows, sending, unknown }) =>
        Object.entries({ waiting: rows - sending - unknown, sending, unknown }).map(([state, value]) => ({
          labels: { effect, state },
          value,
        })),
      ),
  );
  gauge(
    'quayside_effects_oldest_seconds',
    'Age of the oldest entry in quayside_effects_open, by effect.',
    ['effect'],
    ({ effects }) =>
      effects?.map(({ effect, oldestSeconds }) => ({ labels: { effect }, value: Math.round(oldestSeconds) })),
  );
  gauge(
    'quayside_effects_unknown_oldest_seconds',
    'Time since the oldest call without a trustworthy response, by effect.',
    ['effect'],
    ({ effects }) =>
      effects?.map(({ effect, unknownSeconds }) => ({ labels: { effect }, value: Math.round(unknownSeconds) })),
  );
  gauge('quayside_jobs', 'Open jobs by queue and state: due, delayed, active.', ['queue', 'state'], ({ queues }) =>
    queues?.map(({ queue, state, jobs }) => ({ labels: { queue, state }, value: jobs })),
  );
  gauge('quayside_jobs_oldest_due_seconds', 'How long the oldest due job waits, by queue.', ['queue'], ({ queues }) =>
    queues
      ?.filter(({ state }) => state === 'due')
      .map(({ queue, oldestSeconds }) => ({ labels: { queue }, value: Math.round(oldestSeconds) })),
  );
  gauge(
    'quayside_ledger_differences',
    'Wallet balances that differed from their ledger at the last check (nightly). Must be 0.',
    [],
    ({ books }) => (books ? one(books.differences) : undefined),
  );
  gauge(
    'quayside_ledger_checked_timestamp_seconds',
    'When all wallets were last compared with their ledgers, in Unix seconds.',
    [],
    ({ books }) => (books ? one(Date.parse(books.checked_at) / 1000) : undefined),
  );
  gauge(
    'quayside_backup_verified_timestamp_seconds',
    'When the last verified backup was begun, in Unix seconds. Absent before the first.',
    [],
    ({ backups }) => seconds(backups?.successAt),
  );
  gauge(
    'quayside_backup_failing',
    '1 if the last backup failed.',
    [],
    ({ backups }) => backups && one(backups.isFailing ? 1 : 0),
  );
  gauge(
    'quayside_backup_wal_until_timestamp_seconds',
    'Time until which the write-ahead log of the embedded database is kept, in Unix seconds. Absent while it is not kept.',
    [],
    ({ wal }) => seconds(wal?.until),
  );
  new Gauge({
    name: 'quayside_figures_failed',
    help: 'Queries for metrics that failed at the last reading.',
    registers: [registry],
    async collect() {
      this.set((await current()).failed);
    },
  });
}
