import { contracts } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { problemAnswer } from '../connections/index.ts';
import { tagOrders, writeNote } from './actions/request-edit.ts';
import { resolveEdit } from './actions/resolve-edit.ts';
import { createEditing } from './actions/write-edit.ts';
import { writeEditJob } from './jobs.ts';
import { notesView } from './queries/notes-view.ts';

/** Notes and tags of orders, here and in their stores. */
export function register(deps: Deps, patience: Patience = PATIENCE): Feature {
  const calls = contracts.orderNotes;
  const editing = createEditing(deps, patience);
  const view = (who: Who, orderId: string) => deps.db.read(who.scope, (ex) => notesView(ex, deps, who, orderId));
  return {
    effects: [editing],
    jobs: [
      handler(writeEditJob, ({ accountId, workplaceId, editId }, run) =>
        editing.run({ accountId, workplaceId }, editId, run.lost),
      ),
    ],
    routes(app) {
      route(app, calls.get, ({ params }, who) => view(who, params.order_id));
      route(app, calls.write, async ({ body, params }, who) => {
        await writeNote(deps, who, params.order_id, body.note, body.seen);
        return view(who, params.order_id);
      });
      route(app, calls.tag, async ({ body }, who) => {
        const { failed, updated } = await tagOrders(deps, who, body.order_ids, body.kind, body.tag);
        const problems = [...failed].flatMap(([id, problem]) => {
          const shown = problemAnswer(who.locale, { params: {}, ...problem });
          return shown ? [[id, shown] as const] : [];
        });
        return { updated, failed: Object.fromEntries(problems) };
      });
      route(app, calls.resolve, async ({ body, params }, who) =>
        view(who, await resolveEdit(deps, who, params.edit_id, body.choice)),
      );
    },
  };
}
