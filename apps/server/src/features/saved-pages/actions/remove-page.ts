import { notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { deletePage } from '../repo.ts';

/** Removes a saved page. Throws SAVED_PAGE_NOT_FOUND. */
export const removePage = (deps: Deps, scope: WorkplaceScope, id: string): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    if ((await deletePage(tx, scope.workplaceId, id)) === 0) throw notFound('SAVED_PAGE_NOT_FOUND');
    await publish(tx, scope.workplaceId, 'saved_pages', [id]);
  });
