import { newId, newToken } from '@quayside/kernel';
import { type Db, type Executor, json, sql, type WorkplaceScope } from '../db/index.ts';
import type { Mode } from '../deps.ts';
import { storeContext } from '../features/connections/store-repo.ts';
import {
  addConnection,
  connectionContext,
  connectionWebhookContext,
  findConnectionTo,
  putSupplierEntry,
} from '../features/connections/supplier-repo.ts';
import type { Vault } from '../vault/vault.ts';

const DOMAIN = 'seed.test';
const SUPPLIER = { supplier: 'quayside', label: 'Quayside' } as const;

/** Connects our own supplier, which every workspace gets with its first store. */
async function connectSupplier(tx: Executor, vault: Vault, scope: WorkplaceScope, mode: Mode): Promise<void> {
  const { accountId, workplaceId } = scope;
  if (await findConnectionTo(tx, workplaceId, SUPPLIER.supplier, mode)) return;
  const id = newId();
  await addConnection(tx, {
    ...SUPPLIER,
    workplace_id: workplaceId,
    connection_id: id,
    mode,
    payer: 'wallet',
    credentials: vault.seal({}, connectionContext(id)),
    webhook_secret: vault.seal(newToken(32), connectionWebhookContext(id)),
  });
  await putSupplierEntry(tx, {
    connection_id: id,
    workplace_id: workplaceId,
    account_id: accountId,
    supplier: SUPPLIER.supplier,
    mode,
    webhook_key: newToken(24),
  });
}

/**
 * The store that filled orders belong to; added on first use. Nothing answers at its address. Its keys are sealed as those of
 * other stores are, so that asking it fails as an unreachable store does.
 */
export const fillStore = (db: Db, vault: Vault, scope: WorkplaceScope, mode: Mode): Promise<string> =>
  db.tenant(scope, async (tx) => {
    const { accountId, workplaceId } = scope;
    await connectSupplier(tx, vault, scope, mode);
    const known = await tx.first<{ store_id: string }>(
      sql`select store_id from store where workplace_id = ${workplaceId} and platform_domain = ${DOMAIN}`,
    );
    const id = known?.store_id ?? newId();
    const credentials = json(vault.seal({ consumerKey: 'ck_fill', consumerSecret: 'cs_fill' }, storeContext(id)));
    if (known)
      await tx.run(
        sql`update store set credentials = ${credentials} where workplace_id = ${workplaceId} and store_id = ${id}`,
      );
    else
      await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status, store_name, currency, credentials)
        values (${workplaceId}, ${id}, ${accountId}, 'woocommerce', ${DOMAIN}, ${`https://${DOMAIN}`}, ${mode}, 'active', 'Seeded store', 'USD', ${credentials})`);
    return id;
  });
