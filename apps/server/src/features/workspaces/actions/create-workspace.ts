import type { LinkedWorkplace } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { type Actor, json, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { checkCurrency, checkTimeZone } from '../../../known-values.ts';
import { mayAddWorkspaces, type Quota } from '../../plans/index.ts';

async function ownCurrency(deps: Deps, accountId: string): Promise<string> {
  const account = await deps.db.global((tx) =>
    tx.first<{ display_currency: string }>(sql`select display_currency from account where account_id = ${accountId}`),
  );
  return account?.display_currency ?? 'USD';
}

/**
 * Makes a workspace that the account owns. Throws the field that is no currency or no time zone, and QUOTA_EXPIRED where the
 * account's plan has no more workspaces, or no adding of them at all (decision A07).
 */
export async function createWorkspace(
  deps: Deps,
  quota: Quota,
  accountId: string,
  wish: { name: string; currency?: string | undefined; time_zone?: string | undefined },
  actor: Actor,
): Promise<LinkedWorkplace> {
  if (wish.currency) checkCurrency('currency', wish.currency);
  if (wish.time_zone) checkTimeZone('time_zone', wish.time_zone);
  const workplaceId = newId();
  await mayAddWorkspaces(deps, accountId);
  const admission = await quota.admit({ accountId }, 'WORKSPACE', 1);
  if (admission.refusal) throw admission.refusal;
  const currency = wish.currency ?? (await ownCurrency(deps, accountId));
  const settings = wish.time_zone ? { time_zone: wish.time_zone } : {};
  await deps.db.tenant({ accountId, workplaceId, actor }, async (tx) => {
    await tx.run(sql`insert into workplace (workplace_id, account_id, name, currency, settings)
      values (${workplaceId}, ${accountId}, ${wish.name}, ${currency}, ${json(settings)})`);
    await tx.run(
      sql`insert into member (account_id, workplace_id, role) values (${accountId}, ${workplaceId}, 'owner')`,
    );
    await admission.confirm(tx);
    await publishSessionChange(tx, workplaceId);
  });
  return {
    id: workplaceId,
    name: wish.name,
    currency,
    role: 'owner',
    is_own: true,
    is_sandbox_only: false,
    store_ids: null,
    time_zone: wish.time_zone ?? '',
  };
}
