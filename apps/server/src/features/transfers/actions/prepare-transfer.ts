import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { copySupplier, findStore, lockStore } from '../../connections/index.ts';
import { findOpenWork, isIdle, isStoreHeld } from '../queries/open-work.ts';
import { leaveProcesses } from '../queries/processes.ts';
import { findSupplierConnections } from '../queries/suppliers.ts';
import { STORE_OWN } from '../rules/parts.ts';
import { hasWaited } from '../rules/waiting.ts';
import { type OpenWork, type StoreTransfer, toSourceScope, toTargetScope } from '../tables.ts';
import { lockTransfer, putNames, updateTransfer } from '../transfer-repo.ts';

const LOOK_AGAIN_MS = 2_000;

/**
 * Cancels a waiting transfer: held work resumes and the owner sees why. false: no longer waiting; the transfer is
 * locked, so that either this happens or its rows start moving.
 */
export async function giveUp(
  deps: Deps,
  transfer: StoreTransfer,
  error: NonNullable<StoreTransfer['error']>,
  actor = transfer.actor,
): Promise<boolean> {
  return deps.db.tenant({ ...toSourceScope(transfer), actor }, async (tx) => {
    if (!(await lockTransfer(tx, transfer, 'waiting'))) return false;
    await tx.run(
      sql`update store set moving = null where workplace_id = ${transfer.from_workplace} and store_id = ${transfer.store_id}`,
    );
    await updateTransfer(tx, transfer, { state: 'failed', error });
    await publish(tx, transfer.from_workplace, 'stores', [transfer.store_id]);
    return true;
  });
}

/** Starts moving rows; no worker holds any of them. */
async function setOff(tx: Executor, transfer: StoreTransfer, waits: OpenWork): Promise<void> {
  const { from_workplace: workplaceId, store_id: storeId } = transfer;
  await tx.run(sql`update store set moving = 'carrying' where workplace_id = ${workplaceId} and store_id = ${storeId}`);
  await leaveProcesses(tx, transfer);
  await updateTransfer(tx, transfer, { waits, state: 'carrying' });
  await publish(tx, workplaceId, 'stores', [storeId]);
}

/** Starts moving if no work is running. true: started, or no longer waiting. */
const setOffIdle = (deps: Deps, transfer: StoreTransfer): Promise<boolean> =>
  deps.db.tenant(toSourceScope(transfer), async (tx) => {
    const { from_workplace: workplaceId, store_id: storeId } = transfer;
    if (!(await lockTransfer(tx, transfer, 'waiting'))) return true;
    // New work locks its store (holdStores): either that work is visible here, or it sees the transfer.
    const store = await lockStore(tx, workplaceId, storeId);
    const found = await findOpenWork(tx, workplaceId, storeId);
    if (isIdle(found)) {
      await setOff(tx, transfer, found);
      return true;
    }
    const closes = store?.moving === 'waiting' && hasWaited(deps.clock.now(), transfer);
    // Committed before checking the rows: a worker that claims one sees it, or is seen (setOffUnheld).
    if (closes)
      await tx.run(
        sql`update store set moving = 'closing' where workplace_id = ${workplaceId} and store_id = ${storeId}`,
      );
    if (!closes && JSON.stringify(transfer.waits) === JSON.stringify(found)) return false;
    await updateTransfer(tx, transfer, { waits: found });
    await publish(tx, workplaceId, 'stores', [storeId]);
    return false;
  });

/** Starts moving a closing store once no worker holds any of its rows; open work moves along. */
const setOffUnheld = (deps: Deps, transfer: StoreTransfer): Promise<boolean> =>
  deps.db.tenant(toSourceScope(transfer), async (tx) => {
    const { from_workplace: workplaceId, store_id: storeId } = transfer;
    if (!(await lockTransfer(tx, transfer, 'waiting'))) return true;
    const store = await findStore(tx, workplaceId, storeId);
    if (store?.moving !== 'closing' || (await isStoreHeld(tx, workplaceId, storeId))) return false;
    await setOff(tx, transfer, await findOpenWork(tx, workplaceId, storeId));
    return true;
  });

/**
 * Starts moving once no work of the store is running. After 15 minutes, open work moves along and is looked up from the
 * new workspace; then only rows held by a worker are awaited.
 */
export async function waitForWork(deps: Deps, transfer: StoreTransfer): Promise<void> {
  if ((await setOffIdle(deps, transfer)) || (await setOffUnheld(deps, transfer))) return;
  throw new Later(LOOK_AGAIN_MS, 'store still has work in progress');
}

/** Creates the referenced rows at the destination: supplier connections and the store. */
export async function prepareTarget(deps: Deps, transfer: StoreTransfer): Promise<void> {
  const { from_workplace: from, store_id: storeId, to_workplace: to } = transfer;
  const { payers, row, suppliers } = await deps.db.read(toSourceScope(transfer), async (ex) => ({
    suppliers: await findSupplierConnections(ex, from, storeId),
    payers: await ex.rows<{ account_id: string; until: string }>(
      sql`select account_id, until from wallet_former_payer where workplace_id = ${from}`,
    ),
    row: await ex.first<{ facts: Record<string, unknown> }>(
      sql`select to_jsonb(s) - ${[...STORE_OWN, 'workplace_id']}::text[] as facts from store s
        where workplace_id = ${from} and store_id = ${storeId}`,
    ),
  }));
  if (!row) throw new Error('store not found in the expected workplace');
  const facts = { ...row.facts, workplace_id: to, is_default: false, moving: 'carrying' };
  await deps.db.tenant({ ...toTargetScope(transfer), actor: transfer.actor }, async (tx) => {
    if (!(await lockTransfer(tx, transfer, 'carrying'))) return;
    // From here on the destination's store row keeps that workspace with its owner.
    const own =
      await tx.first(sql`select 1 from workplace where workplace_id = ${to} and account_id = ${transfer.account_id}
      and deleted_at is null for share`);
    if (!own)
      return updateTransfer(tx, transfer, {
        state: 'returning',
        error: { key: 'STORE_MOVE_FAILED', params: { name: transfer.store_name } },
      });
    for (const supplier of suppliers) {
      const id = await copySupplier(deps, tx, toTargetScope(transfer), supplier);
      await putNames(tx, transfer, [{ kind: 'connection', from_id: supplier.connection_id, to_id: id }]);
    }
    // Refunds of payments made by the previous owner find it at the destination too.
    await tx.run(sql`insert into wallet_former_payer (workplace_id, account_id, until)
      select ${to}, p.account_id, p.until
      from jsonb_to_recordset(${JSON.stringify(payers)}::jsonb) as p(account_id uuid, until timestamptz)
      on conflict (workplace_id, account_id) do nothing`);
    await tx.run(sql`insert into store select * from jsonb_populate_record(null::store, ${JSON.stringify(facts)}::jsonb)
      on conflict (workplace_id, store_id) do nothing`);
    await updateTransfer(tx, transfer, { prepared: true });
    await publish(tx, to, 'stores', [storeId]);
  });
}
