import { contracts, DONE, MOST_SAVED_PAGES } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import { removePage } from './actions/remove-page.ts';
import { savePages } from './actions/save-pages.ts';
import { countPages, listPages } from './repo.ts';

/** Pages of products elsewhere that are kept to be looked for at suppliers. */
export function register(deps: Deps): Feature {
  const calls = contracts.savedPages;
  return {
    jobs: [],
    routes(app) {
      route(app, calls.list, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => ({
          ...(await listPages(ex, who.workplaceId, { cursor: query.cursor, size: query.page_size })),
          total: await countPages(ex, who.workplaceId),
        })),
      );
      route(app, calls.save, async ({ body }, who) => {
        const { taken, refused } = await savePages(deps, who.scope, body.pages);
        const params = { count: MOST_SAVED_PAGES };
        const problem = { key: 'SAVED_PAGES_FULL', params, text: say(who.locale, 'SAVED_PAGES_FULL', params) };
        return { taken, failed: Object.fromEntries(refused.map((id) => [id, problem])) };
      });
      route(app, calls.remove, async ({ params }, who) => {
        await removePage(deps, who.scope, params.id);
        return DONE;
      });
    },
  };
}
