import type { StoreFields } from '@quayside/connector-kit';
import { type Again, isRowHeld } from '../../../db/effect-row.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ClaimedWork, Effect, Refusal, RunningEffect } from '../../../jobs/effect/effect.ts';
import { LeaseLost } from '../../../jobs/effect/lease.ts';
import type { Patience } from '../../../jobs/effect/pauses.ts';
import { refuseWrite } from '../../../jobs/effect/refuse-write.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { findStore, type OpenStore, withStore } from '../../connections/index.ts';
import {
  type FieldRecord,
  fieldRecords,
  findListedTargets,
  holdListings,
  isWritten,
  judgeField,
  type ListedTarget,
  pathOf,
} from '../../products/index.ts';
import { AUTO_UPDATE, type BatchClaim, batchParts } from '../batch-repo.ts';
import { noteBefore, waitingChanges } from '../change-repo.ts';
import { WRITE_JOB } from '../jobs/auto-updates.ts';
import type { BatchOutcome, BatchWork, ChangeEnd } from '../outcome.ts';
import { heldValue } from '../rules/held-value.ts';
import { type HeldVerdict, isMerchantsStock, judgeHeld } from '../rules/judge-held.ts';
import type { ChangeRow, ListingValue } from '../tables.ts';
import { recordBatches, type UpdatePorts } from './record-batch.ts';
import { type ListingWrite, type WriteResult, writeChanges } from './write-changes.ts';

/** How long a batch holds its listings: a push that is requested meanwhile waits until they are written. */
const HOLD_SECONDS = 180;

interface Seen {
  /** By the store's product id. */
  fields: ReadonlyMap<string, StoreFields>;
  /** By variant. */
  stock: ReadonlyMap<string, number | null>;
}

async function takeUp(
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  taken: readonly ClaimedWork<BatchClaim>[],
): Promise<BatchWork[]> {
  const works: BatchWork[] = [];
  for (const one of taken) {
    const { claim } = one;
    const changes = await waitingChanges(tx, workplaceId, [claim.batch_id]);
    const listingIds = [...new Set(changes.map((change) => change.listing_id))];
    const states = await holdListings(tx, workplaceId, listingIds, claim.batch_id, HOLD_SECONDS);
    const held = listingIds.filter((id) => states.get(id) === 'held');
    const targets = await findListedTargets(tx, workplaceId, held);
    works.push({
      ...one,
      changes,
      store: await findStore(tx, workplaceId, claim.store_id),
      targets: new Map(targets.map((target) => [target.listing_id, target])),
      busy: new Set(listingIds.filter((id) => states.get(id) === 'busy')),
      records: await fieldRecords(tx, workplaceId, held),
    });
  }
  return works;
}

/** Reads what the store holds of all listings of a batch. */
async function readStore({ targets, changes, store }: BatchWork, { connector, ctx }: OpenStore): Promise<Seen> {
  const listings = [...targets.values()].map((target) => ({
    externalProductId: target.external_product_id,
    currency: store?.currency ?? '',
    variants: target.variants.map((one) => ({ ref: one.variant_id, externalVariantId: one.external_variant_id })),
  }));
  const fields = listings.length > 0 ? await connector.readListings?.(ctx, listings) : undefined;
  const items = changes.flatMap(({ field, listing_id, variant_id }) => {
    const target = targets.get(listing_id);
    const there = target?.variants.find((one) => one.variant_id === variant_id);
    if (field !== 'stock' || !target || !there) return [];
    return [
      {
        ref: there.variant_id,
        externalProductId: target.external_product_id,
        externalVariantId: there.external_variant_id,
        ...(there.external_inventory_item_id ? { externalInventoryItemId: there.external_inventory_item_id } : {}),
      },
    ];
  });
  const stock = items.length > 0 ? await connector.readStock?.(ctx, items) : undefined;
  return { fields: fields ?? new Map(), stock: stock ?? new Map() };
}

/** Whether the merchant changed the field in the store, by the same rule as a push. */
function isTheirs({ after, variant_id: variantId }: ChangeRow, held: ListingValue, record: FieldRecord | undefined) {
  const path = pathOf(after.field === 'stock' ? 'quantity' : after.field, variantId ?? undefined);
  const [sent, choice] = [record?.sent.get(path), record?.choices[path]];
  const oursWins = record?.oursWins.has(after.field === 'stock' ? 'quantity' : after.field) ?? false;
  if (after.field === 'stock') {
    const ours = sent?.ours;
    const isOwn = held.field === 'stock' && isMerchantsStock(held.stock, typeof ours === 'number' ? ours : undefined);
    return !oursWins && choice !== 'ours' && (choice === 'theirs' || isOwn);
  }
  const value = (one: ListingValue) => (one.field === 'price' ? one.price : one.field === 'status' ? one.status : null);
  const verdict = judgeField({
    field: after.field,
    ours: value(after),
    held: value(held),
    oursWins,
    ...(sent === undefined ? {} : { sent }),
    ...(choice === undefined ? {} : { choice }),
  });
  return !isWritten(verdict);
}

interface JudgedChange {
  change: ChangeRow;
  target?: ListedTarget;
  held?: ListingValue;
  verdict: HeldVerdict | { kind: 'later' };
}

function judge(change: ChangeRow, { targets, busy, records }: BatchWork, { fields, stock }: Seen): JudgedChange {
  if (busy.has(change.listing_id)) return { change, verdict: { kind: 'later' } };
  const target = targets.get(change.listing_id);
  const there = target && fields.get(target.external_product_id);
  if (!there) return { change, verdict: { kind: 'failed', key: 'AUTO_UPDATE_NOT_LISTED' } };
  const held = heldValue(change, there, stock);
  const theirs = held !== undefined && isTheirs(change, held, records.get(change.listing_id));
  const verdict = judgeHeld({ after: change.after, expected: change.expected, held, isTheirs: theirs });
  return { change, target, verdict, ...(held ? { held } : {}) };
}

const REFUSED = 'AUTO_UPDATE_REFUSED';

function endOf({ change, held, verdict }: JudgedChange, result: WriteResult | undefined, name: string): ChangeEnd {
  const before = held ? { before: held } : {};
  switch (verdict.kind) {
    case 'later':
      return verdict;
    case 'kept':
    case 'failed':
      return { ...verdict, params: { name }, ...before };
    case 'same':
      // Noted before an earlier attempt wrote it: that attempt was cut short after the write.
      if (change.before) return { kind: 'done', before: change.before };
      return held ? { kind: 'same', before: held } : { kind: 'failed', key: REFUSED, params: { name } };
    case 'write':
      if (result === 'done' && held) return { kind: 'done', before: held };
      if (result && result !== 'done' && result.kind === 'later') return result;
      return {
        kind: 'failed',
        key: REFUSED,
        params: { name, detail: result && result !== 'done' ? result.error.detail : '' },
      };
  }
}

const refuse = (refusal: Refusal, { claim }: BatchWork): BatchOutcome | Again => refuseWrite(refusal, claim, REFUSED);

/** Writes changes to their stores once each, whatever happens in between. */
export function createWriting(deps: Deps, patience: Patience, ports: UpdatePorts = {}): RunningEffect {
  const writing: Effect<BatchClaim, BatchOutcome, BatchWork, OpenStore, Seen> = {
    name: 'updating',
    row: AUTO_UPDATE,
    job: WRITE_JOB,
    goesTo: ({ store_id: storeId }) => ({ storeId }),
    idOf: (claim) => claim.batch_id,
    keyLivesMs: 0,
    unasked: 'requested',
    fallback: REFUSED,
    severalRequests: true,
    claimParts: batchParts,
    claim: (tx, here, taken) => takeUp(tx, here, taken),
    open: (here, { claim }, call) => withStore(deps, here, claim.store_id, call),
    // Values are absolute, so that a call that still takes effect is harmless.
    ask: async (_here, work, open) => ({ seen: await readStore(work, open), repeatable: true }),
    async send(here, work, open, { seen }) {
      const { claim, token } = work;
      const judged = work.changes.map((change) => judge(change, work, seen));
      const writes = judged.filter(({ verdict }) => verdict.kind === 'write');
      const befores = writes.flatMap(({ change, held }) =>
        held ? [{ change_id: change.change_id, before: held }] : [],
      );
      // A change that is found written after a crash must know what it replaced.
      await deps.db.tenant(here, async (tx) => {
        if (!(await isRowHeld(tx, AUTO_UPDATE, here.workplaceId, { id: claim.batch_id, token }))) throw new LeaseLost();
        await noteBefore(tx, here.workplaceId, befores);
      });
      const byListing = Map.groupBy(writes, ({ change }) => change.listing_id);
      const listings = [...byListing.values()].flatMap((own): ListingWrite[] => {
        const target = own[0]?.target;
        return target ? [{ target, changes: own.map(({ change }) => change) }] : [];
      });
      const results = await writeChanges(open, listings);
      const outcomes = [...results.values()];
      const [first] = outcomes;
      // Nothing could be written: the store's answer decides how long everything waits.
      if (first && first !== 'done' && outcomes.every((one) => one !== 'done' && one.kind === 'later'))
        throw first.error;
      const name = open.store.store_name || open.store.platform_domain;
      const ends = judged.map(
        (one) => [one.change.change_id, endOf(one, results.get(one.change.change_id), name)] as const,
      );
      return { kind: 'done', ends: new Map(ends) };
    },
    refuse,
    record: (tx, here, ended) => recordBatches(tx, deps, here, ended, ports),
  };
  return runEffect(deps, writing, patience);
}
