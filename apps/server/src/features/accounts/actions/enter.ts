import { AppError } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';

/** The demo account, to look around in. Throws TRY_NOW_OFF where the sandbox is not on. */
export async function demoAccount(deps: Deps): Promise<string> {
  const demo = deps.config.sandbox
    ? await deps.db.global((tx) =>
        tx.first<{ account_id: string }>(
          sql`select account_id from account where is_demo and deleted_at is null order by created_at limit 1`,
        ),
      )
    : undefined;
  if (!demo) throw new AppError('NOT_FOUND', 'TRY_NOW_OFF');
  return demo.account_id;
}
