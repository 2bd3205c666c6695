import { MOST_VIEWS, type SavedListView } from '@quayside/contracts';
import { AppError, badRequest, invalidField, newId, notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { countViews, deleteView, findView, insertView, updateView, type ViewRow } from '../repo.ts';

type View = Pick<SavedListView, 'name' | 'search' | 'hidden_columns' | 'shared'>;

/** A shared view may also be changed by the owner and managers; a private one only by its creator. */
export const canChange = (who: Pick<Who, 'account' | 'role'>, view: Pick<ViewRow, 'account_id' | 'shared'>): boolean =>
  view.account_id === who.account.id || (view.shared && (who.role === 'owner' || who.role === 'manager'));

async function changeable(tx: Executor, who: Who, viewId: string): Promise<ViewRow> {
  const view = await findView(tx, who.workplaceId, viewId);
  if (!view || (!view.shared && view.account_id !== who.account.id)) throw notFound('LIST_VIEW_NOT_FOUND');
  if (!canChange(who, view))
    throw new AppError('FORBIDDEN', 'LIST_VIEW_OF_OTHERS', { params: { name: view.created_by } });
  return view;
}

async function must(view: Promise<ViewRow | undefined>): Promise<ViewRow> {
  const found = await view;
  if (!found) throw new Error('saved view not found after writing');
  return found;
}

/** Saves a new view. Throws LIST_VIEWS_FULL, and LIST_VIEW_NAME_TAKEN at `name`. */
export const createView = (deps: Pick<Deps, 'db'>, who: Who, list: string, view: View): Promise<ViewRow> =>
  deps.db.tenant(who.scope, async (tx) => {
    const count = await countViews(tx, who.workplaceId, who.account.id, list);
    if (count >= MOST_VIEWS) throw badRequest('LIST_VIEWS_FULL', { max: MOST_VIEWS });
    const id = newId();
    const isNew = await insertView(tx, who.workplaceId, {
      ...view,
      id,
      accountId: who.account.id,
      createdBy: personName(who.account),
      list,
    });
    if (!isNew) throw invalidField('name', 'LIST_VIEW_NAME_TAKEN');
    return must(findView(tx, who.workplaceId, id));
  });

/** Changes the given fields of a view. Throws LIST_VIEW_NOT_FOUND, LIST_VIEW_OF_OTHERS, LIST_VIEW_NAME_TAKEN. */
export const changeView = (
  deps: Pick<Deps, 'db'>,
  who: Who,
  viewId: string,
  patch: { [K in keyof View]?: View[K] | undefined },
): Promise<ViewRow> =>
  deps.db.tenant(who.scope, async (tx) => {
    const before = await changeable(tx, who, viewId);
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const isFree = await updateView(tx, who.workplaceId, viewId, { ...before, ...given });
    if (!isFree) throw invalidField('name', 'LIST_VIEW_NAME_TAKEN');
    return must(findView(tx, who.workplaceId, viewId));
  });

/** Deletes a view. Throws LIST_VIEW_NOT_FOUND, LIST_VIEW_OF_OTHERS. */
export const removeView = (deps: Pick<Deps, 'db'>, who: Who, viewId: string): Promise<void> =>
  deps.db.tenant(who.scope, async (tx) => {
    await changeable(tx, who, viewId);
    await deleteView(tx, who.workplaceId, viewId);
  });
