import { sql } from '../../db/index.ts';
import { BATCH, type HistoryRow, takeOneMonth, toMonth, type WorkspaceHistory } from '../history/index.ts';

/** Without shoppers' data, so that erasing a customer never has to look into files. */
const facts = (column: 'before' | 'after') => {
  const name = column === 'before' ? sql`a.before` : sql`a.after`;
  return sql`case when a.entity in ('order', 'supplier_order') then erase_audit_facts(${name}) else ${name} end`;
};

const COLUMNS = sql`a.entry_id, a.at, a.actor_kind, a.actor_name, a.actor_id, a.ip, a.user_agent, a.action, a.change, a.entity,
  a.entity_name, a.entity_id, ${facts('before')} as before, ${facts('after')} as after`;

/** The activity log: entries by their time. */
export const auditHistory: WorkspaceHistory = {
  kind: 'audit',
  columns: [
    'entry_id',
    'at',
    'actor_kind',
    'actor_name',
    'actor_id',
    'ip',
    'user_agent',
    'action',
    'change',
    'entity',
    'entity_name',
    'entity_id',
    'before',
    'after',
  ],
  async read(ex, workplaceId, before) {
    const rows = await ex.rows<HistoryRow & { at: string }>(sql`select ${COLUMNS} from audit_entry a
      where a.workplace_id = ${workplaceId} and a.at < ${before}
      order by a.at, a.entry_id limit ${BATCH}`);
    const [first] = rows;
    return first && { month: toMonth(first.at), rows: takeOneMonth(rows, (row) => row.at) };
  },
  recordsItself: true,
  remove: (tx, workplaceId, made, { rows }) =>
    tx.rows<HistoryRow>(sql`select ${COLUMNS} from export_audit(${workplaceId}::uuid, ${made.export_id}::uuid, ${made.month}::date,
      ${made.file_id}::uuid, ${rows.map((row) => row.entry_id)}::uuid[], ${made.exported_at}::timestamptz) a`),
};
