import { contracts, DONE, type SavedListView } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { canChange, changeView, createView, removeView } from './actions/save-view.ts';
import { listViews, type ViewRow } from './repo.ts';

const toView = (who: Who, { account_id, ...view }: ViewRow): SavedListView => ({
  ...view,
  is_own: account_id === who.account.id,
  can_change: canChange(who, { account_id, shared: view.shared }),
});

/** Saved views of lists: a person's own, and those shared with the workspace. */
export function register(deps: Deps): Feature {
  const calls = contracts.listViews;
  return {
    jobs: [],
    routes(app) {
      route(app, calls.list, ({ params }, who) =>
        deps.db.read(who.scope, async (ex) => ({
          items: (await listViews(ex, who.workplaceId, who.account.id, params.list)).map((view) => toView(who, view)),
        })),
      );
      route(app, calls.create, async ({ params, body }, who) =>
        toView(who, await createView(deps, who, params.list, body)),
      );
      route(app, calls.update, async ({ params, body }, who) =>
        toView(who, await changeView(deps, who, params.view_id, body)),
      );
      route(app, calls.remove, async ({ params }, who) => {
        await removeView(deps, who, params.view_id);
        return DONE;
      });
    },
  };
}
