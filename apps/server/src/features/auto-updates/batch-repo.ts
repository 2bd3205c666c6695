import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  endRow,
  type HeldRow,
  isAgain,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, sql } from '../../db/index.ts';
import { WRITE_BATCH_TRANSITIONS } from '../../states/write-batch.ts';

/** Changes that are written to a store together. */
export const AUTO_UPDATE: EffectRow = {
  table: 'auto_update_batch',
  key: 'batch_id',
  prefix: '',
  states: { waiting: 'waiting', sending: 'sending', unknown: 'unknown' },
  moves: WRITE_BATCH_TRANSITIONS,
  openedAt: sql`created_at`,
};

export type BatchClaim = Claimed & { batch_id: string; store_id: string };

/** The store is read before every write, so nothing needs to be remembered of earlier calls. */
export const batchParts = (): ClaimParts => ({
  columns: sql`p.batch_id, p.store_id, p.pauses`,
  asks: sql`false`,
  notes: sql`false`,
});

export const insertBatches = (
  tx: Executor,
  workplaceId: string,
  rows: readonly { batch_id: string; store_id: string }[],
  afterSeconds = 0,
): Promise<number> =>
  tx.run(sql`insert into auto_update_batch (workplace_id, batch_id, store_id, next_attempt_at)
    select ${workplaceId}, r.batch_id, r.store_id, now() + make_interval(secs => ${afterSeconds})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(batch_id uuid, store_id uuid)
    on conflict do nothing`);

/** Records how a batch ended, or releases it for another attempt. false: another worker holds it. */
export async function endBatch(
  tx: Executor,
  workplaceId: string,
  batch: HeldRow,
  end: { kind: 'done' | 'failed' } | Again,
): Promise<boolean> {
  if (isAgain(end)) return releaseRow(tx, AUTO_UPDATE, workplaceId, batch, end);
  return endRow(tx, AUTO_UPDATE, workplaceId, batch, end.kind);
}
