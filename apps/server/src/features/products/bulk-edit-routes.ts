import { contracts } from '@quayside/contracts';
import { isId, notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { requireAlso } from '../../http/refusal.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { personName, type Who } from '../../http/who.ts';
import { problemAnswer } from '../connections/index.ts';
import { startBulkEdit, startBulkUndo } from './actions/bulk-edits.ts';
import { requireFilterStore } from './actions/push-all.ts';
import { type BulkEdit, findBulkEdit, latestBulkEdits, leftItems } from './bulk-edit-repo.ts';
import type { ProductPorts } from './ports.ts';
import { failures } from './push-routes.ts';
import { type CenterFilter, matchesFilter } from './queries/center-filter.ts';
import { previewChanges, previewMatching } from './queries/change-preview.ts';
import { cut } from './queries/list-products.ts';

const LATEST = 20;

const toAnswer = ({ store_ids: stores, ...edit }: BulkEdit) => ({
  ...edit,
  push: stores === null || stores.length > 0,
});

/** Calls about the same changes to many products. */
export function bulkEditRoutes(app: HttpApp, deps: Deps, ports: ProductPorts): void {
  const calls = contracts.bulkEdits;
  const matching = (workplaceId: string, filter: CenterFilter) => matchesFilter(ports, workplaceId, filter);

  const edit = async (who: Who, editId: string) => {
    const found = await deps.db.read(who.scope, (ex) => findBulkEdit(ex, who.workplaceId, editId));
    if (!found) throw notFound('BULK_EDIT_NOT_FOUND');
    return toAnswer(found);
  };

  route(app, calls.preview, async ({ body }, who) => {
    const { failed, ...rest } = await deps.db.read(who.scope, (ex) =>
      previewChanges(ex, who.workplaceId, body.product_ids, body.changes),
    );
    return { ...rest, failed: failures(who.locale, failed) };
  });

  route(app, calls.previewMatching, async ({ body }, who) => {
    const { failed, ...rest } = await deps.db.read(who.scope, async (ex) => {
      await requireFilterStore(ex, who.workplaceId, body.filter);
      return previewMatching(ex, who.workplaceId, matching(who.workplaceId, body.filter), body.changes, body.cursor);
    });
    return { ...rest, failed: failures(who.locale, failed) };
  });

  route(app, calls.start, async ({ body }, who) => {
    await deps.db.read(who.scope, (ex) => requireFilterStore(ex, who.workplaceId, body.filter));
    if (body.push) requireAlso(who, 'products.push');
    const editId = await startBulkEdit(deps, who.scope, {
      matching: matching(who.workplaceId, body.filter),
      count: body.count,
      changes: body.changes,
      push: body.push,
      requestedBy: personName(who.account),
    });
    return edit(who, editId);
  });

  route(app, calls.list, async (_input, who) => ({
    items: (await deps.db.read(who.scope, (ex) => latestBulkEdits(ex, who.workplaceId, LATEST))).map(toAnswer),
  }));

  route(app, calls.edit, ({ params }, who) => edit(who, params.edit_id));

  route(app, calls.left, async ({ params, query }, who) => {
    await edit(who, params.edit_id);
    const after = query.cursor && isId(query.cursor) ? query.cursor : undefined;
    const rows = await deps.db.read(who.scope, (ex) =>
      leftItems(ex, who.workplaceId, params.edit_id, { after, most: query.page_size + 1 }),
    );
    const { items, ...rest } = cut(rows, query.page_size, (row) => row.product_id);
    return {
      items: items.map(({ product_id, title, error_key: key }) => ({
        product_id,
        title,
        problem: problemAnswer(who.locale, { key, params: {} }) ?? { key, text: key },
      })),
      ...rest,
    };
  });

  route(app, calls.undo, async ({ params }, who) => {
    const { push } = await edit(who, params.edit_id);
    if (push) requireAlso(who, 'products.push');
    await startBulkUndo(deps, who.scope, params.edit_id);
    return edit(who, params.edit_id);
  });
}
