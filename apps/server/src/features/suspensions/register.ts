import { contracts } from '@quayside/contracts';
import type { WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { publish } from '../../live/publish.ts';
import { confirmAccess } from './actions/confirm-access.ts';
import { removeAccess } from './actions/remove-access.ts';
import { resumeJob } from './jobs/suspensions.ts';
import { countLeft, suspendedAccess } from './queries/suspended-access.ts';

/** The screens that show a thing of a kind. */
const TOPICS = { store: 'stores', supplier: 'suppliers', member: 'team', webhook: 'notifications' } as const;

/** Continue what waited for something that its owner has confirmed. */
export interface OnConfirmed {
  store(here: WorkplaceScope, storeId: string): Promise<void>;
  supplier(here: WorkplaceScope, connectionId: string): Promise<void>;
  webhook(here: WorkplaceScope): Promise<void>;
}

/** Access that waits for its owner's review after an account was taken back. */
export function register(deps: Deps, onConfirmed: OnConfirmed): Feature {
  const calls = contracts.suspensions;
  return {
    jobs: [
      handler(resumeJob, async ({ accountId, id, kind, workplaceId }) => {
        const here = { accountId, workplaceId };
        await deps.db.tenant(here, (tx) => publish(tx, workplaceId, TOPICS[kind]));
        if (kind === 'store') await onConfirmed.store(here, id);
        if (kind === 'supplier') await onConfirmed.supplier(here, id);
        if (kind === 'webhook') await onConfirmed.webhook(here);
      }),
    ],
    routes(app) {
      route(app, calls.list, async (_input, who) => {
        const items = await suspendedAccess(deps, who);
        // Removed on another page, perhaps.
        if (items.length === 0) await countLeft(deps, who);
        return { items };
      });
      route(app, calls.confirm, async ({ body }, who, reply) => {
        await confirmAccess(deps, who, body.items, calls.confirm);
        app.sessions.forget();
        reply.message('ACCESS_CONFIRMED');
        return { left: await countLeft(deps, who) };
      });
      route(app, calls.remove, async ({ body }, who, reply) => {
        await removeAccess(deps, who, body, calls.remove);
        app.sessions.forget();
        reply.message('ACCESS_REMOVED');
        return { left: await countLeft(deps, who) };
      });
    },
  };
}
