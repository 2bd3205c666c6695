import { type Call, contracts } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { readConfig } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { createHttpApp } from '../../http/app.ts';
import { say } from '../../http/messages.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';

export const everyCall: Call[] = Object.values(contracts).flatMap((feature) => Object.values(feature) as Call[]);

export interface BareHttpApp extends HttpApp {
  /** Calls whose body was read and accepted. */
  handled: Call[];
}

interface BareOptions {
  signedIn?: boolean;
  env?: object;
  db?: object;
  /** Registers routes besides the declared calls. */
  add?: (app: HttpApp, deps: Deps) => Promise<void>;
}

/**
 * The web side alone, with every declared call on it and nothing behind: a handler that is reached refuses with
 * `NOT_FOUND`. `signedIn` decides whether any token is good; who
 * has one has confirmed it.
 */
export async function bareHttpApp({ signedIn = true, env = {}, db = {}, add }: BareOptions = {}) {
  const quiet = () => undefined;
  const deps = {
    config: readConfig({ QUAYSIDE_SANDBOX: 'off', ...env }, [], '/'),
    db: { listen: async () => async () => undefined, ...db },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  } as unknown as Deps;
  const app: BareHttpApp = Object.assign(await createHttpApp(deps), { handled: [] });
  const who = { account: { id: '', isOperator: true }, role: 'owner', stores: new Set(), scope: {}, memberships: [] };
  app.sessions = {
    ...app.sessions,
    async who() {
      if (!signedIn) throw new AppError('UNAUTHORIZED', 'SESSION_ENDED');
      return who as unknown as Who;
    },
    confirmedUntil: async () => '2100-01-01T00:00:00.000Z',
  };
  for (const call of everyCall) {
    route(app, call, async () => {
      app.handled.push(call);
      throw new AppError('NOT_FOUND', 'CALL_NOT_FOUND');
    });
  }
  await add?.(app, deps);
  await app.fastify.ready();
  // The catalogue of messages is read from files on first use.
  say('en', 'OK');
  return app;
}
