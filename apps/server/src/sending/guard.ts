import type { ConnectorContext } from '@quayside/connector-kit';
import type { Db, Scope } from '../db/index.ts';
import type { Deps } from '../deps.ts';
import type { ById, Installed } from '../installed/index.ts';
import { together } from '../jobs/together.ts';
import { effectsOf } from './effects.ts';
import { findHold, type Hold, SendingHeld, type SendingTarget } from './hold.ts';

/** What lets orders and news come in: not stopped where only the store or the connection is suspended. */
const INTAKE: readonly string[] = ['ensureWebhooks', 'removeWebhooks'];

interface Question {
  scope: Scope;
  target: SendingTarget;
}

const nameOf = ({ scope, target }: Question): string =>
  [scope.accountId, scope.workplaceId, target.workplaceId, target.storeId, target.connectionId].join(' ');

/** One query for all who ask the same at one moment. Who asks while it is under way is answered by the next one. */
const asking = (db: Db) =>
  together(
    nameOf,
    ({ scope, target }: Question, asked: readonly undefined[]): Promise<(Hold | undefined)[]> =>
      db.read(scope, async (ex) => {
        const hold = await findHold(ex, target);
        return asked.map(() => hold);
      }),
  );

const askingOf = new WeakMap<Db, ReturnType<typeof asking>>();

/** Why nothing may be sent to the target just now. */
function holdAt(db: Db, question: Question): Promise<Hold | undefined> {
  const ask = askingOf.get(db) ?? asking(db);
  askingOf.set(db, ask);
  return ask(question, undefined);
}

/** The `beforeEffect` of a connector's context: throws SendingHeld while nothing may go to the target. */
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

/** A connector whose effectful methods ask first. A context that cannot be asked is a fault of ours, and nothing is sent. */
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

/** What features are given: every call with an effect at the other side asks first whether it may be sent. */
export const guardConnectors = ({ channels, payments, suppliers }: Installed): Installed => ({
  channels: guardAll(channels, effectsOf('channels')),
  suppliers: guardAll(suppliers, effectsOf('suppliers')),
  payments: guardAll(payments, effectsOf('payments')),
});
