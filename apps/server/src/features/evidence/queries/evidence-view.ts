import type { Evidence } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { problemAnswer } from '../../connections/index.ts';
import { findFiles, toFileView } from '../../files/index.ts';
import { findEvidence } from '../repo.ts';

/** Evidence with links to its files. Throws EVIDENCE_NOT_FOUND. */
export const evidenceView = (deps: Pick<Deps, 'db' | 'vault' | 'clock'>, who: Who, id: string): Promise<Evidence> =>
  deps.db.read(who.scope, async (ex) => {
    const row = await findEvidence(ex, who.workplaceId, id);
    if (!row) throw notFound('EVIDENCE_NOT_FOUND');
    const ids = [row.pdf_file_id, row.zip_file_id].flatMap((one) => one ?? []);
    const files = await findFiles(ex, who.workplaceId, ids);
    const fileOf = (fileId: string | null) => {
      const file = files.find((one) => one.file_id === fileId);
      return file ? toFileView(deps.vault, file, deps.clock.now()) : null;
    };
    const isGone = row.state === 'ready' && files.length < ids.length;
    return {
      id: row.evidence_id,
      order_id: row.order_id,
      refund_request_id: row.refund_request_id,
      state: isGone ? 'expired' : row.state,
      pdf: isGone ? null : fileOf(row.pdf_file_id),
      zip: isGone ? null : fileOf(row.zip_file_id),
      left_out: row.left_out,
      problem: problemAnswer(who.locale, row.error_key ? { key: row.error_key, params: row.error_params ?? {} } : null),
      created_at: row.created_at,
    };
  });
