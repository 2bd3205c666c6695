import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';

/**
 * Marks a workplace as having work under way with suppliers or stores, in the transaction that begins it, so that the
 * sweep looks there for jobs that got lost. A fresh mark is left alone: the row would be a queue for everybody.
 */
export async function markOpenWork(tx: Executor, scope: WorkplaceScope): Promise<void> {
  await tx.run(sql`insert into open_work_directory as d (workplace_id, account_id) values (${scope.workplaceId}, ${scope.accountId})
    on conflict (workplace_id) do update set marked_at = now() where d.marked_at < now() - interval '10 minutes'`);
}
