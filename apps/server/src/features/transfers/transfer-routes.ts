import { contracts } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { findStore, problemAnswer } from '../connections/index.ts';
import { cancelTransfer } from './actions/cancel-transfer.ts';
import { getTarget, startTransfer } from './actions/start-transfer.ts';
import { transferStore } from './actions/transfer-store.ts';
import { transferView } from './answers.ts';
import { transferStoreJob } from './jobs/transfer-jobs.ts';
import { findOpenWork } from './queries/open-work.ts';
import { countRows, supplierPlan } from './queries/preview.ts';
import { type StoreTransfer, toTargetScope } from './tables.ts';
import { listTransfers } from './transfer-repo.ts';

/** Reactions of other features to an arrived store. */
export interface TransferPorts {
  onArrived(scope: WorkplaceScope, storeId: string): Promise<void>;
}

/** Calls and jobs of store transfers within an account. */
export function storeTransfers(deps: Deps, ports: TransferPorts): Feature {
  const calls = contracts.moves;

  /** Names of workspaces that the reader belongs to. */
  async function namesFor(who: Who, all: readonly StoreTransfer[]): Promise<Map<string, string>> {
    const wanted = new Set(all.flatMap((transfer) => [transfer.from_workplace, transfer.to_workplace]));
    const names = new Map<string, string>();
    for (const { ownerId, workplaceId } of who.memberships) {
      if (!wanted.has(workplaceId)) continue;
      const row = await deps.db.read({ accountId: ownerId, workplaceId }, (ex) =>
        ex.first<{ name: string }>(sql`select name from workplace where workplace_id = ${workplaceId}`),
      );
      if (row) names.set(workplaceId, row.name);
    }
    return names;
  }

  return {
    jobs: [
      handler(transferStoreJob, async (payload, run) => {
        const moved = await transferStore(deps, payload, run);
        if (moved) await ports.onArrived(toTargetScope(moved), moved.store_id);
      }),
    ],
    routes(app) {
      route(app, calls.preview, async ({ query }, who) => {
        const to = getTarget(who, query.workplace_id);
        const { workplaceId } = who;
        const store = await deps.db.read(who.scope, (ex) => findStore(ex, workplaceId, query.store_id));
        if (!store || store.status === 'uninstalled') throw notFoundField('store_id', 'STORE_NOT_FOUND');
        const { copied, problem } = await supplierPlan(deps, who.scope, to, query.store_id);
        const moving = store.moving ? { key: 'STORE_MOVING', params: { name: store.platform_domain } } : undefined;
        return deps.db.read(who.scope, async (ex) => ({
          ...(await countRows(ex, workplaceId, query.store_id)),
          suppliers: copied.map(({ label, mode }) => ({ label, mode })),
          under_way: await findOpenWork(ex, workplaceId, query.store_id),
          problem: problemAnswer(who.locale, moving ?? problem),
        }));
      });

      route(app, calls.move, async ({ body }, who, reply) => {
        const transfer = await startTransfer(deps, who, body);
        reply.message('STORE_MOVE_BEGUN');
        return transferView(transfer, who.locale, await namesFor(who, [transfer]));
      });

      route(app, calls.cancel, async ({ params }, who, reply) => {
        const transfer = await cancelTransfer(deps, who, params.move_id);
        reply.message('STORE_MOVE_STAYS');
        return transferView(transfer, who.locale, await namesFor(who, [transfer]));
      });

      route(app, calls.moves, async (_input, who) => {
        const all = await deps.db.read(who.scope, (ex) => listTransfers(ex, who.scope.accountId, who.workplaceId));
        // Members limited to some stores see only those.
        const seen = all.filter((transfer) => !who.storeIds || who.storeIds.includes(transfer.store_id));
        const names = await namesFor(who, seen);
        return { items: seen.map((transfer) => transferView(transfer, who.locale, names)) };
      });
    },
  };
}
