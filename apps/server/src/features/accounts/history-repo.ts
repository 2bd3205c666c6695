import { sql } from '../../db/index.ts';
import { type AccountHistory, BATCH, type HistoryRow, takeOneMonth, toMonth } from '../history/index.ts';

/** Security activity of an account. */
export const securityHistory: AccountHistory = {
  kind: 'security',
  columns: ['event_id', 'at', 'kind', 'subject', 'ip', 'user_agent'],
  async read(ex, accountId, before) {
    const rows = await ex.rows<HistoryRow & { at: string }>(sql`select event_id, at, kind, subject, ip, user_agent
      from account_event where account_id = ${accountId} and at < ${before} order by at, event_id limit ${BATCH}`);
    const [first] = rows;
    return first && { month: toMonth(first.at), rows: takeOneMonth(rows, (row) => row.at) };
  },
  remove: (tx, accountId, exportId, { rows }) =>
    tx.rows<HistoryRow>(sql`select event_id, at, kind, subject, ip, user_agent from delete_exported_account_events(
      ${accountId}::uuid, ${exportId}::uuid, ${rows.map((row) => row.event_id)}::uuid[])`),
};
