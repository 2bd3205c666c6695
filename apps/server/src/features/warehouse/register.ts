import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { handler } from '../../jobs/define.ts';
import { applyImport } from './actions/apply-import.ts';
import { fetchPictures } from './actions/fetch-pictures.ts';
import { fillShelves } from './actions/fill-shelves.ts';
import { callCustomer } from './actions/notify-customer.ts';
import { readImport } from './actions/read-import.ts';
import { addCatalogRoutes } from './catalog-routes.ts';
import { serveWarehouse } from './http/index.ts';
import { applyImportJob, fetchPicturesJob, notifyCustomerJob, readImportJob, stockWarehouseJob } from './jobs.ts';
import { addOperatorRoutes } from './routes.ts';

/** Quayside's own warehouse: its interface at /warehouse/v1, the staff's page, and the filling of its shelves. */
export function register(deps: Deps, listeners: { onStocked?(): Promise<void> } = {}): Feature {
  return {
    jobs: [
      handler(notifyCustomerJob, (message) => callCustomer(deps, message)),
      handler(readImportJob, ({ importId }) => readImport(deps, importId)),
      handler(applyImportJob, async ({ importId }, run) => {
        if (await applyImport(deps, importId, run.signal)) await listeners.onStocked?.();
        else if (run.signal.aborted) throw new Error('stopped before the import was done');
      }),
      handler(fetchPicturesJob, async (_payload, run) => {
        if ((await fetchPictures(deps, run.signal)) > 0) await listeners.onStocked?.();
      }),
      handler(stockWarehouseJob, async () => {
        await fillShelves(deps.db, deps.config.sandboxProducts);
        await listeners.onStocked?.();
      }),
    ],
    async routes(app) {
      await serveWarehouse(app.fastify, deps);
      addOperatorRoutes(app, deps);
      addCatalogRoutes(app, deps, async () => listeners.onStocked?.());
    },
  };
}
