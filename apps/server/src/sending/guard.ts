import type { ConnectorContext } from '@quayside/connector-kit';
import type { Db, Scope } from '../db/index.ts';
import type { Deps } from '../deps.ts';
import type { ById, Installed } from '../installed/index.ts';
import { createBatcher } from '../jobs/batcher.ts';
import { getEffects } from './effects.ts';
import { findHold, type Hold, SendingHeld, type SendingTarget } from './hold.ts';

/** Methods that let orders arrive: allowed while only the store or connection is suspended. */
const INTAKE: readonly string[] = ['ensureWebhooks', 'removeWebhooks'];

interface Question {
  scope: Scope;
  target: SendingTarget;
}

const nameOf = ({ scope, target }: Question): string =>
  [scope.accountId, scope.workplaceId, target.workplaceId, target.storeId, target.connectionId].join(' ');

/** One query for simultaneous checks. Checks during a query wait for the next one. */
const asking = (db: Db) =>
  createBatcher(
    nameOf,
    ({ scope, target }: Question, asked: readonly undefined[]): Promise<(Hold | undefined)[]> =>
      db.read(scope, async (ex) => {
        const hold = await findHold(ex, target);
        return asked.map(() => hold);
      }),
  );

const askingOf = new WeakMap<Db, ReturnType<typeof asking>>();

/** The hold on sending to the target, if any. */
function holdAt(db: Db, question: Question): Promise<Hold | undefined> {
  const ask = askingOf.get(db) ?? asking(db);
  askingOf.set(db, ask);
  return ask(question, undefined);
}

/** The `beforeEffect` of a connector's context: throws SendingHeld while nothing may be sent to the target. */
export const effectGuard =
  (
    { db }: Pick<Deps, 'db'>,
    { accountId, workplaceId }: Scope,
    target: SendingTarget,
  ): ((method: string) => Promise<void>) =>
  async (method) => {
    const scope = { accountId, ...(workplaceId === undefined ? {} : { workplaceId }) };
    const hold = await holdAt(db, { scope, target: INTAKE.includes(method) ? {} : target });
    if (hold) throw new SendingHeld(hold);
  };

/** A connector with checks before its writes. A context without a check is a bug, and nothing is sent. */
function guarded<T extends object>(connector: T, effects: readonly string[]): T {
  return new Proxy(connector, {
    get(target, name, self) {
      const method: unknown = Reflect.get(target, name, self);
      if (typeof method !== 'function' || !effects.includes(String(name))) return method;
      return async (ctx: ConnectorContext, ...rest: unknown[]): Promise<unknown> => {
        if (!ctx.beforeEffect) throw new Error(`${String(name)} was called without ctx.beforeEffect`);
        await ctx.beforeEffect(String(name));
        return (method as (...args: unknown[]) => Promise<unknown>).call(target, ctx, ...rest);
      };
    },
  });
}

function guardAll<C extends object>(all: ById<C>, effects: readonly string[]): ById<C> {
  const guardedOnes: Record<string, C> = Object.create(null);
  for (const [id, one] of Object.entries(all)) guardedOnes[id] = guarded(one, effects);
  return guardedOnes;
}

/** The connectors as features get them: every write first checks whether sending is allowed. */
export const guardConnectors = ({ channels, payments, suppliers, trackers }: Installed): Installed => ({
  channels: guardAll(channels, getEffects('channels')),
  suppliers: guardAll(suppliers, getEffects('suppliers')),
  payments: guardAll(payments, getEffects('payments')),
  trackers: guardAll(trackers, getEffects('trackers')),
});
