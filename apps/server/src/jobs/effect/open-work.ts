import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';

/**
 * Marks a workplace as having open work at suppliers or stores, in the transaction that starts it, so that the sweep
 * looks for its lost jobs. A fresh mark is not updated, because every transaction would contend for that row.
 */
export async function markOpenWork(tx: Executor, scope: WorkplaceScope): Promise<void> {
  await tx.run(sql`insert into open_work_directory as d (workplace_id, account_id) values (${scope.workplaceId}, ${scope.accountId})
    on conflict (workplace_id) do update set marked_at = now() where d.marked_at < now() - interval '10 minutes'`);
}
