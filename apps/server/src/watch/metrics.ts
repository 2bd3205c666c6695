import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from '../db/index.ts';

/** How a job ended: `postponed` uses up no attempt, and after `dead` no attempt is left. */
export type JobOutcome = 'done' | 'failed' | 'postponed' | 'dead';

/** What this process counts and measures. Labels hold names from the code only: no ids, hosts or texts of people. */
export interface Metrics {
  registry: Registry;
  request(facts: { method: string; route: string; status: number; seconds: number; timed: boolean }): void;
  job(facts: { queue: string; outcome: JobOutcome; seconds: number }): void;
  /** A job waits because the other side limits requests. */
  rateLimitWait(queue: string, seconds: number): void;
  outsideCall(facts: { connector: string; outcome: string; seconds: number }): void;
  /** How long a caller waited for a database connection. */
  poolWait(pool: string, seconds: number): void;
  watchPools(read: () => readonly PoolState[]): void;
  watchStreams(count: () => number): void;
}

/** Seconds. Database reads take milliseconds, calls to stores up to half a minute. */
const REQUEST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_BUCKETS = [0.05, 0.25, 1, 5, 30, 120, 600];
const WAIT_BUCKETS = [0.001, 0.01, 0.05, 0.25, 1, 5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'quayside_http_requests_total',
    help: 'Requests by method, route template and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'quayside_http_request_duration_seconds',
    help: 'Time to answer a request, by method and route template; live streams are not included.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const jobs = new Counter({
    name: 'quayside_job_attempts_total',
    help: 'Attempts at jobs by this process, by queue and outcome: done, failed, postponed, dead (no attempt left).',
    labelNames: ['queue', 'outcome'],
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'quayside_job_duration_seconds',
    help: 'Duration of attempts at jobs, by queue.',
    labelNames: ['queue'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const waits = new Counter({
    name: 'quayside_rate_limit_waits_total',
    help: 'Jobs postponed because the other side limits requests, by queue.',
    labelNames: ['queue'],
    registers,
  });
  const waitSeconds = new Counter({
    name: 'quayside_rate_limit_wait_seconds_total',
    help: 'Time for which jobs were postponed because the other side limits requests, by queue.',
    labelNames: ['queue'],
    registers,
  });
  const calls = new Counter({
    name: 'quayside_outside_calls_total',
    help: 'Calls to other systems, by connector (or purpose) and outcome.',
    labelNames: ['connector', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'quayside_outside_call_duration_seconds',
    help: 'Duration of calls to other systems, by connector (or purpose).',
    labelNames: ['connector'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const poolWaits = new Histogram({
    name: 'quayside_db_pool_wait_seconds',
    help: 'Time that callers waited for a database connection, by pool.',
    labelNames: ['pool'],
    buckets: WAIT_BUCKETS,
    registers,
  });
  let pools: () => readonly PoolState[] = () => [];
  const poolGauge = (name: string, help: string, value: (use: PoolState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const use of pools()) this.set({ pool: use.pool }, value(use));
      },
    });
  poolGauge('quayside_db_pool_size', 'Maximum number of database connections, by pool.', (use) => use.size);
  poolGauge('quayside_db_pool_used', 'Database connections in use, by pool.', (use) => use.open - use.idle);
  poolGauge('quayside_db_pool_waiting', 'Callers that wait for a database connection, by pool.', (use) => use.waiting);
  let streams: () => number = () => 0;
  new Gauge({
    name: 'quayside_live_streams_open',
    help: 'Open live streams, one for each open screen.',
    registers,
    collect() {
      this.set(streams());
    },
  });
  return {
    registry,
    request({ method, route, status, seconds, timed }) {
      requests.inc({ method, route, status });
      if (timed) requestSeconds.observe({ method, route }, seconds);
    },
    job({ queue, outcome, seconds }) {
      jobs.inc({ queue, outcome });
      jobSeconds.observe({ queue }, seconds);
    },
    rateLimitWait(queue, seconds) {
      waits.inc({ queue });
      waitSeconds.inc({ queue }, seconds);
    },
    outsideCall({ connector, outcome, seconds }) {
      calls.inc({ connector, outcome });
      callSeconds.observe({ connector }, seconds);
    },
    poolWait: (pool, seconds) => poolWaits.observe({ pool }, seconds),
    watchPools(read) {
      pools = read;
    },
    watchStreams(count) {
      streams = count;
    },
  };
}
