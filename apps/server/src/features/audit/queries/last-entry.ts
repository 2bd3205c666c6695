import { type Executor, sql } from '../../../db/index.ts';

/** When a person last changed something in a workplace; undefined: never. */
export const lastEntryAt = async (ex: Executor, workplaceId: string): Promise<string | undefined> =>
  (
    await ex.first<{ at: string }>(
      sql`select at from audit_entry where workplace_id = ${workplaceId} and actor_kind in ('member', 'token', 'operator')
        order by at desc, entry_id desc limit 1`,
    )
  )?.at;
