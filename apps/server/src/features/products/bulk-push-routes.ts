import { contracts, getCost } from '@quayside/contracts';
import { AppError, isId, notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { requireAlso } from '../../http/refusal.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { personName, type Who } from '../../http/who.ts';
import { getProductPublications, problemAnswer } from '../connections/index.ts';
import { changeAndPush, changeOnChannel } from './actions/change-products.ts';
import { copyToStore, judgeCopyToStore } from './actions/copy-to-store.ts';
import { requireFilterStore, startPushAll } from './actions/push-all.ts';
import { saveStoreCopySetting } from './actions/save-copy-setting.ts';
import { readOrCreate } from './actions/store-product.ts';
import { findListings } from './listing-repo.ts';
import type { ProductPorts } from './ports.ts';
import { findPushBatch, groupMatching, refusedItems } from './push-batch-repo.ts';
import { askOf, failures } from './push-routes.ts';
import { type CenterFilter, matchesFilter } from './queries/center-filter.ts';
import { cut } from './queries/list-products.ts';
import { findProduct } from './repo.ts';
import { findCopySettings } from './store-copy-repo.ts';

/** Calls about pushes of more than a screen of products. */
export function bulkPushRoutes(app: HttpApp, deps: Deps, ports: ProductPorts): void {
  const calls = contracts.bulkPushes;

  const matching = (workplaceId: string, filter: CenterFilter) => matchesFilter(ports, workplaceId, filter);

  const batch = async (who: Who, batchId: string) => {
    const found = await deps.db.read(who.scope, (ex) => findPushBatch(ex, who.workplaceId, batchId));
    if (!found) throw notFound('PUSH_BATCH_NOT_FOUND');
    return found;
  };

  route(app, calls.matching, async ({ query }, who) => {
    const groups = await deps.db.read(who.scope, (ex) => groupMatching(ex, matching(who.workplaceId, query)));
    return { count: groups.reduce((sum, group) => sum + group.count, 0), groups };
  });

  route(app, calls.pushAll, async ({ body }, who) => {
    await deps.db.read(who.scope, (ex) => requireFilterStore(ex, who.workplaceId, body.filter));
    const { productIds: _none, ...ask } = askOf(body, [], body.store_ids);
    const batchId = await startPushAll(deps, ports.quota, who.scope, {
      ...ask,
      matching: matching(who.workplaceId, body.filter),
      count: body.count,
      requestedBy: personName(who.account),
    });
    return batch(who, batchId);
  });

  route(app, calls.batch, ({ params }, who) => batch(who, params.batch_id));

  route(app, calls.refused, async ({ params, query }, who) => {
    await batch(who, params.batch_id);
    const after = query.cursor && isId(query.cursor) ? query.cursor : undefined;
    const rows = await deps.db.read(who.scope, (ex) =>
      refusedItems(ex, who.workplaceId, params.batch_id, { after, most: query.page_size + 1 }),
    );
    const { items, ...rest } = cut(rows, query.page_size, (row) => row.product_id);
    return {
      items: items.map(({ product_id, title, error_key: key, error_params }) => ({
        product_id,
        title,
        problem: problemAnswer(who.locale, { key, params: error_params ?? {} }) ?? { key, text: key },
      })),
      ...rest,
    };
  });

  const copyOf = (body: { product_ids: string[]; from_store_id: string; store_id: string }) => ({
    productIds: body.product_ids,
    fromStoreId: body.from_store_id,
    storeId: body.store_id,
  });

  route(app, calls.copyPreview, async ({ body }, who) => {
    const judged = await deps.db.read(who.scope, (ex) => judgeCopyToStore(ex, who.workplaceId, copyOf(body)));
    return { product_ids: judged.copies, credits: judged.credits, failed: failures(who.locale, judged.failed) };
  });

  route(app, calls.copy, async ({ body }, who) => {
    const { items, failed } = await copyToStore(deps, ports, who.scope, {
      ...askOf(body, body.product_ids, [body.store_id]),
      ...copyOf(body),
      credits: body.credits,
      carry: body.carry,
      personId: who.account.id,
    });
    return { items, failed: failures(who.locale, failed) };
  });

  const copySettings = (who: Who) =>
    deps.db.read(who.scope, async (ex) => ({
      items: await findCopySettings(ex, who.workplaceId),
      credits: getCost('WP_STORE_PRODUCT_COPY'),
    }));
  route(app, calls.copySettings, (_input, who) => copySettings(who));
  route(app, calls.saveCopySetting, async ({ body }, who, reply) => {
    await saveStoreCopySetting(deps, who.scope, body);
    reply.message('PRODUCT_SETTINGS_SAVED');
    return copySettings(who);
  });

  route(app, calls.changeAndPush, async ({ body }, who) => {
    requireAlso(who, 'products.change');
    const { items, failed, updated, editId } = await changeAndPush(deps, ports, who.scope, {
      ...askOf(body, body.product_ids, body.store_ids),
      changes: body.changes,
      requestedBy: personName(who.account),
    });
    return { updated, edit_id: editId, items, failed: failures(who.locale, failed) };
  });

  route(app, calls.changeOnChannel, async ({ params, body }, who) => {
    if (body.changes) requireAlso(who, 'products.change');
    const { items, failed, updated, editId } = await changeOnChannel(deps, who.scope, {
      platform: params.channel,
      productIds: body.product_ids,
      changes: body.changes,
      publish: body.is_publish,
      requestedBy: personName(who.account),
    });
    return { updated, edit_id: editId, items, failed: failures(who.locale, failed) };
  });

  route(app, calls.productPublications, async ({ params }, who) => {
    const product = await deps.db.read(who.scope, (ex) => findProduct(ex, who.workplaceId, params.productId));
    if (!product) throw notFound('PRODUCT_NOT_FOUND');
    const { storeId } = who;
    if (!storeId) throw new AppError('CURRENT_SHOP_ID_INVALID', 'STORE_HEADER_NEEDED');
    const listings = await deps.db.read(who.scope, (ex) =>
      findListings(ex, who.workplaceId, [params.productId], [storeId]),
    );
    if (listings.length === 0) throw notFound('PRODUCT_IN_NO_STORE');
    const items = [];
    for (const { listing_id, external_product_id: id } of listings) {
      if (id === null) continue;
      const publications = await getProductPublications(deps, who.scope, storeId, id);
      items.push({ listing_id, external_product_id: id, publications });
    }
    return { items };
  });

  route(app, calls.storeProduct, ({ body }, who) => {
    const ask = { ...askOf(body, [body.product_id], []), productId: body.product_id };
    return readOrCreate(deps, ports, who.scope, who.storeId, ask);
  });
}
