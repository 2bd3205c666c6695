import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import { EVIDENCE_TRANSITIONS, type EvidenceState } from './rules/evidence-states.ts';

/** A row of claim_evidence. */
export interface EvidenceRow {
  evidence_id: string;
  order_id: string;
  store_id: string;
  /** null: about the whole order. */
  refund_request_id: string | null;
  subject_id: string;
  language: string;
  time_zone: string;
  state: EvidenceState;
  pdf_file_id: string | null;
  zip_file_id: string | null;
  /** Pictures that couldn't be read. */
  left_out: number;
  error_key: string | null;
  error_params: MessageParams | null;
  created_at: string;
}

const COLUMNS = sql`evidence_id, order_id, store_id, refund_request_id, subject_id, language, time_zone, state, pdf_file_id,
  zip_file_id, left_out, error_key, error_params, created_at`;

export const findEvidence = (ex: Executor, workplaceId: string, id: string): Promise<EvidenceRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from claim_evidence where workplace_id = ${workplaceId} and evidence_id = ${id}`);

/** The newest evidence of a subject in a language. */
export const newestEvidence = (
  ex: Executor,
  workplaceId: string,
  subject: Pick<EvidenceRow, 'subject_id' | 'order_id' | 'language'>,
): Promise<EvidenceRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from claim_evidence
    where workplace_id = ${workplaceId} and order_id = ${subject.order_id} and subject_id = ${subject.subject_id}
      and language = ${subject.language}
    order by created_at desc, evidence_id desc limit 1`);

export const insertEvidence = (
  tx: Executor,
  workplaceId: string,
  row: Pick<
    EvidenceRow,
    | 'evidence_id'
    | 'order_id'
    | 'store_id'
    | 'refund_request_id'
    | 'subject_id'
    | 'language'
    | 'time_zone'
    | 'created_at'
  >,
): Promise<number> =>
  tx.run(sql`insert into claim_evidence (workplace_id, evidence_id, order_id, store_id, refund_request_id, subject_id, language,
      time_zone, created_at)
    values (${workplaceId}, ${row.evidence_id}, ${row.order_id}, ${row.store_id}, ${row.refund_request_id}, ${row.subject_id},
      ${row.language}, ${row.time_zone}, ${row.created_at})`);

/** Deletes an order's evidence from before a time, except what is being made. Its files are deleted on their own. */
export const deleteOldEvidence = (
  tx: Executor,
  workplaceId: string,
  orderId: string,
  before: string,
): Promise<number> =>
  tx.run(sql`delete from claim_evidence where workplace_id = ${workplaceId} and order_id = ${orderId}
    and created_at < ${before} and state <> 'making'`);

/** Returns 0 when it is no longer being made. */
export const finishEvidence = (
  tx: Executor,
  workplaceId: string,
  id: string,
  made: { pdf: string; zip: string; leftOut: number },
): Promise<number> =>
  tx.run(sql`update claim_evidence set state = ${EVIDENCE_TRANSITIONS.finish.to}, pdf_file_id = ${made.pdf},
      zip_file_id = ${made.zip}, left_out = ${made.leftOut}
    where workplace_id = ${workplaceId} and evidence_id = ${id} and state = any(${EVIDENCE_TRANSITIONS.finish.from}::text[])`);

export const failEvidence = (
  tx: Executor,
  workplaceId: string,
  id: string,
  why: { key: string; params?: MessageParams },
): Promise<number> =>
  tx.run(sql`update claim_evidence set state = ${EVIDENCE_TRANSITIONS.fail.to}, error_key = ${why.key},
      error_params = ${json(why.params ?? {})}
    where workplace_id = ${workplaceId} and evidence_id = ${id} and state = any(${EVIDENCE_TRANSITIONS.fail.from}::text[])`);
