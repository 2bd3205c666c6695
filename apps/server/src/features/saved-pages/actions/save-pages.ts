import { createHash } from 'node:crypto';
import { MOST_SAVED_PAGES, type PageToSave } from '@quayside/contracts';
import { badRequest } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { countPages, findHeld, insertPages, lockSaving, refreshPages } from '../repo.ts';
import { planSaving } from '../rules/plan-saving.ts';
import { samePage } from '../rules/same-page.ts';

/** A time as it is kept; one that is still to come is now. */
const timeOf = (text: string, now: number): string => new Date(Math.min(Date.parse(text), now)).toISOString();

/**
 * Saves pages: the same id once, the same address as it was saved last. Throws SAVED_PAGES_FULL where there is room for none.
 *
 * @returns the ids that are kept now, and those that there is no room for.
 */
export const savePages = (
  deps: Deps,
  scope: WorkplaceScope,
  pages: readonly PageToSave[],
): Promise<{ taken: string[]; refused: string[] }> =>
  deps.db.tenant(scope, async (tx) => {
    const { workplaceId } = scope;
    const coming = pages.map(({ id, address, title, picture_url, price, saved_at }) => ({
      id: id.toLowerCase(),
      hash: createHash('sha256').update(samePage(address)).digest('hex'),
      savedAt: timeOf(saved_at, deps.clock.millis()),
      address,
      title,
      pictureUrl: picture_url,
      price,
    }));
    await lockSaving(tx, workplaceId);
    const held = await findHeld(tx, workplaceId, coming);
    const room = MOST_SAVED_PAGES - (await countPages(tx, workplaceId));
    const { insert, refresh, taken, refused } = planSaving(coming, held, room);
    if (taken.length === 0) throw badRequest('SAVED_PAGES_FULL', { count: MOST_SAVED_PAGES });
    if (insert.length > 0) await insertPages(tx, workplaceId, insert);
    if (refresh.length > 0) await refreshPages(tx, workplaceId, refresh);
    const changed = [...insert.map((page) => page.id), ...refresh.map((one) => one.held)];
    if (changed.length > 0) await publish(tx, workplaceId, 'saved_pages', changed);
    return { taken, refused };
  });
