import { newId } from '@quayside/kernel';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { json, sql, withClient } from '../../db/index.ts';
import { UNKNOWN_ADDRESS } from '../../http/refused-webhooks.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const TOKEN = 'a token of the tests';
const started: { stop(): Promise<void> }[] = [];
async function begin(options: Parameters<typeof startTestApp>[0]) {
  const app = await startTestApp(options);
  started.push(app);
  return app;
}
afterAll(async () => {
  for (const app of started.splice(0)) await app.stop();
});
const read = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });
const soon = { timeout: 20_000, interval: 20 };

describe('who may read metrics', () => {
  it('on this machine everyone; on a reachable one no one without a token', async () => {
    const here = await begin({});
    expect((await read(`${here.url}/metrics`)).status).toBe(200);
    // As a proxy on this machine forwards it.
    expect((await read(`${here.url}/metrics`, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404);
    const reachable = await begin({ env: { APP_URL: 'https://quayside.example' } });
    const direct = `http://127.0.0.1:${reachable.running.listens.port}`;
    expect((await read(`${direct}/metrics`)).status).toBe(404);
    expect((await read(`${direct}/metrics`, { authorization: `Bearer ${TOKEN}` })).status).toBe(404);
  });

  it('with a token, its bearer, on both addresses', async () => {
    const app = await begin({ env: { QUAYSIDE_METRICS: '127.0.0.1:0', QUAYSIDE_METRICS_TOKEN: TOKEN } });
    for (const url of [`${app.url}/metrics`, app.running.metricsUrl ?? '']) {
      expect((await read(url)).status).not.toBe(200);
      expect((await read(url, { authorization: `Bearer ${TOKEN}x` })).status).not.toBe(200);
      const answer = await read(url, { authorization: `Bearer ${TOKEN}` });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    }
    expect((await read((app.running.metricsUrl ?? '').replace('/metrics', '/'))).status).toBe(404);
  });

  it('health at the address of their own needs no token, and a worker is ready while it runs jobs', async () => {
    const env = { QUAYSIDE_METRICS: '127.0.0.1:0', QUAYSIDE_METRICS_TOKEN: TOKEN };
    const worker = await begin({ args: ['--role', 'worker'], env });
    const ask = async (path: string) => {
      const answer = await read((worker.running.metricsUrl ?? '').replace('/metrics', path));
      return [answer.status, await answer.json()];
    };
    const works = { ready: true, database: true, migrations: true, queue: true, worker: true };
    expect(await ask('/healthz')).toEqual([200, { alive: true }]);
    expect(await ask('/readyz')).toEqual([200, works]);
    await withClient(worker.db.superuserUrl, 'test', (c) => c.query('alter table pgboss.version rename to gone'));
    expect(await ask('/readyz')).toEqual([503, { ...works, ready: false, queue: false }]);
    expect(await ask('/healthz')).toEqual([200, { alive: true }]);
    await withClient(worker.db.superuserUrl, 'test', (c) => c.query('alter table pgboss.gone rename to version'));
  });
});

describe('what they say', () => {
  /** The value of a series whose line begins with a text. */
  const seriesValue = (text: string, start: string): number | undefined => {
    const line = text.split('\n').find((one) => one.startsWith(start));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };

  it('a process of each role has its own, and only workers ask the database', async () => {
    const worker = await begin({ args: ['--role', 'worker'], env: { QUAYSIDE_METRICS: '127.0.0.1:0' } });
    const web = await begin({ args: ['--role', 'web'], env: { QUAYSIDE_METRICS: '127.0.0.1:0' } });
    const [ofWorker, ofWeb] = await Promise.all(
      [worker, web].map(async (app) => (await read(app.running.metricsUrl ?? '')).text()),
    );
    for (const text of [ofWorker, ofWeb]) {
      expect(seriesValue(text ?? '', 'process_resident_memory_bytes')).toBeGreaterThan(0);
      expect(seriesValue(text ?? '', 'quayside_db_pool_size{pool="app"}')).toBe(10);
      expect(seriesValue(text ?? '', 'quayside_db_pool_size{pool="queue"}')).toBeGreaterThan(0);
    }
    expect(seriesValue(ofWorker ?? '', 'quayside_figures_failed')).toBe(0);
    expect(ofWeb).not.toContain('quayside_figures_failed');
    expect(ofWeb).not.toContain('quayside_effects_open');
  });

  it('requests, jobs, calls, streams, effects and the books', async () => {
    const app = await begin({ sandbox: true });
    const metrics = async () => (await read(`${app.url}/metrics`)).text();
    const ada: Client = await app.signUp();
    await ada.call('GET /connections/{store_id}/health', { params: { store_id: ada.workplaceId } });
    await read(`${app.url}/api/nothing/${ada.workplaceId}`);
    for (const sender of ['shopify', 'constructor'])
      await fetch(`${app.url}/webhooks/${sender}/missing`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"id":1}',
      });
    const stream = new AbortController();
    await fetch(`${app.url}/api/events`, { headers: { authorization: `Bearer ${ada.token}` }, signal: stream.signal });
    await app.db.global((tx) =>
      tx.run(sql`insert into open_work_directory (workplace_id, account_id, open)
        values (${ada.workplaceId}, ${ada.accountId}, ${json({
          place: {
            rows: 5,
            since: '2020-01-01T00:00:00Z',
            sending: 1,
            unknown: 2,
            unknownSince: '2020-01-01T00:00:00Z',
          },
          // As the version before wrote it.
          pay: { rows: 3, since: null },
        })})`),
    );
    let text = '';
    await vi.waitFor(async () => {
      text = await metrics();
      expect(seriesValue(text, 'quayside_job_attempts_total{queue="sweep-purchasing",outcome="done"}')).toBeGreaterThan(
        0,
      );
      expect(seriesValue(text, 'quayside_live_streams_open')).toBe(1);
      expect(text).toMatch(/quayside_outside_calls_total\{connector="\w+",outcome="ok"\} \d/);
    }, soon);
    for (const sender of ['shopify', 'unknown'])
      expect(seriesValue(text, `quayside_refused_webhooks_today{sender="${sender}",reason="${UNKNOWN_ADDRESS}"}`)).toBe(
        1,
      );
    const route = 'method="POST",route="/api/auth/register"';
    expect(seriesValue(text, `quayside_http_requests_total{${route},status="200"}`)).toBe(1);
    expect(seriesValue(text, `quayside_http_request_duration_seconds_count{${route}}`)).toBe(1);
    expect(
      seriesValue(text, 'quayside_http_requests_total{method="GET",route="/api/connections/:store_id/health"'),
    ).toBe(1);
    expect(text).not.toContain(ada.workplaceId);
    expect(text).not.toContain('/api/nothing');
    expect(text).not.toContain('quayside_http_request_duration_seconds_count{method="GET",route="/api/events"}');
    expect(seriesValue(text, 'quayside_effects_open{effect="place",state="waiting"}')).toBe(2);
    expect(seriesValue(text, 'quayside_effects_open{effect="place",state="unknown"}')).toBe(2);
    expect(seriesValue(text, 'quayside_effects_open{effect="pay",state="waiting"}')).toBe(3);
    expect(seriesValue(text, 'quayside_effects_unknown_oldest_seconds{effect="place"}')).toBeGreaterThan(86_400);
    expect(seriesValue(text, 'quayside_effects_unknown_oldest_seconds{effect="pay"}')).toBe(0);
    expect(seriesValue(text, 'quayside_db_pool_wait_seconds_count{pool="app"}')).toBeGreaterThan(0);
    expect(seriesValue(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    // No backup yet, which isn't the same as an old one.
    expect(seriesValue(text, 'quayside_backup_failing')).toBe(0);
    expect(text).not.toMatch(/^quayside_backup_(verified|wal_until)_timestamp_seconds /m);
    // Not checked yet, which isn't the same as no difference.
    expect(text).not.toMatch(/^quayside_ledger_differences /m);
    stream.abort();
    await vi.waitFor(async () => expect(seriesValue(await metrics(), 'quayside_live_streams_open')).toBe(0), soon);
  });

  it('the last verified backup, and how far the log is kept', async () => {
    const app = await begin({ sandbox: true });
    await app.db.global(async (tx) => {
      await tx.run(sql`insert into backup_run (run_id, folder, scheduled, started_at, ended_at, verified_at)
        values (${newId()}, '/backups', true, '2026-01-02T03:04:05Z', '2026-01-02T03:05:00Z', '2026-01-02T03:05:00Z')`);
      await tx.run(sql`insert into backup_run (run_id, folder, scheduled, started_at, ended_at, error)
        values (${newId()}, '/backups', true, '2026-01-03T03:04:05Z', '2026-01-03T03:05:00Z', 'The folder is full.')`);
      await tx.run(sql`update backup_state set wal_since = '2026-01-02T03:00:00Z', wal_until = '2026-01-03T03:00:00Z'`);
    });
    await vi.waitFor(async () => {
      const text = await (await read(`${app.url}/metrics`)).text();
      expect(seriesValue(text, 'quayside_backup_failing')).toBe(1);
      expect(seriesValue(text, 'quayside_backup_verified_timestamp_seconds')).toBe(1_767_323_045);
      expect(seriesValue(text, 'quayside_backup_wal_until_timestamp_seconds')).toBe(1_767_409_200);
    }, soon);
  });

  it('a wallet that differs from its ledger', async () => {
    const app = await begin({});
    const ada = await app.signUp();
    const check = () =>
      app.db.global((tx) =>
        app.running.deps.queue.send(tx, { name: 'check-books', payload: { parse: () => ({}) } } as never, {}),
      );
    const differences = async () =>
      seriesValue(await (await read(`${app.url}/metrics`)).text(), 'quayside_ledger_differences');
    await check();
    await vi.waitFor(async () => expect(await differences()).toBe(0), soon);
    await app.db.tenant({ accountId: ada.accountId }, (tx) =>
      tx.run(sql`insert into wallet (account_id, mode, topup) values (${ada.accountId}, 'live', 500)
        on conflict (account_id, mode) do update set topup = excluded.topup`),
    );
    await check();
    await vi.waitFor(async () => expect(await differences()).toBe(1), soon);
  });
});
