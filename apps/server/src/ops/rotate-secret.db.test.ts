import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@quayside/kernel';
import { TOTP } from 'otpauth';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { json, sql, withClient } from '../db/index.ts';
import { webhookSecretContext } from '../features/notifications/index.ts';
import { settleAppSecret } from '../secrets.ts';
import { start } from '../start.ts';
import { type Client, startTestApp } from '../testing/app/test-app.ts';
import { createVault, type Sealed } from '../vault/vault.ts';

const root = join(import.meta.dirname, '../../../..');
const OLD = 'a secret that only tests have, 32+ long';
const NEW = 'the secret that takes its place, 32+ long';
const app = await startTestApp();
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-rotate-'));
afterAll(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const env = {
  DATABASE_URL: app.db.ownerUrl,
  QUAYSIDE_APP_DATABASE_URL: app.db.appUrl,
  QUAYSIDE_DATA: dataDir,
  APP_SECRET: NEW,
  APP_SECRET_PREVIOUS: OLD,
};
const rotate = () =>
  promisify(execFile)(process.execPath, [join(root, 'apps/server/src/ops/rotate-secret.ts')], {
    env: { ...process.env, ...env },
  });

/** Columns that contain something encrypted with a secret's key. */
const encryptedWith = (secret: string): Promise<string[]> =>
  withClient(app.db.superuserUrl, 'test', async (c) => {
    const { k } = createVault([secret]).seal('', '');
    const { rows } = await c.query<{ schema: string; name: string; field: string }>(
      `select table_schema as schema, table_name as name, column_name as field from information_schema.columns
        where data_type = 'jsonb' and table_schema in ('public', 'warehouse') order by 2, 3`,
    );
    const found: string[] = [];
    for (const { field, name, schema } of rows) {
      const held = await c.query(`select from "${schema}"."${name}" where "${field}" ->> 'k' = $1 limit 1`, [k]);
      if (held.rowCount) found.push(`${name}.${field}`);
    }
    return found;
  });

/** A store, a supplier, a tracking service, and a store being transferred from another account. */
async function connect(who: Client): Promise<void> {
  const vault = createVault([OLD]);
  const [store, supplier, migration, tracking] = [newId(), newId(), newId(), newId()];
  await app.db.tenant(who, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials, webhook_secret)
      values (${who.workplaceId}, ${store}, ${who.accountId}, 'woocommerce', 'shop.example', '', 'live', 'active', 'Shop', 'USD',
        ${json(vault.seal({}, `store:${store}`))}, ${json(vault.seal('s', `store:${store}:webhook`))})`);
    await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials,
        webhook_secret)
      values (${who.workplaceId}, ${supplier}, 'cj', 'CJ', 'live', 'own-account', 'active',
        ${json(vault.seal({}, `supplier:${supplier}`))}, ${json(vault.seal('s', `supplier:${supplier}:webhook`))})`);
    await tx.run(sql`insert into tracking_service (workplace_id, service_id, service, mode, status, credentials)
      values (${who.workplaceId}, ${tracking}, 'aftership', 'live', 'active',
        ${json(vault.seal({ apiKey: 'k' }, `tracking:${tracking}`))})`);
    await tx.run(sql`insert into store_migration (workplace_id, migration_id, asked_by, platform, mode, platform_domain, state, carried)
      values (${who.workplaceId}, ${migration}, ${who.accountId}, 'woocommerce', 'live', 'other.example', 'agreed',
        ${json(vault.seal({}, `migration:${migration}`))})`);
  });
}

it('encrypts everything that is kept with the new secret, which then works alone', async () => {
  const ada = await app.signUp();
  await connect(ada);
  const { data } = await ada.call('POST /auth/two-factor/begin', { body: { password: 'correct horse battery' } });
  await ada.call('POST /auth/two-factor/confirm', { body: { code: new TOTP({ secret: data.secret }).generate() } });
  // A workspace with only a webhook.
  const bob = await app.signUp();
  const hook = { url: 'https://hooks.example.com/in', is_active: true, kinds: [] };
  expect((await bob.call('PUT /notifications/webhook', { body: hook })).http).toBe(200);
  await app.running.stop();

  const secretOf = async () => {
    const kept = await app.db.tenant(bob, (tx) =>
      tx.first<{ secret: Sealed }>(
        sql`select secret from notification_webhook where workplace_id = ${bob.workplaceId}`,
      ),
    );
    return kept?.secret as Sealed;
  };
  // In between, a process needs both secrets and reads data encrypted with either.
  const between = await start(readConfig({ PORT: '0', QUAYSIDE_SANDBOX: 'off', ...env }, [], root), {
    root,
    drainMs: 0,
  });
  const plain = between.deps.vault.open(await secretOf(), webhookSecretContext(bob.workplaceId));
  await between.stop();

  const kept = await encryptedWith(OLD);
  expect(kept).toEqual([
    'account_totp.secret',
    'mail_outbox.body',
    'notification_webhook.secret',
    'store.credentials',
    'store.webhook_secret',
    'store_migration.carried',
    'supplier_connection.credentials',
    'supplier_connection.webhook_secret',
    'tracking_service.credentials',
  ]);
  await rotate();
  expect(await encryptedWith(OLD)).toEqual([]);
  expect(await encryptedWith(NEW)).toEqual(kept);
  expect(createVault([NEW]).open(await secretOf(), webhookSecretContext(bob.workplaceId))).toBe(plain);
  const settle = (appSecret: string) =>
    settleAppSecret(app.db.ownerUrl, { appSecret, previousAppSecret: undefined, dataDir });
  expect(await settle(NEW)).toBe(NEW);
  await expect(settle(OLD)).rejects.toThrow('APP_SECRET is not the secret');
});
