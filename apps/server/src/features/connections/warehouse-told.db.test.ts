import { newId } from '@quayside/kernel';
import { fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { expect, it } from 'vitest';
import { json, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { setUpSupplier } from './actions/set-up-webhooks.ts';
import { sendDuePolls } from './actions/watch-connections.ts';
import { connectionContext, putSupplierEntry } from './supplier-repo.ts';

const db = await testDatabase();
const told: { address: string; secret: string; account?: string | undefined }[] = [];
const base = fakeSupplier('quayside', true);
const warehouse = {
  ...base,
  webhooks: { needsHttps: false, signedWith: 'connection' as const },
  ensureWebhooks: async (_ctx: unknown, input: { address: string; secret: string; account?: string }) => {
    told.push(input);
  },
};
const env = { APP_URL: 'https://quay.example.com' };
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [warehouse], env });

it('a real connection of before the warehouse told of anything gets a secret, and the warehouse our address', async () => {
  const scope = await person();
  const connectionId = newId();
  await db.tenant(scope, async (tx) => {
    await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
      values (${scope.workplaceId}, ${connectionId}, 'quayside', 'Quayside', 'live', 'wallet', 'active',
        ${json(deps.vault.seal({}, connectionContext(connectionId)))})`);
    await putSupplierEntry(tx, {
      connection_id: connectionId,
      workplace_id: scope.workplaceId,
      account_id: scope.accountId,
      supplier: 'quayside',
      mode: 'live',
      webhook_key: `key-${connectionId}`,
    });
  });
  const wanted = async () => {
    await sendDuePolls(deps);
    return (await jobs.waiting()).filter((one) => one.name === 'set-up-supplier').length;
  };
  expect(await wanted()).toBe(1);
  await setUpSupplier(deps, scope, connectionId);
  await setUpSupplier(deps, scope, connectionId);
  expect(told.map(({ account, address }) => ({ account, address }))).toEqual(
    Array.from({ length: 2 }, () => ({
      account: connectionId,
      address: `https://quay.example.com/webhooks/supplier/quayside/key-${connectionId}`,
    })),
  );
  expect(told[0]?.secret).toHaveLength(64);
  expect(told[1]?.secret).toBe(told[0]?.secret);
  // Once it was told, it is left alone until our address is another.
  expect(await wanted()).toBe(1);
  await db.global((tx) =>
    tx.run(
      sql`update supplier_directory set webhook_base = 'https://old.example.com' where connection_id = ${connectionId}`,
    ),
  );
  expect(await wanted()).toBe(2);
});
