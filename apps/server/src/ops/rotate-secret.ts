import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { resolveDataDir, startEmbedded } from '../db/embedded/index.ts';
import { createDb, type Db, type Executor, ensureAppRole, json, sql } from '../db/index.ts';
import { loadEnvFile } from '../env-file.ts';
import { totpContext } from '../features/accounts/actions/two-factor.ts';
import { storeContext, storeWebhookContext } from '../features/connections/store-repo.ts';
import { connectionContext, connectionWebhookContext } from '../features/connections/supplier-repo.ts';
import { mailContext } from '../features/mail/index.ts';
import { webhookSecretContext } from '../features/notifications/index.ts';
import { shopperKeyContext } from '../features/shopper-mail/index.ts';
import { serviceContext } from '../features/tracking/index.ts';
import { migrationContext } from '../features/transfers/index.ts';
import { hookContext, listWebhooks, putWebhook } from '../features/warehouse/index.ts';
import { forgetOtherSecrets, settleAppSecret } from '../secrets.ts';
import { createVault, type Sealed, type Vault } from '../vault/vault.ts';

/**
 * npm run rotate-secret: re-encrypts every credential with the new APP_SECRET, APP_SECRET_PREVIOUS being the old one.
 * Safe to repeat; until it has run, Quayside decrypts with either.
 */
const root = join(import.meta.dirname, '../../../..');
loadEnvFile(root);
const config = readConfig(process.env, [], root);
if (!config.previousAppSecret)
  throw new Error('Set APP_SECRET to the new secret and APP_SECRET_PREVIOUS to the old one.');
const { dir: dataDir } = resolveDataDir(config.dataDir);
const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir });
const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? '';

interface EncryptedConnection {
  id: string;
  credentials: Sealed;
  webhook_secret: Sealed | null;
}

/** Seeded stores have no encrypted data. */
const again = (vault: Vault, sealed: Sealed, context: string): Sealed =>
  sealed.k && vault.isStale(sealed) ? vault.seal(vault.open(sealed, context), context) : sealed;

async function resealStores(ex: Executor, vault: Vault, workplaceId: string): Promise<number> {
  const rows = await ex.rows<EncryptedConnection>(
    sql`select store_id as id, credentials, webhook_secret from store where workplace_id = ${workplaceId} for update`,
  );
  for (const { id, credentials, webhook_secret } of rows) {
    await ex.run(sql`update store set credentials = ${json(again(vault, credentials, storeContext(id)))},
      webhook_secret = ${json(webhook_secret && again(vault, webhook_secret, storeWebhookContext(id)))}
      where workplace_id = ${workplaceId} and store_id = ${id}`);
  }
  return rows.length;
}

async function resealSuppliers(ex: Executor, vault: Vault, workplaceId: string): Promise<number> {
  const rows =
    await ex.rows<EncryptedConnection>(sql`select connection_id as id, credentials, webhook_secret from supplier_connection
    where workplace_id = ${workplaceId} for update`);
  for (const { id, credentials, webhook_secret } of rows) {
    await ex.run(sql`update supplier_connection set credentials = ${json(again(vault, credentials, connectionContext(id)))},
      webhook_secret = ${json(webhook_secret && again(vault, webhook_secret, connectionWebhookContext(id)))}
      where workplace_id = ${workplaceId} and connection_id = ${id}`);
  }
  return rows.length;
}

/** Keys of tracking services; those without one use this installation's. */
async function resealTracking(ex: Executor, vault: Vault, workplaceId: string): Promise<number> {
  const rows = await ex.rows<{ id: string; credentials: Sealed }>(
    sql`select service_id as id, credentials from tracking_service
      where workplace_id = ${workplaceId} and credentials is not null for update`,
  );
  for (const { id, credentials } of rows) {
    await ex.run(sql`update tracking_service set credentials = ${json(again(vault, credentials, serviceContext(id)))}
      where workplace_id = ${workplaceId} and service_id = ${id}`);
  }
  return rows.length;
}

/** The signing secret of a workplace's webhook. */
async function resealHook(ex: Executor, vault: Vault, workplaceId: string): Promise<void> {
  const kept = await ex.first<{ secret: Sealed }>(
    sql`select secret from notification_webhook where workplace_id = ${workplaceId} for update`,
  );
  if (kept)
    await ex.run(sql`update notification_webhook set secret = ${json(again(vault, kept.secret, webhookSecretContext(workplaceId)))}
      where workplace_id = ${workplaceId}`);
}

/** Keys that shoppers' addresses are hashed with. */
async function resealShopperKeys(ex: Executor, vault: Vault, workplaceId: string): Promise<void> {
  const rows = await ex.rows<{ id: string; hash_key: Sealed }>(
    sql`select store_id as id, hash_key from shopper_mail_store where workplace_id = ${workplaceId} for update`,
  );
  for (const { hash_key: key, id } of rows)
    await ex.run(sql`update shopper_mail_store set hash_key = ${json(again(vault, key, shopperKeyContext(id)))}
      where workplace_id = ${workplaceId} and store_id = ${id}`);
}

/** Credentials of stores being transferred from another account, deleted when their job ends. */
async function resealCarried(ex: Executor, vault: Vault, workplaceId: string): Promise<void> {
  const rows = await ex.rows<{
    id: string;
    carried: Sealed;
  }>(sql`select migration_id as id, carried from store_migration
    where workplace_id = ${workplaceId} and carried is not null for update`);
  for (const { carried, id } of rows) {
    await ex.run(sql`update store_migration set carried = ${json(again(vault, carried, migrationContext(id)))}
      where workplace_id = ${workplaceId} and migration_id = ${id}`);
  }
}

/** TOTP secrets, which belong to accounts. */
async function resealAccounts(db: Db, vault: Vault): Promise<number> {
  const rows = await db.global((tx) =>
    tx.rows<{ account_id: string }>(sql`select account_id from account where two_factor_at is not null`),
  );
  for (const { account_id: accountId } of rows)
    await db.tenant({ accountId }, async (tx) => {
      const kept = await tx.first<{ secret: Sealed }>(
        sql`select secret from account_totp where account_id = ${accountId} for update`,
      );
      if (kept)
        await tx.run(sql`update account_totp set secret = ${json(again(vault, kept.secret, totpContext(accountId)))}
          where account_id = ${accountId}`);
    });
  return rows.length;
}

/** Emails with their text still stored. */
async function resealMails(db: Db, vault: Vault): Promise<void> {
  await db.global(async (tx) => {
    const rows = await tx.rows<{ mail_id: string; body: Sealed }>(
      sql`select mail_id, body from mail_outbox where body is not null for update`,
    );
    for (const { mail_id: id, body } of rows)
      await tx.run(
        sql`update mail_outbox set body = ${json(again(vault, body, mailContext(id)))} where mail_id = ${id}`,
      );
  });
}

/** Signing secrets of our warehouse's webhooks. */
async function resealWarehouse(db: Db, vault: Vault): Promise<void> {
  await db.global(async (tx) => {
    for (const hook of await listWebhooks(tx))
      await putWebhook(tx, {
        ...hook,
        secret: again(vault, hook.secret, hookContext(hook.installation_id, hook.account)),
      });
  });
}

try {
  const appUrl = await ensureAppRole({ ownerUrl, appUrl: config.appDatabaseUrl, dataDir });
  const db = createDb({ ownerUrl, appUrl });
  const secret = await settleAppSecret(ownerUrl, { ...config, dataDir });
  const vault = createVault([secret, config.previousAppSecret]);
  // By account: a workspace without stores and suppliers is in no directory, but may have a webhook.
  const accounts = await db.global((tx) => tx.rows<{ account_id: string }>(sql`select account_id from account`));
  let sealed = 0;
  for (const { account_id: accountId } of accounts) {
    const workplaces = await db.read({ accountId }, (ex) =>
      ex.rows<{ workplace_id: string }>(sql`select workplace_id from workplace where account_id = ${accountId}`),
    );
    for (const { workplace_id: workplaceId } of workplaces)
      sealed += await db.tenant({ accountId, workplaceId }, async (tx) => {
        await resealHook(tx, vault, workplaceId);
        await resealCarried(tx, vault, workplaceId);
        await resealShopperKeys(tx, vault, workplaceId);
        const stores = await resealStores(tx, vault, workplaceId);
        const suppliers = await resealSuppliers(tx, vault, workplaceId);
        return stores + suppliers + (await resealTracking(tx, vault, workplaceId));
      });
  }
  const secondFactors = await resealAccounts(db, vault);
  await resealMails(db, vault);
  await resealWarehouse(db, vault);
  await forgetOtherSecrets(ownerUrl, secret);
  process.stdout.write(
    `${sealed} connections and ${secondFactors} authenticators are encrypted with the new secret. You can remove APP_SECRET_PREVIOUS.\n`,
  );
  await db.close();
} finally {
  await embedded?.stop();
}
