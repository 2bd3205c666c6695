import type { MessageParams } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { NewMail } from '../../mail/index.ts';
import { mailOwners } from './mail-owners.ts';

/** Emails the operators who have claimed their accounts. */
export async function mailOperators(
  deps: Deps,
  tx: Executor,
  kind: NewMail['kind'],
  params: MessageParams,
): Promise<void> {
  const rows = await tx.rows<{ account_id: string }>(
    sql`select account_id from account where operator_email = any(${deps.config.operators}::text[])
      and email_key = operator_email and deleted_at is null`,
  );
  await mailOwners(
    deps,
    tx,
    rows.map((row) => row.account_id),
    kind,
    () => params,
  );
}
