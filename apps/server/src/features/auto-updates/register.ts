import { contracts } from '@quayside/contracts';
import { isId, notFound } from '@quayside/kernel';
import { everyoneIn } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { personName, type Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { problemAnswer } from '../connections/index.ts';
import { workplaceFacts } from '../sourcing/index.ts';
import { decideUpdates } from './actions/decide-updates.ts';
import type { UpdatePorts } from './actions/record-batch.ts';
import { resolveHold } from './actions/resolve-hold.ts';
import { type Refused, reviewChanges, undoChanges } from './actions/review-changes.ts';
import { saveRules } from './actions/save-rules.ts';
import { createWriting } from './actions/write-batch.ts';
import { listChanges } from './change-repo.ts';
import { decideUpdatesJob, writeUpdatesJob } from './jobs/auto-updates.ts';
import { changesView, holdsView } from './queries/changes-view.ts';
import { rulesView } from './queries/rules-view.ts';

/** Automatic updates: what suppliers report changes listings in stores, by the rules of each store. */
export function register(deps: Deps, patience: Patience = PATIENCE, ports: UpdatePorts = {}): Feature {
  const calls = contracts.autoUpdates;
  const factsOf = workplaceFacts(deps);
  const writing = createWriting(deps, patience, ports);

  const outcome = (who: Who, { changed, failed }: { changed: string[]; failed: Refused }) => ({
    changed,
    failed: Object.fromEntries(
      [...failed].flatMap(([id, key]) => {
        const problem = problemAnswer(who.locale, { key, params: {} });
        return problem ? [[id, problem] as const] : [];
      }),
    ),
  });
  const holds = (who: Who) =>
    deps.db.read(who.scope, async (ex) => ({ items: await holdsView(ex, deps, who.workplaceId) }));

  return {
    effects: [writing],
    routes(app) {
      route(app, calls.rules, async (_input, who) => ({
        items: await deps.db.read(who.scope, (ex) => rulesView(ex, deps, who.workplaceId)),
      }));
      route(app, calls.saveRules, async ({ body }, who, reply) => {
        const { store_id: storeId, revision, is_enabled: isEnabled, rules } = body;
        await saveRules(deps, who.scope, { storeId, revision, isEnabled, rules });
        reply.message('AUTO_UPDATE_RULES_SAVED');
        const items = await deps.db.read(who.scope, (ex) => rulesView(ex, deps, who.workplaceId));
        const saved = items.find((one) => one.store_id === storeId);
        if (!saved) throw notFound('STORE_NOT_FOUND');
        return saved;
      });
      route(app, calls.changes, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const { cursor, page, page_size: size, store_id, state } = query;
          const after = cursor && isId(cursor) ? cursor : undefined;
          const skip = !after && page ? (page - 1) * size : 0;
          const rows = await listChanges(ex, who.workplaceId, { store_id, state, after, skip, most: size + 1 });
          const shown = rows.slice(0, size);
          const last = shown.at(-1);
          return {
            items: await changesView(ex, who.workplaceId, who.locale, shown),
            ...(rows.length > size && last ? { next_cursor: last.change_id } : {}),
          };
        }),
      );
      route(app, calls.undo, async ({ body }, who) =>
        outcome(who, await undoChanges(deps, who.scope, body.change_ids, personName(who.account))),
      );
      route(app, calls.review, async ({ body }, who) =>
        outcome(who, await reviewChanges(deps, who.scope, body.change_ids, body.choice, personName(who.account))),
      );
      route(app, calls.holds, (_input, who) => holds(who));
      route(app, calls.resolveHold, async ({ params, body }, who) => {
        const { ownAccounts } = await factsOf(who.scope);
        await resolveHold(deps, who.scope, params.hold_id, body.choice, ownAccounts);
        return holds(who);
      });
    },
    jobs: [
      handler(decideUpdatesJob, ({ workplaceId, source, mode }, run) =>
        decideUpdates(deps, (id) => factsOf(everyoneIn(id)), workplaceId, { source, mode }, run.signal),
      ),
      handler(writeUpdatesJob, ({ accountId, workplaceId, batchId }, run) =>
        writing.run({ accountId, workplaceId }, batchId, run.lost),
      ),
    ],
  };
}
