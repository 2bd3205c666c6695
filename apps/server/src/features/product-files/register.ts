import { contracts, DONE } from '@quayside/contracts';
import { AppError, invalidField, newId, notFound, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { findStore } from '../connections/index.ts';
import { findProducts, refuseInDemoMode } from '../products/index.ts';
import { usualMode, workplaceFacts } from '../sourcing/index.ts';
import { applyProductFile, confirmProductFile } from './actions/apply-import.ts';
import { readProductFile } from './actions/read-import.ts';
import { writeExport } from './actions/write-export.ts';
import { findExport, insertExport, listExports } from './export-repo.ts';
import {
  deleteImport,
  findImport,
  type ImportRow,
  importDiscarded,
  insertImport,
  listImports,
  listItems,
} from './import-repo.ts';
import { applyProductsJob, forgetProductFileJob, readProductsJob, writeExportJob } from './jobs.ts';
import type { ProductFilePorts } from './ports.ts';
import { exportViews, importView, itemView } from './queries/views.ts';

const MONTH_SECONDS = 30 * 86_400;

/** The catalog as CSV files, out and in. */
export function register(deps: Deps, ports: ProductFilePorts): Feature {
  const calls = contracts.productFiles;
  const factsOf = workplaceFacts(deps);

  async function known(ex: Executor, { workplaceId }: WorkplaceScope, importId: string): Promise<ImportRow> {
    const row = await findImport(ex, workplaceId, importId);
    if (!row) throw notFound('IMPORT_NOT_FOUND');
    return row;
  }

  return {
    jobs: [
      handler(writeExportJob, async ({ exportId, ...here }, run) => {
        if (!(await writeExport(deps, ports, here, exportId, run.signal)))
          throw new Error('stopped before all products were exported');
      }),
      handler(readProductsJob, ({ importId, ...here }) => readProductFile(deps, here, importId)),
      handler(applyProductsJob, async ({ importId, ...here }, run) => {
        if (!(await applyProductFile(deps, ports, here, importId, run.signal)))
          throw new Error('stopped before all products were imported');
      }),
      handler(forgetProductFileJob, async ({ importId, ...here }) => {
        await deps.db.tenant(here, (tx) => deleteImport(tx, here.workplaceId, importId));
      }),
    ],
    routes(app) {
      route(app, calls.startExport, async ({ body }, who) => {
        const { accountId, workplaceId } = who.scope;
        const { product_ids: productIds, filter } = body;
        if ((productIds === undefined) === (filter === undefined))
          throw invalidField('product_ids', 'EXPORT_NEEDS_PRODUCTS');
        await deps.db.read(who.scope, async (ex) => {
          const there = productIds ? await findProducts(ex, workplaceId, productIds) : [];
          if (there.length < new Set(productIds).size) throw notFoundField('product_ids', 'PRODUCT_NOT_FOUND');
          if (filter?.store_id && !(await findStore(ex, workplaceId, filter.store_id)))
            throw notFoundField('filter.store_id', 'STORE_NOT_FOUND');
        });
        const exportId = newId();
        const request = productIds ? { productIds } : { filter: filter ?? { state: 'all' as const } };
        await deps.db.tenant(who.scope, async (tx) => {
          await insertExport(tx, workplaceId, { exportId, form: body.form, request });
          await deps.queue.send(tx, writeExportJob, { accountId, workplaceId, exportId });
        });
        return { export_id: exportId };
      });

      route(app, calls.exports, (_input, who) =>
        deps.db.read(who.scope, async (ex) => ({
          items: await exportViews(deps, ex, who.workplaceId, await listExports(ex, who.workplaceId), who.locale),
        })),
      );

      route(app, calls.export, ({ params }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const row = await findExport(ex, who.workplaceId, params.export_id);
          const [view] = row ? await exportViews(deps, ex, who.workplaceId, [row], who.locale) : [];
          if (!view) throw notFound('EXPORT_NOT_FOUND');
          return view;
        }),
      );

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
        const mode = usualMode(deps, await factsOf(who.scope));
        const there = await deps.db.tenant(who.scope, async (tx) => {
          await refuseInDemoMode(tx, accountId);
          const same = await insertImport(tx, workplaceId, {
            importId,
            requestKey: query.request_key,
            fileName: query.file_name,
            file: body,
            mode,
            currency: query.currency,
          });
          if (same !== undefined) return same;
          await deps.queue.send(tx, readProductsJob, payload);
          await deps.queue.send(tx, forgetProductFileJob, payload, { afterSeconds: MONTH_SECONDS });
          return undefined;
        });
        return { import_id: there ?? importId };
      });

      route(app, calls.import, ({ params }, who) =>
        deps.db.read(who.scope, async (ex) =>
          importView(ex, who.workplaceId, await known(ex, who.scope, params.import_id), who.locale),
        ),
      );

      route(app, calls.items, ({ params, query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          await known(ex, who.scope, params.import_id);
          const { fate, outcome, page_size: size } = query;
          const after = Number(query.cursor ?? -1);
          const rows = await listItems(ex, who.workplaceId, params.import_id, { fate, outcome, after, size });
          const last = rows.length === size ? rows.at(-1) : undefined;
          return {
            items: rows.map((row) => itemView(row, who.locale)),
            ...(last ? { next_cursor: String(last.item_no) } : {}),
          };
        }),
      );

      route(app, calls.confirm, async ({ params, body }, who) => {
        await confirmProductFile(deps, who.scope, params.import_id, body.known);
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
