import { Readable } from 'node:stream';
import { contracts, DONE } from '@quayside/contracts';
import { AppError, isId } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { answerError, type HttpApp, route } from '../../http/route.ts';
import { getVisitor } from '../../http/session.ts';
import { requestAccountDeletion } from './actions/end-account.ts';
import { endSessions } from './actions/end-sessions.ts';
import { exportAccount, requestExport } from './actions/export-account.ts';
import { findLink } from './actions/links.ts';
import { noteEvent } from './actions/note-event.ts';
import { giveBack, guesses, pace } from './actions/pace.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  twoFactorState,
} from './actions/two-factor.ts';
import { listAccountEvents } from './queries/account-events.ts';
import { listSessions } from './queries/sessions.ts';

/** Sessions, 2FA, export and deletion of an account. */
export function registerSecurity(app: HttpApp, deps: Deps): void {
  const calls = contracts.accounts;
  route(app, calls.sessions, async (_input, who) => ({
    // The demo account is shared: visitors don't see or end each other's sessions.
    items: (await deps.db.global((tx) => listSessions(tx, who.account.id, who.tokenHash))).filter(
      (one) => one.is_current || !who.account.isDemo,
    ),
  }));
  route(app, calls.events, ({ query }, who) =>
    deps.db.global((tx) => listAccountEvents(tx, who.account.id, query.cursor)),
  );
  route(app, calls.endSession, async ({ params }, who, reply) => {
    const ended = await deps.db.global(async (tx) => {
      const found = await tx.first<{ token_hash: Buffer }>(sql`select token_hash from session_token
        where account_id = ${who.account.id} and session_id = ${params.session_id}`);
      if (!found || (who.account.isDemo && !found.token_hash.equals(who.tokenHash))) return 0;
      await noteEvent(tx, who.account.id, 'session_ended', who);
      return endSessions(tx, who.account.id, { only: found.token_hash });
    });
    if (ended === 0) throw new AppError('NOT_FOUND', 'SESSION_NOT_FOUND');
    app.sessions.forget(who.account.id);
    reply.message('SESSION_REVOKED');
    return DONE;
  });
  route(app, calls.endAllSessions, async (_input, who) => {
    await deps.db.global(async (tx) => {
      await noteEvent(tx, who.account.id, 'sessions_ended', who);
      await endSessions(tx, who.account.id, who.account.isDemo ? { only: who.tokenHash } : {});
    });
    app.sessions.forget(who.account.id);
    return DONE;
  });

  route(app, calls.twoFactor, (_input, who) => twoFactorState(deps, who.account.id));
  route(app, calls.beginTwoFactor, ({ body }, who) => beginTwoFactor(deps, who, body.password));
  route(app, calls.confirmTwoFactor, async ({ body }, who) => {
    const recovery_codes = await confirmTwoFactor(deps, who, body.code);
    app.sessions.forget(who.account.id);
    return { recovery_codes };
  });
  route(app, calls.renewRecoveryCodes, async (_input, who) => ({
    recovery_codes: await renewRecoveryCodes(deps, who),
  }));
  route(app, calls.endTwoFactor, async ({ body }, who, reply) => {
    await endTwoFactor(deps, who, body.password, body.code);
    reply.message('TWO_FACTOR_OFF');
    return DONE;
  });

  route(app, calls.exportAccount, ({ body }, who) => requestExport(deps, who, body.password));
  route(app, calls.deleteAccount, async ({ body }, who) => {
    const answer = await requestAccountDeletion(deps, who, body.password);
    app.sessions.forget(who.account.id);
    return answer;
  });

  // A file outside of the API, downloaded by link without a header.
  app.fastify.get<{ Params: { id: string; code: string } }>(
    '/api/files/account-export/:id/:code',
    async (request, reply) => {
      const visitor = getVisitor(request);
      try {
        const { id, code } = request.params;
        const paced = [guesses.address(visitor.ip)];
        await pace(deps, paced);
        const link = isId(id) ? await deps.db.global((tx) => findLink(tx, 'export', { id, code })) : undefined;
        if (!link) throw new AppError('NOT_FOUND', 'LINK_NOT_GOOD');
        await giveBack(deps, paced);
        return reply
          .header('content-disposition', `attachment; filename="quayside-${deps.clock.now().slice(0, 10)}.json"`)
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(Readable.from(exportAccount(deps, link.account_id)));
      } catch (error) {
        return answerError(request, reply, visitor.locale, error);
      }
    },
  );
}
