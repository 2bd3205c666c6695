import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '../../db/index.ts';
import { DEAD_LETTER_QUEUE } from '../../jobs/dead-letters.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const OPERATOR = 'operator@example.com';
const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());

let operator: Client;
let owner: Client;
beforeAll(async () => {
  operator = await app.signUp(OPERATOR);
  owner = await app.signUp();
});

const list = async (query: { kind?: string; cursor?: string; page_size?: number } = {}) =>
  (await operator.call('GET /operator/jobs', { query })).data;

/** A durable job of a kind that the application has, with so many tries and no pause between them. */
async function send(name: string, data: object, tries: number): Promise<void> {
  await app.db.global(async (tx) => {
    await app.running.deps.queue.send(tx, { name, payload: z.looseObject({}) }, data);
    await tx.run(
      sql`update pgboss.job set retry_limit = ${tries - 1}, retry_delay = 0, retry_backoff = false where name = ${name}`,
    );
  });
}

const ids = () => ({ accountId: owner.accountId, workplaceId: owner.workplaceId });
const dead = (kind: string) => expect.poll(async () => (await list({ kind })).items.length, { timeout: 30_000 });

describe('a job that uses up its tries', () => {
  const storeId = newId();

  it('is seen by operators with what it was about, why it failed and how often it was tried', async () => {
    // A store whose keys cannot be opened: the job fails every time it is tried.
    await app.db.tenant(owner, async (tx) => {
      await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
          store_name, currency, credentials, webhook_secret)
        values (${owner.workplaceId}, ${storeId}, ${owner.accountId}, 'woocommerce', 'shop.example', 'https://shop.example', 'live',
          'active', 'A shop', 'USD', '{"broken":true}', '{"broken":true}')`);
      await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key, next_poll_at)
        values (${storeId}, ${owner.workplaceId}, ${owner.accountId}, 'woocommerce', 'shop.example', 'live', ${newId()}, now() + interval '1 day')`);
    });
    await send('set-up-store', { ...ids(), storeId }, 2);
    await dead('set-up-store').toBe(1);
    const [job] = (await list({ kind: 'set-up-store' })).items;
    expect(job).toMatchObject({ kind: 'set-up-store', about: { ...ids(), storeId }, tries: 2 });
    expect(job?.reason).not.toBe('');
    expect(Date.parse(job?.gave_up_at ?? '')).toBeGreaterThanOrEqual(Date.parse(job?.asked_at ?? ''));
    expect((await list()).kinds).toContainEqual({ kind: 'set-up-store', jobs: 1 });
  });

  it('is counted in the metrics', async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    expect(text).toContain('quayside_dead_jobs{kind="set-up-store"} 1');
  });

  it('is nobody else’s business', async () => {
    const [job] = (await list({ kind: 'set-up-store' })).items;
    const params = { job_id: job?.job_id ?? '' };
    expect(await owner.call('GET /operator/jobs')).toMatchObject({ http: 403, code: 'OPERATORS_ONLY' });
    expect(await owner.call('POST /operator/jobs/{job_id}/repeat', { params, body: {} })).toMatchObject({ http: 403 });
    expect(await owner.call('POST /operator/jobs/repeat-all', { body: {} })).toMatchObject({ http: 403 });
    expect(await owner.call('DELETE /operator/jobs/{job_id}', { params })).toMatchObject({ http: 403 });
    expect((await list({ kind: 'set-up-store' })).items).toHaveLength(1);
  });

  it('comes back to the list when repeating it helps nothing', async () => {
    const [job] = (await list({ kind: 'set-up-store' })).items;
    const params = { job_id: job?.job_id ?? '' };
    const again = await operator.call('POST /operator/jobs/{job_id}/repeat', { params, body: {} });
    expect(again).toMatchObject({ http: 200, data: { repeated: 1 } });
    expect((await list({ kind: 'set-up-store' })).items).toEqual([]);
    const twice = await operator.call('POST /operator/jobs/{job_id}/repeat', { params, body: {} });
    expect(twice).toMatchObject({ status: 202, code: 'DEAD_JOB_NOT_FOUND' });
    // With all its tries: it waits for the next one, and is made to use the last of them up here.
    await expect
      .poll(
        () =>
          app.db.global((tx) =>
            tx.run(sql`update pgboss.job set retry_limit = 0, start_after = now()
            where name = 'set-up-store' and state = 'retry' and retry_limit > 0`),
          ),
        { timeout: 30_000 },
      )
      .toBe(1);
    await dead('set-up-store').toBe(1);
  });

  it('is done when it is repeated after its cause was mended', async () => {
    await app.db.tenant(owner, (tx) =>
      tx.run(
        sql`update store set status = 'uninstalled' where workplace_id = ${owner.workplaceId} and store_id = ${storeId}`,
      ),
    );
    const all = await operator.call('POST /operator/jobs/repeat-all', { body: { kind: 'set-up-store' } });
    expect(all.data).toEqual({ repeated: 1 });
    await expect
      .poll(
        () =>
          app.db.global((tx) =>
            tx.first(sql`select 1 as done from pgboss.job where name = 'set-up-store' and state = 'completed'`),
          ),
        { timeout: 30_000 },
      )
      .toEqual({ done: 1 });
    expect((await list({ kind: 'set-up-store' })).items).toEqual([]);
  });
});

describe('the list', () => {
  it('goes by pages and by kind, and a job is given up for good', async () => {
    for (const n of [1, 2, 3])
      await app.db.global((tx) =>
        tx.run(sql`insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
          values (${DEAD_LETTER_QUEUE}, ${JSON.stringify({ storeId: newId() })}::jsonb, 'poll-store', ${newId()}, now(), ${n},
            '{"message":"Bearer abc refused for ada@example.com"}')`),
      );
    const first = await list({ kind: 'poll-store', page_size: 2 });
    expect(first.items).toHaveLength(2);
    expect(first.items[0]).toMatchObject({ reason: 'Bearer … refused for …@…' });
    const second = await list({ kind: 'poll-store', page_size: 2, cursor: first.next_cursor ?? '' });
    expect(second.items).toHaveLength(1);
    expect(second.next_cursor).toBeUndefined();
    const gone = second.items[0]?.job_id ?? '';
    const drop = () => operator.call('DELETE /operator/jobs/{job_id}', { params: { job_id: gone } });
    expect(await drop()).toMatchObject({ http: 200 });
    expect(await drop()).toMatchObject({ status: 202, code: 'DEAD_JOB_NOT_FOUND' });
    expect((await list({ kind: 'poll-store' })).items.map((job) => job.job_id)).not.toContain(gone);
  });

  it('refuses nothing-to-repeat plainly', async () => {
    const none = await operator.call('POST /operator/jobs/repeat-all', { body: { kind: 'no-such-kind' } });
    expect(none).toMatchObject({ status: 202, code: 'DEAD_JOB_NOT_FOUND' });
  });
});
