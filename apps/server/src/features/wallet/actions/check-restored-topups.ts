import { ConnectorError, type TopupState } from '@quayside/connector-kit';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { lastRestore, type Restore } from '../../../sending/index.ts';
import { recoverTopupJob } from '../jobs/topup.ts';
import { neededProvider, type PaymentProvider, paymentProviders } from '../payment-provider.ts';
import { describeUnmatched } from '../rules/lost-topup.ts';
import { type ProviderInMode, recoverTopup } from './recover-topup.ts';

const MODES: readonly Mode[] = ['live', 'sandbox'];

/** Clocks differ, and the last recorded sign of life is up to a minute old. */
const MARGIN_MS = 3_600_000;

export interface TopupComparison {
  /** Top-ups missing in this database. */
  recovered: number;
  /** Checkouts that need a person. */
  unmatched: number;
  /** Providers that could not be asked; retried every minute. */
  unasked: number;
}

/** Whether the provider's checkouts were compared since the last restore; true without a restore. */
export const areTopupsCompared = async (ex: Executor, { mode, provider }: ProviderInMode): Promise<boolean> =>
  (await ex.first(sql`select 1 from installation i where i.restored_at is null or exists (select 1 from topup_check c
    where c.provider = ${provider} and c.mode = ${mode} and c.restored_at >= i.restored_at)`)) !== undefined;

/** Reads the checkouts since shortly before the restore and recovers unknown ones. */
async function compare(
  deps: Deps,
  mode: Mode,
  { connector, ctx }: PaymentProvider,
  restore: Restore,
  signal: AbortSignal,
): Promise<void> {
  const provider = connector.id;
  const createdAfter = new Date(Date.parse(restore.currentUntil) - MARGIN_MS).toISOString();
  const unmatched: { checkout: TopupState; why: string }[] = [];
  let recovered = 0;
  let cursor: string | undefined;
  do {
    const page = await connector.listTopups(ctx, { createdAfter, ...(cursor === undefined ? {} : { cursor }) });
    for (const checkout of page.items) {
      if (signal.aborted) throw new Error('worker is stopping');
      const result = await recoverTopup(deps, { mode, provider }, checkout);
      if (result.kind === 'recovered') recovered += 1;
      if (result.kind === 'unmatched') unmatched.push({ checkout, why: result.why });
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const now = new Date(deps.clock.millis()).toISOString();
  const isFirst = await deps.db.global(async (tx) => {
    const noted =
      await tx.run(sql`insert into topup_check (provider, mode, restored_at, checked_at, recovered, unmatched)
      values (${provider}, ${mode}, ${restore.restoredAt}::timestamptz, ${now}::timestamptz, ${recovered}, ${unmatched.length})
      on conflict (provider, mode) do update set restored_at = excluded.restored_at, checked_at = excluded.checked_at,
        recovered = excluded.recovered, unmatched = excluded.unmatched
      where topup_check.restored_at < excluded.restored_at`);
    // Of two concurrent comparisons, one passes on what needs a person.
    if (noted > 0)
      await deps.queue.sendMany(
        tx,
        recoverTopupJob,
        unmatched.map(({ checkout }) => ({
          mode,
          provider,
          providerRef: checkout.providerRef,
          topupId: checkout.reference,
        })),
      );
    return noted > 0;
  });
  if (!isFirst) return;
  for (const { checkout, why } of unmatched)
    deps.log.error(
      { providerRef: checkout.providerRef, mode },
      `a top-up could not be matched after the restore and needs an operator: ${describeUnmatched(checkout, why)}`,
    );
  if (recovered > 0) deps.log.warn({ recovered, mode }, 'recovered top-ups that the restored database did not have');
}

/**
 * After a restore: reads top-ups missing in this database from every payment provider, once. Safe in concurrent
 * processes.
 */
export async function checkRestoredTopups(deps: Deps, signal: AbortSignal): Promise<TopupComparison> {
  const restore = await deps.db.global(lastRestore);
  const total: TopupComparison = { recovered: 0, unmatched: 0, unasked: 0 };
  if (!restore) return total;
  for (const at of MODES.flatMap((mode) => paymentProviders(deps, mode).map(({ id }) => ({ mode, provider: id })))) {
    try {
      if (!(await deps.db.global((tx) => areTopupsCompared(tx, at))))
        await compare(deps, at.mode, neededProvider(deps, at.provider, at.mode), restore, signal);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      deps.log.warn({ err: error, ...at }, "reading the payment provider's top-ups after a restore failed");
      total.unasked += 1;
    }
  }
  const found = await deps.db.global((tx) =>
    tx.first<{ recovered: number; unmatched: number }>(sql`select coalesce(sum(recovered), 0)::int as recovered,
      coalesce(sum(unmatched), 0)::int as unmatched from topup_check where restored_at >= ${restore.restoredAt}::timestamptz`),
  );
  return { ...total, ...found };
}
