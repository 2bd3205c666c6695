import { AppError, badRequest } from '@quayside/kernel';
import { type Executor, retryDeadlock, type StoreScope, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getActor } from '../../../http/route.ts';
import { membersOf, publishSessionChange } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { queueMail } from '../../mail/index.ts';
import { heldPlan } from '../../plans/index.ts';
import { paceOwnerMails } from './mail-owners.ts';
import { noteEvent } from './note-event.ts';
import { refuseDemo } from './set-password.ts';
import { checkPassword, holdProof, type Proof } from './sign-in.ts';
import { requireTwoFactor } from './two-factor.ts';

/** A wrong sign-in of the other account must not end this session, as UNAUTHORIZED would. */
function notEndingSession(error: unknown): never {
  if (!(error instanceof AppError) || error.status !== 'UNAUTHORIZED') throw error;
  throw new AppError('UNPROCESSABLE_ENTITY', error.code, {
    params: error.params,
    ...(error.fields ? { fields: error.fields } : {}),
  });
}

async function provenAccount(
  deps: Deps,
  who: Who,
  other: { email: string; password: string; code?: string | undefined },
): Promise<Proof> {
  try {
    const proof = await checkPassword(deps, other.email, other.password, who);
    await requireTwoFactor(deps, proof.accountId, other.code, who);
    return proof;
  } catch (error) {
    return notEndingSession(error);
  }
}

/**
 * Connects another account of the person, proven by its sign-in: its workspaces open from this account with role
 * manager, while plan and wallet stay, and its owner is emailed. Throws CONNECT_ACCOUNT_WITH_DUE_PACKAGE (116; 117 from
 * the researcher app) for an overdue plan payment, CONNECT_SAME_ACCOUNT, DEMO_IS_SHARED, or sign-in errors; returns the
 * opened workspaces.
 */
export async function connectAccount(
  deps: Deps,
  who: Who,
  other: { email: string; password: string; code?: string | undefined },
  call: { method: 'POST'; path: string },
): Promise<string[]> {
  refuseDemo(who);
  await paceOwnerMails(deps, who);
  const proof = await provenAccount(deps, who, other);
  const otherId = proof.accountId;
  if (otherId === who.account.id) throw badRequest('CONNECT_SAME_ACCOUNT');
  const account = await deps.db.global((tx) =>
    tx.first<{ is_demo: boolean; email: string; first_name: string; language: string }>(
      sql`select is_demo, email, first_name, language from account where account_id = ${otherId}`,
    ),
  );
  if (!account) throw new Error('account not found');
  if (account.is_demo) throw new AppError('FORBIDDEN', 'DEMO_IS_SHARED');
  const { isDue } = await heldPlan(deps, otherId);
  if (isDue) {
    const status =
      who.app === 'AH' ? 'CONNECT_ACCOUNT_AH_WITH_DUE_PACKAGE' : ('CONNECT_ACCOUNT_WITH_DUE_PACKAGE' as const);
    throw new AppError(status, 'CONNECT_ACCOUNT_WITH_DUE_PACKAGE');
  }
  const own = (await deps.db.read({ accountId: otherId }, (ex) => membersOf(ex, otherId))).filter(
    (one) => one.owner_id === null,
  );
  const inOther = (scope: WorkplaceScope & StoreScope, work: (tx: Executor) => Promise<void>) =>
    // The call's guard locked the person's own account; two people who connect each other's accounts would deadlock.
    retryDeadlock(() =>
      deps.db.tenant(scope, async (tx) => {
        await holdProof(tx, proof).catch(notEndingSession);
        await work(tx);
      }),
    );
  for (const { workplace_id: workplaceId } of own) {
    // Under the person's account and the workspace: both row-level security policies must allow the row.
    const scope = { accountId: who.account.id, workplaceId, actor: getActor(who, call) };
    await inOther(scope, async (tx) => {
      await tx.run(sql`insert into member (account_id, workplace_id, role, owner_id)
        values (${who.account.id}, ${workplaceId}, 'manager', ${otherId}) on conflict do nothing`);
      await publishSessionChange(tx, workplaceId);
      await publish(tx, workplaceId, 'team');
    });
  }
  await deps.db.global(async (tx) => {
    await noteEvent(tx, who.account.id, 'account_connected', who, other.email);
    await noteEvent(tx, otherId, 'account_opened', who, who.account.email);
    // The password may have been guessed or chosen by someone else, so its owner is informed.
    await queueMail(deps, tx, {
      kind: 'account-connected',
      accountId: otherId,
      to: account.email,
      name: account.first_name,
      language: account.language,
      params: { who: who.account.email },
      url: `${deps.config.ownUrl}/app/setting/team`,
    });
  });
  return own.map((one) => one.workplace_id);
}
