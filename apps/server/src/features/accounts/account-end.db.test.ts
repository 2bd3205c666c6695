import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { DEAD_LETTER_QUEUE } from '../../jobs/dead-letters.ts';
import { until } from '../../testing/app/mails.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { fillTenant, sampleId, type Tenant, tenantTables } from '../../testing/db/index.ts';
import { endAccountsJob } from './jobs/account-jobs.ts';

/** An account with a row in every table that there is: what its export holds, and what is left of it at the end. */

const app = await startTestApp();
const admin = new pg.Client(app.db.superuserUrl);
await admin.connect();
afterAll(async () => {
  await admin.end();
  await app.stop();
});
const PASSWORD = 'correct horse battery';
let ada: Client;
let bob: Client;
let idColumns: string[];

/** What is outside is taken down already, and what is on its way is nobody's: no job takes these rows up. */
const quietly = (who: Tenant) => ({
  tables: {
    store: { status: 'uninstalled' },
    supplier_connection: { status: 'removed' },
    mail_outbox: { account_id: who.accountId },
  },
  directories: true,
});

/** A job that was given up, as the queue keeps it for the operators. */
const deadJob = (who: Tenant) =>
  admin.query(`insert into pgboss.job (name, data) values ($1, $2)`, [
    DEAD_LETTER_QUEUE,
    JSON.stringify({ accountId: who.accountId, workplaceId: who.workplaceId, orderId: sampleId(who, 'order_id') }),
  ]);

beforeAll(async () => {
  // Each minute, it would take the sample rows of cost_backfill.
  await admin.query(`delete from pgboss.schedule where name = 'fill-costs'`);
  ada = await app.signUp('ended@example.com');
  bob = await app.signUp('stays-here@example.com');
  for (const who of [ada, bob]) {
    await fillTenant(admin, who, quietly(who));
    await deadJob(who);
  }
  // Each is a member of the other's workspace as well.
  await admin.query(
    `insert into member (account_id, workplace_id, role, owner_id) values ($1, $2, 'viewer', $3), ($3, $4, 'viewer', $1)`,
    [ada.accountId, bob.workplaceId, bob.accountId, ada.workplaceId],
  );
  const { rows } = await admin.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'uuid'`,
  );
  idColumns = rows.map((row) => row.name);
});

/** Whatever names somebody: his ids, those of his rows, and what his rows say. */
const namesOf = (who: Client, email: string): string[] => [
  who.accountId,
  who.workplaceId,
  email.replaceAll('.', '\\.'),
  `of-${who.workplaceId.replaceAll('-', '')}`,
  ...idColumns.map((column) => sampleId(who, column)),
];

/** Every table with a row that says one of the names; jobs apart that are done, which go within a day. */
async function tablesWith(names: readonly string[]): Promise<string[]> {
  const { rows } = await admin.query<{
    name: string;
  }>(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'warehouse') and tablename <> 'login_attempt' order by 1`);
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await admin.query(`select 1 from ${name} t where t::text ~* any ($1::text[]) limit 1`, [names]);
    if (hit.rows.length > 0) found.push(name);
  }
  const dead = await admin.query(
    `select 1 from pgboss.job where name = $1 and data::text ~* any ($2::text[]) limit 1`,
    [DEAD_LETTER_QUEUE, names],
  );
  return dead.rows.length > 0 ? [...found, 'dead jobs'] : found;
}

/** Tables whose rows an export leaves out, each with the reason. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  live_event: 'Tells open screens that something changed, not what.',
  live_position: 'The number of the last of these.',
  process: 'How far work is that is under way.',
  webhook_delivery: 'What stores reported, before it became orders and products.',
  account_totp: 'A secret.',
  account_recovery_code: 'Hashes of secrets.',
};

describe('the export', () => {
  let text: string;
  let exported: { tables: Record<string, unknown[]>; workspaces: { tables: Record<string, unknown[]> }[] };
  beforeAll(async () => {
    const { url } = (await ada.call('POST /auth/account/export', { body: { password: PASSWORD } })).data;
    text = await (await fetch(`${app.url}${url}`)).text();
    exported = JSON.parse(text);
  });

  it('holds the rows of every table of the account and of its workspaces, or says why not', async () => {
    const held = { ...exported.tables, ...exported.workspaces[0]?.tables };
    const walled = await tenantTables(admin);
    expect(walled.length).toBeGreaterThan(45);
    const missing = walled.filter(({ name }) => (held[name]?.length ?? 0) === 0).map(({ name }) => name);
    expect(missing.sort()).toEqual(Object.keys(NOT_EXPORTED).sort());
    // Of the tables that find tenants, what is of the person himself.
    for (const name of ['account_event', 'session_token', 'social_identity', 'platform_identity', 'operator_feedback'])
      expect(held[name]?.length, name).toBeGreaterThan(0);
  });

  it('holds nothing of anybody else, and no secret', () => {
    for (const name of namesOf(bob, 'stays-here@example.com')) {
      // Of the other workspace that the person works in he learns nothing but that he is in it.
      if (name === bob.accountId || name === bob.workplaceId) continue;
      expect(text).not.toMatch(new RegExp(name, 'i'));
    }
    const keys = new Set<string>();
    for (const tables of [exported.tables, ...exported.workspaces.map((one) => one.tables)])
      for (const rows of Object.values(tables))
        for (const row of rows) for (const key of Object.keys(row as object)) keys.add(key);
    expect(
      [...keys].filter((key) => /secret$|credential|password|_hash$|hash_key|sealed|cipher|carried/.test(key)),
    ).toEqual([]);
  });
});

describe('the end', () => {
  it('leaves no row in any table that names the account, its workspaces or what was in them, and everything of others', async () => {
    const ofBob = await tablesWith(namesOf(bob, 'stays-here@example.com'));
    expect(ofBob.length).toBeGreaterThan(60);
    expect(await tablesWith(namesOf(ada, 'ended@example.com'))).toEqual(expect.arrayContaining(ofBob));
    await ada.call('DELETE /auth/account/delete', { body: { password: PASSWORD } });
    await app.db.owner((tx) =>
      tx.run(sql`update account set delete_at = now() - interval '1 second' where account_id = ${ada.accountId}`),
    );
    const { db, queue } = app.running.deps;
    await db.global((tx) => queue.send(tx, endAccountsJob, {}));
    await until('the account to be gone', async () => {
      const { rows } = await admin.query(`select 1 from account where account_id = $1`, [ada.accountId]);
      return rows.length === 0 ? true : undefined;
    });
    expect(await tablesWith(namesOf(ada, 'ended@example.com'))).toEqual([]);
    expect(await tablesWith(namesOf(bob, 'stays-here@example.com'))).toEqual(ofBob);
    // What belongs to others is as usable as before.
    expect(await bob.call('GET /auth/account')).toMatchObject({ http: 200 });
    expect((await bob.call('GET /auth/account')).data.workplaces.map((one) => one.id)).toEqual([bob.workplaceId]);
  });
});
