import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { resolveDataDir, startEmbedded } from '../db/embedded/index.ts';
import { createDb, ensureAppRole, migrate, sql } from '../db/index.ts';
import { loadEnvFile } from '../env-file.ts';
import { settleAppSecret } from '../secrets.ts';
import { createVault } from '../vault/vault.ts';
import { fillOrders } from './fill-orders.ts';
import { fillSources } from './fill-sources.ts';
import { fillStore } from './fill-store.ts';

/**
 * npm run seed -- --orders 1000000 [--sources 100000] [--account demo@quayside.test]: fills an account's first workspace
 * with products and their orders, and the source products, to see screens with much data. Stop Quayside first if it uses
 * the embedded database.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '0' },
    sources: { type: 'string', default: '0' },
    account: { type: 'string', default: 'demo@quayside.test' },
  },
});

const root = join(import.meta.dirname, '../../../..');
loadEnvFile(root);
const config = readConfig(process.env, [], root);
const { dir: dataDir } = resolveDataDir(config.dataDir);
const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir });
const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? '';
try {
  const appUrl = await ensureAppRole({ ownerUrl, appUrl: config.appDatabaseUrl, dataDir });
  await migrate(ownerUrl);
  const db = createDb({ ownerUrl, appUrl });
  const account = await db.global((tx) =>
    tx.first<{ account_id: string }>(
      sql`select account_id from account where email_key = ${values.account.toLowerCase()}`,
    ),
  );
  if (!account) throw new Error(`Account ${values.account} not found: start Quayside once and sign up first.`);
  const accountId = account.account_id;
  const member = await db.read({ accountId }, (ex) =>
    ex.first<{ workplace_id: string }>(
      sql`select workplace_id from member where account_id = ${accountId} order by created_at limit 1`,
    ),
  );
  if (!member) throw new Error('Account has no workspace.');
  const scope = { accountId, workplaceId: member.workplace_id };
  const progress = (what: string) => (done: number) =>
    process.stdout.write(`\r${what}: ${done.toLocaleString('en-US')}`);
  if (Number(values.orders) > 0) {
    const mode = config.sandbox ? 'sandbox' : 'live';
    const secret = await settleAppSecret(ownerUrl, { ...config, dataDir });
    const storeId = await fillStore(db, createVault([secret]), scope, mode);
    await fillOrders(db, { scope, storeId, mode, orders: Number(values.orders) }, progress('orders'));
  }
  if (Number(values.sources) > 0) await fillSources(db, Number(values.sources), progress('source products'));
  await db.owner((tx) => tx.raw('analyze'));
  process.stdout.write('\n');
  await db.close();
} finally {
  await embedded?.stop();
}
