import { contracts, DONE } from '@quayside/contracts';
import { AppError, money, newId, notFoundField } from '@quayside/kernel';
import { toCsv } from '../../csv/csv.ts';
import type { Executor, WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { findStore } from '../connections/index.ts';
import { applyOrderFile, confirmOrderFile } from './actions/apply-file.ts';
import { createOrder } from './actions/create-order.ts';
import { createSample, listSampleVariants } from './actions/create-sample.ts';
import { readOrderFile } from './actions/read-file.ts';
import { TEMPLATE } from './csv-file/columns.ts';
import {
  deleteImport,
  findImport,
  type ImportRow,
  importDiscarded,
  insertImport,
  listImports,
  listItems,
} from './import-repo.ts';
import { createOrdersJob, forgetImportJob, readOrdersJob } from './jobs.ts';
import type { ManualOrderPorts } from './ports.ts';
import { importView, itemView, refusedCsv } from './queries/import-view.ts';
import { sampleAddress } from './sample-repo.ts';

/** Variants found for an order. */
const MOST_VARIANTS = 20;
const WEEK_SECONDS = 7 * 86_400;

/** Orders created in Quayside, one by one and from CSV files. */
export function register(deps: Deps, ports: ManualOrderPorts): Feature {
  const calls = contracts.manualOrders;

  async function known(ex: Executor, { workplaceId }: WorkplaceScope, importId: string): Promise<ImportRow> {
    const row = await findImport(ex, workplaceId, importId);
    if (!row) throw new AppError('NOT_FOUND', 'IMPORT_NOT_FOUND');
    return row;
  }

  return {
    jobs: [
      handler(readOrdersJob, ({ importId, ...here }) => readOrderFile(deps, here, importId)),
      handler(createOrdersJob, async ({ importId, ...here }, run) => {
        if (!(await applyOrderFile(deps, ports, here, importId, run.signal)))
          throw new Error('stopped before all orders were created');
      }),
      handler(forgetImportJob, async ({ importId, ...here }) => {
        await deps.db.tenant(here, (tx) => deleteImport(tx, here.workplaceId, importId));
      }),
    ],
    routes(app) {
      route(app, calls.create, async ({ body }, who, reply) => {
        const created = await createOrder(deps, ports, who, body);
        reply.message('ORDER_CREATED');
        return created;
      });

      route(app, calls.variants, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const store = await findStore(ex, who.workplaceId, query.store_id);
          if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
          const by = { keyword: query.keyword, most: MOST_VARIANTS };
          const found = await ports.variants(ex, who.workplaceId, store.mode, by);
          return {
            items: found.map((one) => ({
              variant_id: one.variant_id,
              product_id: one.match.productId,
              title: one.title,
              variant_title: one.option_values.join(' / ') || null,
              sku: one.sku,
              image: one.image,
              price: money(one.price, one.currency),
            })),
          };
        }),
      );

      route(app, calls.sampleVariants, ({ query }, who) => listSampleVariants(deps, ports, who, query));

      route(app, calls.sampleAddress, (_input, who) =>
        deps.db.read(who.scope, async (ex) => ({ address: await sampleAddress(ex, who.workplaceId) })),
      );

      route(app, calls.createSample, async ({ body }, who, reply) => {
        const created = await createSample(deps, ports, who, body);
        reply.message('ORDER_CREATED');
        return created;
      });

      route(app, calls.template, async () => ({ file_name: 'quayside-orders.csv', csv: toCsv(TEMPLATE) }));

      route(app, calls.imports, (_input, who) =>
        deps.db.read(who.scope, async (ex) => {
          const items = [];
          for (const row of await listImports(ex, who.workplaceId))
            items.push(await importView(ex, who.workplaceId, row, who.locale));
          return { items };
        }),
      );

      route(app, calls.upload, async ({ query, body }, who) => {
        const { accountId, workplaceId } = who.scope;
        const importId = newId();
        const payload = { accountId, workplaceId, importId };
        await deps.db.tenant(who.scope, async (tx) => {
          await insertImport(tx, workplaceId, {
            importId,
            storeId: query.store_id,
            fileName: query.file_name,
            file: body,
            actor: who.scope.actor?.name ?? '',
          });
          await deps.queue.send(tx, readOrdersJob, payload);
          await deps.queue.send(tx, forgetImportJob, payload, { afterSeconds: WEEK_SECONDS });
        });
        return { import_id: importId };
      });

      route(app, calls.import, ({ params }, who) =>
        deps.db.read(who.scope, async (ex) =>
          importView(ex, who.workplaceId, await known(ex, who.scope, params.import_id), who.locale),
        ),
      );

      route(app, calls.items, ({ params, query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          await known(ex, who.scope, params.import_id);
          const ask = { fate: query.fate, after: Number(query.cursor ?? -1), size: query.page_size };
          const rows = await listItems(ex, who.workplaceId, params.import_id, ask);
          const last = rows.length === query.page_size ? rows.at(-1) : undefined;
          return {
            items: rows.map((row) => itemView(row, who.locale)),
            ...(last ? { next_cursor: String(last.item_no) } : {}),
          };
        }),
      );

      route(app, calls.refused, ({ params }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const row = await known(ex, who.scope, params.import_id);
          const csv = await refusedCsv(ex, who.workplaceId, row.import_id, who.locale);
          return { file_name: `${row.file_name.replace(/\.\w+$/, '')}-errors.csv`, csv };
        }),
      );

      route(app, calls.confirm, async ({ params }, who) => {
        await confirmOrderFile(deps, who.scope, params.import_id);
        return DONE;
      });

      route(app, calls.discard, async ({ params }, who) => {
        await deps.db.tenant(who.scope, async (tx) => {
          const row = await known(tx, who.scope, params.import_id);
          const discarded = await importDiscarded(tx, who.workplaceId, row.import_id, deps.clock.now());
          if (discarded === 0) throw new AppError('BAD_REQUEST', 'IMPORT_NOT_READY');
        });
        return DONE;
      });
    },
  };
}
