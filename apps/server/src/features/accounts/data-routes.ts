import { contracts } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { publishAll } from '../../live/publish.ts';
import { connectAccount } from './actions/connect-account.ts';
import { refuseDemo } from './actions/set-password.ts';
import { setDemoMode } from './flags.ts';
import { chatIdentity } from './rules/chat-identity.ts';
import { remainingMetaKeys } from './rules/meta-keys.ts';

/** Onboarding state and preferences of a person. */
export function registerAccountData(app: HttpApp, deps: Deps): void {
  const calls = contracts.accounts;
  route(app, calls.updateMeta, async ({ body }, who) => {
    const { id } = who.account;
    if (body.meta_key === 'DEMO_MODE') return switchDemoMode(who, false);
    const flags = await deps.db.tenant(who.own, async (tx) => {
      await tx.run(sql`delete from account_flag where account_id = ${id} and flag = ${`meta:${body.meta_key}`}`);
      await tx.run(sql`insert into account_flag (account_id, flag) values (${id}, ${`meta-done:${body.meta_key}`})
        on conflict do nothing`);
      return tx.rows<{ flag: string }>(sql`select flag from account_flag where account_id = ${id}`);
    });
    return { remaining_meta_keys: remainingMetaKeys(flags.map(({ flag }) => flag)) };
  });

  const switchDemoMode = async (who: Who, on: boolean) => {
    const { id } = who.account;
    const isOwn = who.scope.accountId === id;
    const flags = await deps.db.tenant(isOwn ? who.scope : who.own, async (tx) => {
      await setDemoMode(tx, id, on);
      // Other open screens reload the account and the plan.
      if (isOwn) await publishAll(tx, who.workplaceId, [{ topic: 'stores' }, { topic: 'counts' }]);
      return tx.rows<{ flag: string }>(sql`select flag from account_flag where account_id = ${id}`);
    });
    return { remaining_meta_keys: remainingMetaKeys(flags.map(({ flag }) => flag)) };
  };
  route(app, calls.setDemoMode, ({ body }, who) => {
    // It would stop imports for everyone who tries the demo.
    if (body.on) refuseDemo(who);
    return switchDemoMode(who, body.on);
  });

  route(app, calls.connectAccount, async ({ body }, who, reply) => {
    const workplaceIds = await connectAccount(deps, who, body, calls.connectAccount);
    app.sessions.forget(who.account.id);
    reply.message('ACCOUNT_CONNECTED');
    return { workplace_ids: workplaceIds };
  });

  route(app, calls.supportChat, async (_input, who) => {
    const { chat } = deps.config.links;
    if (!chat) return null;
    const owner = await deps.db.global((tx) =>
      tx.first<{ email: string; name: string }>(sql`select email, trim(first_name || ' ' || last_name) as name
        from account where account_id = ${who.scope.accountId}`),
    );
    const { email, firstName, isProven, lastName } = who.account;
    const person = { email, name: `${firstName} ${lastName}`.trim() };
    const { isStaff, ...shown } = chatIdentity(
      person,
      owner ?? person,
      // Only for a verified email: anyone can sign up with an unverified one.
      isProven ? deps.config.supportDomain : undefined,
    );
    return { url: chat, ...shown, is_staff: isStaff };
  });

  route(app, calls.chooseApp, async ({ query }, who) => {
    await deps.db.tenant(who.own, (tx) =>
      tx.run(sql`insert into account_flag (account_id, flag, value) values (${who.account.id}, 'app', to_jsonb(${query.app}::text))
        on conflict (account_id, flag) do update set value = excluded.value, set_at = excluded.set_at`),
    );
    return { app: query.app };
  });

  route(app, calls.firstTime, async ({ query }, who) => {
    if (query.owner_id && query.owner_id !== who.account.id)
      throw new AppError('FORBIDDEN', 'ACCOUNT_NOT_YOURS', { fields: { owner_id: ['ACCOUNT_NOT_YOURS'] } });
    const noted = await deps.db.tenant(who.own, (tx) =>
      tx.run(
        sql`insert into account_flag (account_id, flag) values (${who.account.id}, 'in-app') on conflict do nothing`,
      ),
    );
    return { first_time: noted > 0 };
  });
}
