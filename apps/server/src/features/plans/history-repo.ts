import { firstIdAt, madeAt } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import { type AccountHistory, BATCH, takeOneMonth, toMonth } from '../history/index.ts';

interface Use {
  usage_id: string;
  feature: string;
  amount: number;
  used_by: string;
}
const timed = (use: Use) => ({ ...use, used_at: new Date(madeAt(use.usage_id)).toISOString() });

/** Uses that counted toward a plan. */
export const usageHistory: AccountHistory = {
  kind: 'usage',
  columns: ['usage_id', 'used_at', 'feature', 'amount', 'used_by'],
  async read(ex, accountId, before) {
    const uses = await ex.rows<Use>(sql`select usage_id, feature, amount, used_by from usage_record
      where account_id = ${accountId} and usage_id < ${firstIdAt(Date.parse(before))}::uuid
      order by usage_id limit ${BATCH}`);
    const rows = takeOneMonth(uses.map(timed), (row) => row.used_at);
    const [first] = rows;
    return first && { month: toMonth(first.used_at), rows };
  },
  remove: async (tx, accountId, _exportId, { rows }) =>
    (
      await tx.rows<Use>(sql`delete from usage_record where account_id = ${accountId}
        and usage_id = any(${rows.map((row) => row.usage_id)}::uuid[]) returning usage_id, feature, amount, used_by`)
    ).map(timed),
};
