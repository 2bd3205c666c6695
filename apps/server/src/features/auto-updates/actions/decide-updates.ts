import { AUTO_UPDATE_RULE } from '@quayside/contracts';
import { type MessageParams, newId } from '@quayside/kernel';
import { type Actor, type Executor, everyoneIn } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import type { WorkplaceFacts } from '../../sourcing/index.ts';
import { decideUpdatesJob } from '../jobs/auto-updates.ts';
import {
  deleteReports,
  endHold,
  insertHold,
  insertReport,
  lockHolds,
  lockReports,
  updateHold,
} from '../report-repo.ts';
import { isAnyEnabled } from '../rule-repo.ts';
import { type Fault, isStillHeld, judgeFault, measuredFrom } from '../rules/judge-fault.ts';
import type { HoldRow, SupplierFact, SupplierName, SupplierReport } from '../tables.ts';
import { decideListings } from './decide-listings.ts';

/** Reports that are decided on together. */
const REPORTS_AT_ONCE = 20;
/** Listings that are being pushed are decided on again after so long. */
const LATER_SECONDS = 60;

/** Changes by rules are in the audit log as such. */
const ACTOR: Actor = { kind: 'rule', id: AUTO_UPDATE_RULE, name: '', action: 'decide-auto-updates' };

type FactsOf = (workplaceId: string) => Promise<Pick<WorkplaceFacts, 'ownAccounts'>>;

/** Keeps what a check found, where a store wants to follow. Returns whether it has to be decided on. */
export async function keepReport(
  tx: Executor,
  workplaceId: string,
  supplier: SupplierName,
  report: SupplierReport,
): Promise<boolean> {
  if (!(await isAnyEnabled(tx, workplaceId))) return false;
  await insertReport(tx, workplaceId, supplier, report);
  return true;
}

export const requestDecision = (
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  workplaceId: string,
  { source, mode }: SupplierName,
  afterSeconds = 0,
): Promise<void> =>
  deps.queue.send(tx, decideUpdatesJob, { workplaceId, source, mode }, afterSeconds > 0 ? { afterSeconds } : {});

/** Reports as one; a variant that was checked twice moved from the first value to the last. */
export function mergeReports(reports: readonly SupplierReport[]): SupplierReport {
  const facts = new Map<string, SupplierFact>();
  for (const fact of reports.flatMap((one) => one.facts)) {
    const first = facts.get(fact.variant_id);
    facts.set(fact.variant_id, first ? (measuredFrom([fact], facts)[0] ?? fact) : fact);
  }
  const sum = (count: (report: SupplierReport) => number) => reports.reduce((all, one) => all + count(one), 0);
  return {
    costs: sum((one) => one.costs),
    stocks: sum((one) => one.stocks),
    found: sum((one) => one.found),
    shipped: sum((one) => one.shipped),
    facts: [...facts.values()],
  };
}

const supplierName = (deps: Deps, { source }: SupplierName) => deps.connectors.suppliers[source]?.label ?? source;

/** Holds what looks like a fault: nothing is changed by it until a person releases it. */
async function holdFault(
  tx: Executor,
  deps: Deps,
  workplaceId: string,
  supplier: SupplierName,
  { fault, affected, checked }: Fault,
  facts: readonly SupplierFact[],
  open: HoldRow | undefined,
): Promise<void> {
  const held = new Map(open?.facts.map((one) => [one.variant_id, one]));
  for (const fact of facts) held.set(fact.variant_id, fact);
  if (open) {
    const counts = { affected: open.affected + affected, checked: open.checked + checked };
    await updateHold(tx, workplaceId, open.hold_id, { ...counts, facts: [...held.values()] });
    return;
  }
  const holdId = newId();
  await insertHold(tx, workplaceId, supplier, { hold_id: holdId, fault, affected, checked, facts: [...held.values()] });
  const name = supplierName(deps, supplier);
  const params: MessageParams = { supplier: name, reason: `SUPPLIER_FAULT_${fault.toUpperCase()}`, affected, checked };
  const isSandbox = supplier.mode === 'sandbox';
  await notify(tx, workplaceId, [{ kind: 'supplier_fault', subject: { id: holdId, name }, isSandbox, params }]);
}

/** Variants that a supplier answers for normally again are no part of its holds; one without any has ended. */
async function recover(
  tx: Executor,
  workplaceId: string,
  holds: readonly (HoldRow & { state: string })[],
  normal: ReadonlySet<string>,
): Promise<void> {
  for (const hold of holds) {
    const facts = hold.facts.filter((one) => !normal.has(one.variant_id));
    if (facts.length === hold.facts.length) continue;
    await updateHold(tx, workplaceId, hold.hold_id, { ...hold, facts });
    if (facts.length === 0) await endHold(tx, workplaceId, hold.hold_id, 'recovered');
  }
}

/** Decides on some reports of a supplier. false: none is due. */
async function decideSome(
  tx: Executor,
  deps: Deps,
  workplaceId: string,
  supplier: SupplierName,
  ownAccounts: WorkplaceFacts['ownAccounts'],
): Promise<boolean> {
  const reports = await lockReports(tx, workplaceId, supplier, REPORTS_AT_ONCE);
  if (reports.length === 0) return false;
  await deleteReports(
    tx,
    workplaceId,
    reports.map((one) => one.report_id),
  );
  const holds = await lockHolds(tx, workplaceId, supplier);
  const believed = new Map(holds.flatMap((hold) => hold.facts.map((one) => [one.variant_id, one] as const)));
  const merged = mergeReports(reports);
  const facts = measuredFrom(merged.facts, believed);
  const fault = judgeFault({ ...merged, facts });
  const open = holds.find((hold) => hold.state === 'open');
  if (fault) {
    await holdFault(tx, deps, workplaceId, supplier, fault, facts, open);
    await publish(tx, workplaceId, 'products');
    return true;
  }
  const held = new Set(open?.facts.map((one) => one.variant_id));
  const normal = facts.filter((one) => !(open && held.has(one.variant_id) && isStillHeld(open.fault, one)));
  await recover(tx, workplaceId, holds, new Set(normal.map((one) => one.variant_id)));
  const byVariant = new Map(normal.map((one) => [one.variant_id, one]));
  const later = await decideListings(tx, deps, workplaceId, supplier, byVariant, ownAccounts);
  if (later.length > 0) {
    await insertReport(
      tx,
      workplaceId,
      supplier,
      { costs: 0, stocks: 0, found: 0, shipped: 0, facts: later },
      LATER_SECONDS,
    );
    await requestDecision(tx, deps, workplaceId, supplier, LATER_SECONDS);
  }
  return true;
}

/** Decides on what a supplier's checks found, a part at a time, each in one transaction with the intents that follow. */
export async function decideUpdates(
  deps: Deps,
  factsOf: FactsOf,
  workplaceId: string,
  supplier: SupplierName,
  signal: AbortSignal,
): Promise<void> {
  const { ownAccounts } = await factsOf(workplaceId);
  while (!signal.aborted) {
    const more = await deps.db.tenant({ ...everyoneIn(workplaceId), actor: ACTOR }, (tx) =>
      decideSome(tx, deps, workplaceId, supplier, ownAccounts),
    );
    if (!more) return;
  }
}
