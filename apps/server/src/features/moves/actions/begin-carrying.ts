import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { copySupplier, lockStore } from '../../connections/index.ts';
import { isIdle, namesUnderWay, workUnderWay } from '../queries/open-work.ts';
import { suppliersOf } from '../queries/suppliers.ts';
import { putNames, saveMove, takeMove } from '../repo.ts';
import { STORE_OWN } from '../rules/parts.ts';
import { waitedFor } from '../rules/waiting.ts';
import { type Move, newPlace, oldPlace } from '../tables.ts';

const LOOK_AGAIN_MS = 2_000;

/**
 * Lets a store that waits stay where it is: what was held goes on, and its owner reads why. false: it waits no more.
 * The move is held while this is decided, so that either this happens or its rows begin to travel.
 */
export async function giveUp(
  deps: Deps,
  move: Move,
  error: NonNullable<Move['error']>,
  actor = move.actor,
): Promise<boolean> {
  return deps.db.tenant({ ...oldPlace(move), actor }, async (tx) => {
    if (!(await takeMove(tx, move, 'waiting'))) return false;
    await tx.run(
      sql`update store set moving = null where workplace_id = ${move.from_workplace} and store_id = ${move.store_id}`,
    );
    await saveMove(tx, move, { state: 'failed', error });
    await publish(tx, move.from_workplace, 'stores', [move.store_id]);
    return true;
  });
}

/** Begins to carry once nothing of the store is under way; gives up after a quarter of an hour. */
export async function waitForWork(deps: Deps, move: Move): Promise<void> {
  const { from_workplace: workplaceId, store_id: storeId } = move;
  const work = await deps.db.tenant(oldPlace(move), async (tx) => {
    if (!(await takeMove(tx, move, 'waiting'))) return undefined;
    // Whoever begins work of the store holds it (holdStores): either that work is seen here, or he sees the store move.
    await lockStore(tx, workplaceId, storeId);
    const found = await workUnderWay(tx, workplaceId, storeId);
    const begins = isIdle(found);
    if (begins)
      await tx.run(
        sql`update store set moving = 'carrying' where workplace_id = ${workplaceId} and store_id = ${storeId}`,
      );
    const news = begins || JSON.stringify(move.waits) !== JSON.stringify(found);
    if (news) {
      await saveMove(tx, move, { waits: found, ...(begins ? { state: 'carrying' } : {}) });
      await publish(tx, workplaceId, 'stores', [storeId]);
    }
    return found;
  });
  if (!work || isIdle(work)) return;
  const names = await deps.db.read(oldPlace(move), (ex) => namesUnderWay(ex, workplaceId, storeId));
  const gives = waitedFor(work, deps.clock.now(), move, names);
  if (gives) {
    await giveUp(deps, move, gives);
    return;
  }
  throw new Later(LOOK_AGAIN_MS, 'work of the store is under way');
}

/** Makes what everything else points to over there: the supplier connections and the store's own row. */
export async function prepareTarget(deps: Deps, move: Move): Promise<void> {
  const { from_workplace: from, store_id: storeId, to_workplace: to } = move;
  const { payers, row, suppliers } = await deps.db.read(oldPlace(move), async (ex) => ({
    suppliers: await suppliersOf(ex, from, storeId),
    payers: await ex.rows<{ account_id: string; until: string }>(
      sql`select account_id, until from wallet_former_payer where workplace_id = ${from}`,
    ),
    row: await ex.first<{ facts: Record<string, unknown> }>(
      sql`select to_jsonb(s) - ${[...STORE_OWN, 'workplace_id']}::text[] as facts from store s
        where workplace_id = ${from} and store_id = ${storeId}`,
    ),
  }));
  if (!row) throw new Error('the store is not where it should be');
  const facts = { ...row.facts, workplace_id: to, is_default: false, moving: 'carrying' };
  await deps.db.tenant({ ...newPlace(move), actor: move.actor }, async (tx) => {
    if (!(await takeMove(tx, move, 'carrying'))) return;
    // From here on the store's row over there keeps the workspace with its owner.
    const own =
      await tx.first(sql`select 1 from workplace where workplace_id = ${to} and account_id = ${move.account_id}
      and deleted_at is null for share`);
    if (!own)
      return saveMove(tx, move, {
        state: 'returning',
        error: { key: 'STORE_MOVE_FAILED', params: { name: move.store_name } },
      });
    for (const supplier of suppliers) {
      const id = await copySupplier(deps, tx, newPlace(move), supplier);
      await putNames(tx, move, [{ kind: 'connection', from_id: supplier.connection_id, to_id: id }]);
    }
    // What suppliers give back of their payments finds them over there too.
    await tx.run(sql`insert into wallet_former_payer (workplace_id, account_id, until)
      select ${to}, p.account_id, p.until
      from jsonb_to_recordset(${JSON.stringify(payers)}::jsonb) as p(account_id uuid, until timestamptz)
      on conflict (workplace_id, account_id) do nothing`);
    await tx.run(sql`insert into store select * from jsonb_populate_record(null::store, ${JSON.stringify(facts)}::jsonb)
      on conflict (workplace_id, store_id) do nothing`);
    await saveMove(tx, move, { prepared: true });
    await publish(tx, to, 'stores', [storeId]);
  });
}
