import { contracts } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { findStore, problemAnswer } from '../connections/index.ts';
import { askMove, targetOf } from './actions/ask-move.ts';
import { cancelMove } from './actions/cancel-move.ts';
import { moveStore } from './actions/move-store.ts';
import { moveAnswer } from './answers.ts';
import { moveStoreJob } from './jobs/move-jobs.ts';
import { listMoves } from './move-repo.ts';
import { findOpenWork } from './queries/open-work.ts';
import { countRows, supplierPlan } from './queries/preview.ts';
import { type Move, toTargetScope } from './tables.ts';

/** Reactions of other features to an arrived store. */
export interface MovePorts {
  onArrived(scope: WorkplaceScope, storeId: string): Promise<void>;
}

/** Calls and jobs of store transfers within an account. */
export function moves(deps: Deps, ports: MovePorts): Feature {
  const calls = contracts.moves;

  /** Names of workspaces that the reader belongs to. */
  async function namesFor(who: Who, all: readonly Move[]): Promise<Map<string, string>> {
    const wanted = new Set(all.flatMap((move) => [move.from_workplace, move.to_workplace]));
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
      handler(moveStoreJob, async (payload, run) => {
        const moved = await moveStore(deps, payload, run);
        if (moved) await ports.onArrived(toTargetScope(moved), moved.store_id);
      }),
    ],
    routes(app) {
      route(app, calls.preview, async ({ query }, who) => {
        const to = targetOf(who, query.workplace_id);
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
        const move = await askMove(deps, who, body);
        reply.message('STORE_MOVE_BEGUN');
        return moveAnswer(move, who.locale, await namesFor(who, [move]));
      });

      route(app, calls.cancel, async ({ params }, who, reply) => {
        const move = await cancelMove(deps, who, params.move_id);
        reply.message('STORE_MOVE_STAYS');
        return moveAnswer(move, who.locale, await namesFor(who, [move]));
      });

      route(app, calls.moves, async (_input, who) => {
        const all = await deps.db.read(who.scope, (ex) => listMoves(ex, who.scope.accountId, who.workplaceId));
        // Members limited to some stores see only those.
        const seen = all.filter((move) => !who.storeIds || who.storeIds.includes(move.store_id));
        const names = await namesFor(who, seen);
        return { items: seen.map((move) => moveAnswer(move, who.locale, names)) };
      });
    },
  };
}
