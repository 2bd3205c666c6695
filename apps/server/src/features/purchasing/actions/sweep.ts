import { type Executor, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { sweepReports } from '../../fulfilment/index.ts';
import { openProcesses } from '../../processes/index.ts';
import { hasCancelledThere, takeCancelledThere } from '../cancel-repo.ts';
import { jobOf, paySupplierOrderJob, placeSupplierOrderJob, recordCancelledJob } from '../jobs/purchasing.ts';
import { dropOldQuotes } from '../quote-repo.ts';
import { refreshProcess, type WatchedKind } from './progress.ts';

/** Work that is due for this long and held by nobody has lost its job. */
const LATE_SECONDS = 60;
const MOST = 500;
const KINDS: WatchedKind[] = ['placement', 'payment', 'sync'];

interface Lost {
  supplier_order_id: string;
  connection_id: string;
  pays: boolean;
}

/** Takes work whose job seems lost; its turn is noted anew, so that the next sweep leaves it alone for a while. */
const takeLost = (tx: Executor, workplaceId: string): Promise<Lost[]> =>
  tx.rows<Lost>(sql`update supplier_order set next_attempt_at = clock_timestamp()
    where workplace_id = ${workplaceId} and supplier_order_id in (select supplier_order_id from supplier_order
      where workplace_id = ${workplaceId} and (state in ('requested', 'placing', 'unknown') or pay_state in ('requested', 'paying', 'unknown'))
        and next_attempt_at < clock_timestamp() - make_interval(secs => ${LATE_SECONDS})
        and (claimed_until is null or claimed_until < clock_timestamp())
      order by next_attempt_at limit ${MOST} for no key update skip locked)
    returning supplier_order_id, connection_id, state = 'placed' as pays`);

const hasOpen = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from supplier_order where workplace_id = ${workplaceId}
    and (state in ('requested', 'placing', 'unknown') or pay_state in ('requested', 'paying', 'unknown')) limit 1`)) !==
  undefined;

async function sweepWorkplace(deps: Deps, scope: Required<Scope>): Promise<boolean> {
  const { workplaceId } = scope;
  const open = await deps.db.tenant(scope, async (tx) => {
    const lost = await takeLost(tx, workplaceId);
    const refs = (rows: Lost[]) => rows.map((row) => jobOf(scope, row));
    await deps.queue.sendMany(tx, placeSupplierOrderJob, refs(lost.filter((row) => !row.pays)));
    await deps.queue.sendMany(tx, paySupplierOrderJob, refs(lost.filter((row) => row.pays)));
    const cancelled = await takeCancelledThere(tx, workplaceId, LATE_SECONDS, MOST);
    await deps.queue.sendMany(
      tx,
      recordCancelledJob,
      cancelled.map((row) => jobOf(scope, row)),
    );
    await dropOldQuotes(tx, workplaceId);
    return (await hasOpen(tx, workplaceId)) || (await hasCancelledThere(tx, workplaceId));
  });
  const parcels = await sweepReports(deps, scope, LATE_SECONDS);
  const processes = await deps.db.read(scope, (ex) => openProcesses(ex, workplaceId, KINDS));
  for (const { process_id: id, kind } of processes) {
    const watched = KINDS.find((one) => one === kind);
    if (watched) await deps.db.tenant(scope, (tx) => refreshProcess(tx, workplaceId, id, watched));
  }
  return open || parcels || processes.length > 0;
}

/**
 * Finds work whose job got lost, in every workplace that may have some. A workplace without any is forgotten an hour
 * after it began its last: a transaction that began work just now may still have to commit.
 */
export async function sweep(deps: Deps, signal: AbortSignal): Promise<void> {
  const marked = await deps.db.global((tx) =>
    tx.rows<{ workplace_id: string; account_id: string }>(
      sql`select workplace_id, account_id from open_work_directory`,
    ),
  );
  for (const { workplace_id: workplaceId, account_id: accountId } of marked) {
    if (signal.aborted) return;
    try {
      const open = await sweepWorkplace(deps, { accountId, workplaceId });
      if (open) continue;
      await deps.db.global((tx) =>
        tx.run(sql`delete from open_work_directory
          where workplace_id = ${workplaceId} and marked_at < now() - interval '1 hour'`),
      );
    } catch (error) {
      deps.log.error({ err: error, workplaceId }, 'a workplace could not be swept');
    }
  }
}

/**
 * At the start of a process that serves a database alone: leases of the process before it are void, so that its work
 * goes on at once instead of when they run out. Never where several workers share a database.
 */
export async function reclaimWork(deps: Deps): Promise<void> {
  const marked = await deps.db.global((tx) =>
    tx.rows<{ workplace_id: string; account_id: string }>(
      sql`select workplace_id, account_id from open_work_directory`,
    ),
  );
  for (const { workplace_id: workplaceId, account_id: accountId } of marked) {
    await deps.db.tenant({ accountId, workplaceId }, async (tx) => {
      const held = sql`workplace_id = ${workplaceId} and claimed_until is not null`;
      const free = sql`claimed_until = null, claimed_by = null`;
      // What it called may have had its effect until it died, which was not after its lease.
      const died = sql`least(clock_timestamp(), claimed_until)`;
      await tx.run(sql`update supplier_order set ${free},
          sent_at = case when sent_at is not null and state <> 'placed' then ${died} else sent_at end,
          pay_sent_at = case when pay_sent_at is not null and state = 'placed' then ${died} else pay_sent_at end
        where ${held}`);
      await tx.run(
        sql`update shipment set ${free}, sent_at = case when sent_at is not null then ${died} end where ${held}`,
      );
    });
  }
}
