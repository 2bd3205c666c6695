import { contracts, type PriceBatchView } from '@quayside/contracts';
import { AppError, isId, notFound } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { requireAlso } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { personName, type Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { listStores } from '../connections/index.ts';
import { findVariants, readProductCards } from '../products/index.ts';
import { workplaceFacts } from '../sourcing/index.ts';
import { checkCurrency, removeStoreRule, requireStore, saveRule } from './actions/save-rule.ts';
import { startBatch, startUndo } from './actions/start-batch.ts';
import { workBatch } from './actions/work-batch.ts';
import { type BatchRow, findBatch, latestBatches, leftItems } from './batch-repo.ts';
import { workBatchJob } from './jobs/pricing.ts';
import { judgeCatalog } from './queries/judge-catalog.ts';
import { previewRow, totalsOf } from './queries/preview.ts';
import { requireProducts } from './queries/require-products.ts';
import { settingView } from './queries/setting-view.ts';

const MOST_BATCHES = 20;
const MOST_LEFT = 100;

/** Whether a batch may push; one of the workspace goes to every store. */
function checkPush(who: Who, storeId: string | null): void {
  requireAlso(who, 'products.push');
  if (who.storeIds && storeId === null) throw new AppError('FORBIDDEN', 'PRICE_PUSH_ALL_STORES');
}

/** Price rules: setting, previewing and applying prices that follow from costs. */
export function register(deps: Deps): Feature {
  const calls = contracts.pricing;
  const factsOf = workplaceFacts(deps);
  const today = () => deps.clock.now().slice(0, 10);

  const setting = async (who: Who, storeId: string | null) => {
    const view = await deps.db.read(who.scope, (ex) => settingView(ex, who.workplaceId, storeId, today()));
    if (!view) throw notFound('STORE_NOT_FOUND');
    return view;
  };

  const batchViews = async (ex: Executor, who: Who, rows: readonly BatchRow[]): Promise<PriceBatchView[]> => {
    const stores = rows.some((row) => row.store_id) ? await listStores(ex, who.workplaceId, true) : [];
    return rows.map(({ rule: _rule, ...row }) => {
      const store = stores.find((one) => one.store_id === row.store_id);
      return { ...row, store_name: store ? store.store_name || store.platform_domain : null };
    });
  };

  const batch = (who: Who, batchId: string) =>
    deps.db.read(who.scope, async (ex) => {
      const row = await findBatch(ex, who.workplaceId, batchId);
      const [view] = row ? await batchViews(ex, who, [row]) : [];
      if (!view) throw notFound('PRICE_BATCH_NOT_FOUND');
      return view;
    });

  return {
    routes(app) {
      route(app, calls.setting, ({ query }, who) => setting(who, query.store_id ?? null));

      route(app, calls.saveSetting, async ({ body }, who, reply) => {
        await saveRule(deps, who.scope, body);
        reply.message('PRICE_RULE_SAVED');
        return setting(who, body.store_id);
      });

      route(app, calls.removeSetting, async ({ body }, who, reply) => {
        await removeStoreRule(deps, who.scope, body);
        reply.message('PRICE_RULE_REMOVED');
        return setting(who, body.store_id);
      });

      route(app, calls.preview, async ({ body }, who) => {
        const { ownAccounts } = await factsOf(who.scope);
        const after = body.cursor && isId(body.cursor) ? body.cursor : undefined;
        return deps.db.read(who.scope, async (ex) => {
          const store = body.store_id ? await requireStore(ex, who.workplaceId, body.store_id) : null;
          if (store) checkCurrency(store, body.rule);
          if (body.product_ids) await requireProducts(ex, who.workplaceId, body.product_ids);
          const { products, rates } = await judgeCatalog(ex, who.workplaceId, {
            store: store && { storeId: store.store_id, currency: store.currency, mode: store.mode },
            rule: body.rule,
            includeEdited: body.include_edited,
            productIds: body.product_ids,
            day: today(),
            ownAccounts,
            // The first page counts everything; later ones read only their own products.
            ...(after ? { after, most: body.page_size + 1 } : {}),
          });
          const page = products.slice(0, body.page_size);
          const ids = page.map(({ product }) => product.product_id);
          const cards = new Map(
            (await readProductCards(ex, who.workplaceId, ids)).map((card) => [card.product_id, card]),
          );
          const last = ids.at(-1);
          return {
            items: page.map((one) => previewRow(one, cards.get(one.product.product_id))),
            totals: after ? null : totalsOf(products, body.include_edited),
            rates,
            ...(products.length > page.length && last ? { next_cursor: last } : {}),
          };
        });
      });

      route(app, calls.apply, async ({ body }, who) => {
        if (body.push) checkPush(who, body.store_id);
        const { ownAccounts } = await factsOf(who.scope);
        const batchId = await startBatch(deps, who.scope, ownAccounts, {
          storeId: body.store_id,
          revision: body.revision,
          productIds: body.product_ids,
          includeEdited: body.include_edited,
          push: body.push,
          requestedBy: personName(who.account),
        });
        return batch(who, batchId);
      });

      route(app, calls.batches, (_input, who) =>
        deps.db.read(who.scope, async (ex) => ({
          items: await batchViews(ex, who, await latestBatches(ex, who.workplaceId, MOST_BATCHES)),
        })),
      );

      route(app, calls.batch, async ({ params }, who) => {
        const view = await batch(who, params.batch_id);
        return deps.db.read(who.scope, async (ex) => {
          const items = await leftItems(ex, who.workplaceId, params.batch_id, MOST_LEFT);
          const ids = [...new Set(items.map((item) => item.product_id))];
          const cards = new Map((await readProductCards(ex, who.workplaceId, ids)).map((one) => [one.product_id, one]));
          const skus = new Map(
            (await findVariants(ex, who.workplaceId, ids)).map((variant) => [variant.variant_id, variant.sku]),
          );
          const left = items.map((item) => ({
            ...item,
            title: cards.get(item.product_id)?.title ?? '',
            sku: skus.get(item.variant_id) ?? '',
          }));
          return { ...view, left };
        });
      });

      route(app, calls.undo, async ({ params }, who) => {
        const { push, store_id: storeId } = await batch(who, params.batch_id);
        if (push) checkPush(who, storeId);
        await startUndo(deps, who.scope, params.batch_id);
        return batch(who, params.batch_id);
      });
    },
    jobs: [
      handler(workBatchJob, ({ accountId, workplaceId, batchId }, run) =>
        workBatch(deps, { accountId, workplaceId }, batchId, run.signal),
      ),
    ],
  };
}
