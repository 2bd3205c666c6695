import { isAgain } from '../../../db/effect-row.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { FinishedWork } from '../../../jobs/effect/effect.ts';
import { publish } from '../../../live/publish.ts';
import { type NotificationEvent, notify } from '../../notifications/index.ts';
import { noteChanges, releaseListings, type WrittenField } from '../../products/index.ts';
import { endBatch } from '../batch-repo.ts';
import { type EndedChange, endChanges, markUndone, moveChanges, type WaitingChange } from '../change-repo.ts';
import type { BatchOutcome, BatchWork, ChangeEnd } from '../outcome.ts';
import type { ChangeRow } from '../tables.ts';
import { queueChanges } from './queue-changes.ts';

/** Listings that could not be written now are tried again after so long. */
const LATER_SECONDS = 30;
const EXPIRED: ChangeEnd = { kind: 'failed', key: 'AUTO_UPDATE_EXPIRED', params: {} };

/** What automatic updates ask of other features; compose.ts plugs them in. */
export interface UpdatePorts {
  /** Prices of listings were written in their store, in the transaction that records it. */
  onPriced?(tx: Executor, scope: WorkplaceScope, storeId: string, listingIds: readonly string[]): Promise<unknown>;
}

/** Every change's end; in a batch that failed as a whole, all changes failed. */
function endsOf(changes: readonly WaitingChange[], end: BatchOutcome): Map<ChangeRow, ChangeEnd> {
  return new Map(
    changes.map((change) => {
      if (end.kind === 'failed') return [change, { kind: 'failed', key: end.key, params: end.params }] as const;
      const own = end.ends.get(change.change_id) ?? ({ kind: 'later' } as const);
      return [change, own.kind === 'later' && change.is_old ? EXPIRED : own] as const;
    }),
  );
}

function rowOf(change: ChangeRow, end: ChangeEnd): EndedChange[] {
  if (end.kind === 'later') return [];
  const { change_id } = change;
  const before = end.before ?? null;
  if (end.kind === 'done') return [{ change_id, state: 'done', before, error_key: null, error_params: null }];
  if (end.kind === 'same')
    return [{ change_id, state: 'kept', before, error_key: 'AUTO_UPDATE_ALREADY', error_params: {} }];
  return [{ change_id, state: end.kind, before, error_key: end.key, error_params: end.params }];
}

const written = (ends: ReadonlyMap<ChangeRow, ChangeEnd>): WrittenField[] =>
  [...ends].flatMap(([change, end]) =>
    end.kind === 'done'
      ? [
          {
            listingId: change.listing_id,
            variantId: change.variant_id,
            value: change.after,
            rate: change.facts?.rate ?? null,
            rateDay: change.facts?.rate_day ?? null,
          },
        ]
      : [],
  );

/** What was undone for good, and what isn't, as the store has another value by now. */
const undone = (ends: ReadonlyMap<ChangeRow, ChangeEnd>) =>
  [...ends].flatMap(([{ undoes, change_id }, end]) => {
    if (!undoes || end.kind === 'later') return [];
    const isUndone = end.kind === 'done' || end.kind === 'same';
    return [{ change_id: undoes, undone_by: isUndone ? change_id : null }];
  });

/** One notification for each product: that it was updated, or why it needs a person. */
function noticesOf(ends: ReadonlyMap<ChangeRow, ChangeEnd>): NotificationEvent[] {
  const notices = new Map<string, NotificationEvent>();
  for (const [change, end] of ends) {
    if (end.kind === 'later' || end.kind === 'same') continue;
    const isDone = end.kind === 'done';
    // A person who undid something sees how it went.
    if (isDone && change.cause === 'undo') continue;
    const kind = isDone ? ('auto_update_done' as const) : ('auto_update_attention' as const);
    const params = { title: change.title, ...(isDone ? {} : { ...end.params, reason: end.key }) };
    const subject = { id: change.product_id, name: change.title };
    notices.set(`${kind} ${change.listing_id}`, { kind, storeId: change.store_id, subject, params });
  }
  return [...notices.values()];
}

async function recordOne(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  { work, end }: FinishedWork<BatchWork, BatchOutcome>,
  ports: UpdatePorts,
): Promise<boolean> {
  const { workplaceId } = here;
  const { claim, token, changes, store, targets } = work;
  if (!(await endBatch(tx, workplaceId, { id: claim.batch_id, token }, end))) return false;
  await releaseListings(tx, workplaceId, [...targets.keys()], claim.batch_id);
  if (isAgain(end)) return false;
  const ends = endsOf(changes, end);
  await endChanges(
    tx,
    workplaceId,
    [...ends].flatMap(([change, own]) => rowOf(change, own)),
  );
  const done = written(ends);
  if (store) await noteChanges(tx, deps, workplaceId, store, done);
  const priced = new Set(done.flatMap(({ listingId, value }) => (value.field === 'price' ? [listingId] : [])));
  await ports.onPriced?.(tx, here, claim.store_id, [...priced]);
  await markUndone(tx, workplaceId, undone(ends));
  const later = [...ends].flatMap(([change, own]) => (own.kind === 'later' ? [change] : []));
  const moved = await queueChanges(tx, deps, here, later, { each: true, afterSeconds: LATER_SECONDS });
  await moveChanges(tx, workplaceId, moved);
  await notify(tx, workplaceId, noticesOf(ends));
  await publish(tx, workplaceId, 'products', [...new Set(changes.map((one) => one.product_id))].slice(0, 100));
  await publish(tx, workplaceId, 'listings');
  return true;
}

/** Records how batches ended: each change, what the listings are now, and who is notified. */
export async function recordBatches(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  ended: readonly FinishedWork<BatchWork, BatchOutcome>[],
  ports: UpdatePorts,
): Promise<boolean[]> {
  const done: boolean[] = [];
  for (const one of ended) done.push(await recordOne(tx, deps, here, one, ports));
  return done;
}
