import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { answerRefusals, door } from './door.ts';
import { addGoodsRoutes } from './goods-routes.ts';
import { addOrderRoutes } from './order-routes.ts';
import { addStaffRoutes } from './staff-routes.ts';

export const WAREHOUSE_PREFIX = '/warehouse/v1';

/** The warehouse's own interface, for any installation that holds a key: customers at the root, the staff below /staff. */
export async function serveWarehouse(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (scope) => {
      answerRefusals(scope, deps);
      const customers = door(scope, deps, 'client');
      addGoodsRoutes(customers, deps);
      addOrderRoutes(customers, deps);
      await scope.register(async (staff) => addStaffRoutes(door(staff, deps, 'staff'), deps), { prefix: '/staff' });
    },
    { prefix: WAREHOUSE_PREFIX },
  );
}
