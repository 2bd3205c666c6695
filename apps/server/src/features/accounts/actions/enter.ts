import { AppError } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { demoDoor } from '../../../http/reach.ts';
import type { Visitor } from '../../../http/who.ts';
import type { Proof } from './sign-in.ts';

/** The demo account for one-click access. Throws TRY_NOW_OFF for requests from other machines. */
export async function demoAccount(deps: Deps, visitor: Visitor): Promise<Proof> {
  const demo =
    demoDoor(deps.config) === 'here' && visitor.isHere
      ? await deps.db.global((tx) =>
          tx.first<{ account_id: string; access_version: number }>(
            sql`select account_id, access_version from account where is_demo and deleted_at is null order by created_at limit 1`,
          ),
        )
      : undefined;
  if (!demo) throw new AppError('NOT_FOUND', 'TRY_NOW_OFF');
  return { accountId: demo.account_id, version: demo.access_version };
}
