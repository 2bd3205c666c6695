import type { ConnectorContext } from '@quayside/connector-kit';
import type { Scope } from '../db/index.ts';
import type { Connectors, Deps } from '../deps.ts';
import { effectsOf } from './effects.ts';
import { refuseWhileHeld, type SendingTarget } from './hold.ts';

type Implementations = Pick<Connectors, 'channels' | 'suppliers' | 'payments'>;

/** What lets orders and news come in: not stopped where only the store or the connection is suspended. */
const INTAKE: readonly string[] = ['ensureWebhooks', 'removeWebhooks'];

/** The `beforeEffect` of a connector's context: throws SendingHeld while nothing may go to the target. */
export const effectGuard =
  (deps: Pick<Deps, 'db'>, scope: Scope, target: SendingTarget): ((method: string) => Promise<void>) =>
  (method) =>
    deps.db.read(scope, (ex) => refuseWhileHeld(ex, INTAKE.includes(method) ? {} : target));

/** A connector whose effectful methods ask first. A context that cannot be asked is a fault of ours, and nothing is sent. */
function guarded<T extends object>(connector: T, effects: readonly string[]): T {
  return new Proxy(connector, {
    get(target, name, self) {
      const method: unknown = Reflect.get(target, name, self);
      if (typeof method !== 'function' || !effects.includes(String(name))) return method;
      return async (ctx: ConnectorContext, ...rest: unknown[]): Promise<unknown> => {
        if (!ctx.beforeEffect) throw new Error(`${String(name)} was called without asking whether it may be sent`);
        await ctx.beforeEffect(String(name));
        return (method as (...args: unknown[]) => Promise<unknown>).call(target, ctx, ...rest);
      };
    },
  });
}

const guardAll = <T extends object>(all: T, effects: readonly string[]): T =>
  Object.fromEntries(Object.entries(all).map(([id, one]) => [id, guarded(one as object, effects)])) as T;

/** What features are given: every call with an effect at the other side asks first whether it may be sent. */
export const guardConnectors = ({ channels, suppliers, payments }: Implementations): Implementations => ({
  channels: guardAll(channels, effectsOf('channels')),
  suppliers: guardAll(suppliers, effectsOf('suppliers')),
  payments: guardAll(payments, effectsOf('payments')),
});
