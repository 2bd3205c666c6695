import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { handler } from '../../jobs/define.ts';
import { fillShelves } from './actions/fill-shelves.ts';
import { callCustomer } from './actions/tell-customer.ts';
import { serveWarehouse } from './http/index.ts';
import { stockWarehouseJob, tellCustomerJob } from './jobs.ts';
import { addOperatorRoutes } from './routes.ts';

/** Quayside's own warehouse: its interface at /warehouse/v1, the staff's page, and the filling of its shelves. */
export function register(deps: Deps, listeners: { onStocked?(): Promise<void> } = {}): Feature {
  return {
    jobs: [
      handler(tellCustomerJob, (message) => callCustomer(deps, message)),
      handler(stockWarehouseJob, async () => {
        await fillShelves(deps.db, deps.config.sandboxProducts);
        await listeners.onStocked?.();
      }),
    ],
    async routes(app) {
      await serveWarehouse(app.fastify, deps);
      addOperatorRoutes(app, deps);
    },
  };
}
