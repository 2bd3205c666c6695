import { type Executor, empty, json, sql } from '../../db/index.ts';
import type { StoreTransfer, TransferState } from './tables.ts';

type Ref = Pick<StoreTransfer, 'account_id' | 'move_id'>;

export const findTransfer = (ex: Executor, accountId: string, moveId: string): Promise<StoreTransfer | undefined> =>
  ex.first<StoreTransfer>(sql`select * from store_move where account_id = ${accountId} and move_id = ${moveId}`);

/** The current transfer of a store. */
export const findOpenTransfer = (
  ex: Executor,
  accountId: string,
  storeId: string,
): Promise<StoreTransfer | undefined> =>
  ex.first<StoreTransfer>(sql`select * from store_move where account_id = ${accountId} and store_id = ${storeId}
    and state not in ('done', 'failed')`);

/** Transfers into and out of a workspace: current and recent ones, newest first. */
export const listTransfers = (ex: Executor, accountId: string, workplaceId: string): Promise<StoreTransfer[]> =>
  ex.rows<StoreTransfer>(sql`select * from store_move where account_id = ${accountId}
    and ${workplaceId} in (from_workplace, to_workplace)
    and (state not in ('done', 'failed') or changed_at > now() - interval '30 days')
    order by created_at desc, move_id desc limit 50`);

/** Locks a transfer for a step if it is in the right state, so that two workers never run the same one. */
export const lockTransfer = (
  tx: Executor,
  { account_id, move_id }: Ref,
  state: TransferState,
): Promise<StoreTransfer | undefined> =>
  tx.first<StoreTransfer>(sql`select * from store_move where account_id = ${account_id} and move_id = ${move_id}
    and state = ${state} for update`);

export async function insertTransfer(
  tx: Executor,
  transfer: Omit<
    StoreTransfer,
    'state' | 'waits' | 'prepared' | 'tally' | 'carried' | 'error' | 'created_at' | 'changed_at' | 'carrying_at'
  >,
): Promise<void> {
  await tx.run(sql`insert into store_move (account_id, move_id, store_id, from_workplace, to_workplace, actor, platform,
      platform_domain, store_name, mode, state, total)
    values (${transfer.account_id}, ${transfer.move_id}, ${transfer.store_id}, ${transfer.from_workplace}, ${transfer.to_workplace},
      ${json(transfer.actor)}, ${transfer.platform}, ${transfer.platform_domain}, ${transfer.store_name}, ${transfer.mode}, 'waiting', ${transfer.total})`);
}

/** Saves a transfer's progress; fields not given are unchanged. */
export async function updateTransfer(
  tx: Executor,
  { account_id, move_id }: Ref,
  change: Partial<Pick<StoreTransfer, 'state' | 'waits' | 'prepared' | 'tally' | 'carried' | 'error'>>,
): Promise<void> {
  const { carried = null, error, prepared = null, state = null, tally, waits } = change;
  await tx.run(sql`update store_move set state = coalesce(${state}::text, state), prepared = coalesce(${prepared}::boolean, prepared),
      carried = coalesce(${carried}::integer, carried), waits = coalesce(${waits ? json(waits) : null}::jsonb, waits),
      tally = coalesce(${tally ? json(tally) : null}::jsonb, tally), error = coalesce(${error ? json(error) : null}::jsonb, error),
      changed_at = now()${state === 'carrying' ? sql`, carrying_at = now()` : empty}
    where account_id = ${account_id} and move_id = ${move_id}`);
}

/** Records the new ids of things from the old workspace. */
export async function putNames(
  tx: Executor,
  { account_id, move_id }: Ref,
  names: readonly {
    kind: 'product' | 'variant' | 'connection';
    from_id: string;
    to_id: string;
    revision?: number;
    added?: boolean;
    counts?: boolean;
  }[],
): Promise<void> {
  if (names.length === 0) return;
  await tx.run(sql`insert into store_move_name (account_id, move_id, kind, from_id, to_id, revision, added, counts)
    select ${account_id}, ${move_id}, n.kind, n.from_id, n.to_id, n.revision, coalesce(n.added, false),
      coalesce(n.counts, false)
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n(kind text, from_id uuid, to_id uuid, revision integer, added boolean,
      counts boolean)
    on conflict (account_id, move_id, kind, from_id) do nothing`);
}

/** Copied products with their revision, whether they were new there, and whether they counted as imports. */
export const copiedProducts = (
  ex: Executor,
  { account_id, move_id }: Ref,
): Promise<{ from_id: string; to_id: string; revision: number | null; added: boolean; counts: boolean }[]> =>
  ex.rows(sql`select from_id, to_id, revision, added, counts from store_move_name
    where account_id = ${account_id} and move_id = ${move_id} and kind = 'product' order by from_id`);

/** Deletes data needed only for the transfer. */
export async function forgetNames(tx: Executor, { account_id, move_id }: Ref): Promise<void> {
  await tx.run(sql`delete from store_move_name where account_id = ${account_id} and move_id = ${move_id}`);
}
