import { firstIdAt } from '@quayside/kernel';
import { raw, sql } from '../../db/index.ts';
import { BATCH, type HistoryRow, takeOneMonth, toMonth, type WorkspaceHistory } from '../history/index.ts';

const COLUMNS = [
  'process_id',
  'started_at',
  'updated_at',
  'kind',
  'subject_id',
  'title',
  'channel',
  'store_id',
  'status',
  'done',
  'total',
  'error_key',
  'error_params',
  'result',
] as const;
const columns = raw(COLUMNS.join(', '));

/** Finished tasks, by the time they were started. */
export const taskHistory: WorkspaceHistory = {
  kind: 'tasks',
  columns: COLUMNS,
  async read(ex, workplaceId, before) {
    const rows = await ex.rows<HistoryRow & { started_at: string }>(sql`select ${columns} from process
      where workplace_id = ${workplaceId} and process_id < ${firstIdAt(Date.parse(before))}::uuid and status <> 'processing'
      order by process_id limit ${BATCH}`);
    const [first] = rows;
    return first && { month: toMonth(first.started_at), rows: takeOneMonth(rows, (row) => row.started_at) };
  },
  remove: (tx, workplaceId, _made, { rows }) =>
    tx.rows<HistoryRow>(sql`delete from process where workplace_id = ${workplaceId}
      and process_id = any(${rows.map((row) => row.process_id)}::uuid[]) and status <> 'processing'
      returning ${columns}`),
};
