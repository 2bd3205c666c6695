import type { SupplierFault } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import type { HoldRow, ReportRow, SupplierFact, SupplierName, SupplierReport } from './tables.ts';

const of = (workplaceId: string, { source, mode }: SupplierName) =>
  sql`workplace_id = ${workplaceId} and source = ${source} and mode = ${mode}`;

/** Keeps what a check found until it is decided on; `afterSeconds`: not before. */
export const insertReport = (
  tx: Executor,
  workplaceId: string,
  { source, mode }: SupplierName,
  { costs, stocks, found, shipped, facts }: SupplierReport,
  afterSeconds = 0,
): Promise<number> =>
  tx.run(sql`insert into supplier_report (workplace_id, report_id, source, mode, costs, stocks, found, shipped, facts, not_before)
    values (${workplaceId}, ${newId()}, ${source}, ${mode}, ${costs}, ${stocks}, ${found}, ${shipped}, ${json(facts)},
      now() + make_interval(secs => ${afterSeconds}))`);

/** The oldest reports of a supplier that are due, locked; those that another worker decides on are left out. */
export const lockReports = (
  tx: Executor,
  workplaceId: string,
  supplier: SupplierName,
  most: number,
): Promise<ReportRow[]> =>
  tx.rows<ReportRow>(sql`select report_id, costs, stocks, found, shipped, facts from supplier_report
    where ${of(workplaceId, supplier)} and not_before <= now() order by report_id limit ${most} for update skip locked`);

export const deleteReports = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<number> =>
  tx.run(sql`delete from supplier_report where workplace_id = ${workplaceId} and report_id = any(${[...ids]}::uuid[])`);

const HOLD = sql`hold_id, source, mode, fault, affected, checked, facts, created_at`;

/** Holds of a supplier whose values have not come back to normal, locked; the open one first. */
export const lockHolds = (
  tx: Executor,
  workplaceId: string,
  supplier: SupplierName,
): Promise<(HoldRow & { state: string })[]> =>
  tx.rows<HoldRow & { state: string }>(sql`select ${HOLD}, state from supplier_hold
    where ${of(workplaceId, supplier)} and state in ('open', 'dismissed') and facts <> '[]'
    order by state desc, hold_id for update`);

export const openHolds = (ex: Executor, workplaceId: string): Promise<HoldRow[]> =>
  ex.rows<HoldRow>(sql`select ${HOLD} from supplier_hold where workplace_id = ${workplaceId} and state = 'open'
    order by hold_id desc`);

export const lockOpenHold = (tx: Executor, workplaceId: string, holdId: string): Promise<HoldRow | undefined> =>
  tx.first<HoldRow>(sql`select ${HOLD} from supplier_hold
    where workplace_id = ${workplaceId} and hold_id = ${holdId} and state = 'open' for update`);

export const insertHold = (
  tx: Executor,
  workplaceId: string,
  { source, mode }: SupplierName,
  hold: { hold_id: string; fault: SupplierFault; affected: number; checked: number; facts: readonly SupplierFact[] },
): Promise<number> =>
  tx.run(sql`insert into supplier_hold (workplace_id, hold_id, source, mode, fault, affected, checked, facts)
    values (${workplaceId}, ${hold.hold_id}, ${source}, ${mode}, ${hold.fault}, ${hold.affected}, ${hold.checked},
      ${json(hold.facts)})`);

export const updateHold = (
  tx: Executor,
  workplaceId: string,
  holdId: string,
  { affected, checked, facts }: { affected: number; checked: number; facts: readonly SupplierFact[] },
): Promise<number> =>
  tx.run(sql`update supplier_hold set affected = ${affected}, checked = ${checked}, facts = ${json(facts)}
    where workplace_id = ${workplaceId} and hold_id = ${holdId}`);

export const endHold = (
  tx: Executor,
  workplaceId: string,
  holdId: string,
  state: 'released' | 'dismissed' | 'recovered',
): Promise<number> =>
  tx.run(sql`update supplier_hold set state = ${state}, ended_at = now()
    where workplace_id = ${workplaceId} and hold_id = ${holdId} and state = 'open'`);
