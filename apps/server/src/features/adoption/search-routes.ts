import { type AdoptionSearch, contracts, DONE } from '@quayside/contracts';
import { MOST_ADOPTION_FOUND } from '@quayside/contracts/adoption-choices.ts';
import { notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { say } from '../../http/messages.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { findStore } from '../connections/index.ts';
import { knownProducts } from '../products/index.ts';
import { continueSearch, startSearch } from './actions/search-store.ts';
import { findSearch, listFound } from './search-repo.ts';

/** Calls by which a person chooses some of a store's products. */
export function searchRoutes(app: HttpApp, deps: Deps): void {
  const calls = contracts.adoption;

  route(app, calls.search, async ({ body }, who) => ({
    search_id: await startSearch(deps, who.scope, { storeId: body.store_id, keyword: body.keyword }),
  }));

  route(app, calls.found, ({ params }, who) =>
    deps.db.read(who.scope, async (ex): Promise<AdoptionSearch> => {
      const { workplaceId } = who;
      const row = await findSearch(ex, workplaceId, params.search_id);
      const store = row && (await findStore(ex, workplaceId, row.store_id));
      if (!row || !store) throw notFound('ADOPTION_SEARCH_GONE');
      const found = await listFound(ex, workplaceId, row.search_id, MOST_ADOPTION_FOUND);
      const here = await knownProducts(
        ex,
        workplaceId,
        store,
        found.map(({ external_product_id: id, ref }) => ({ externalProductId: id, ...(ref ? { ref } : {}) })),
      );
      return {
        search_id: row.search_id,
        store_id: row.store_id,
        keyword: row.keyword,
        state: row.state,
        error: row.error_key === null ? null : say(who.locale, row.error_key, row.error_params ?? {}),
        known: row.known,
        has_more: !row.is_whole,
        items: found.map(({ image_url: image, ref: _ref, ...one }) => ({
          ...one,
          image,
          is_here: here.has(one.external_product_id),
        })),
      };
    }),
  );

  route(app, calls.more, async ({ params }, who) => {
    await continueSearch(deps, who.scope, params.search_id, MOST_ADOPTION_FOUND);
    return DONE;
  });
}
