import { AppError } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { demoDoor } from '../../../http/reach.ts';
import type { Visitor } from '../../../http/who.ts';

/** The demo account, to look around in with one click. Throws TRY_NOW_OFF for anybody who is not at this machine. */
export async function demoAccount(deps: Deps, visitor: Visitor): Promise<string> {
  const demo =
    demoDoor(deps.config) === 'here' && visitor.isHere
      ? await deps.db.global((tx) =>
          tx.first<{ account_id: string }>(
            sql`select account_id from account where is_demo and deleted_at is null order by created_at limit 1`,
          ),
        )
      : undefined;
  if (!demo) throw new AppError('NOT_FOUND', 'TRY_NOW_OFF');
  return demo.account_id;
}
