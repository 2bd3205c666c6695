import { catalogueAt } from '@quayside/catalogue';
import { createGuardedHttp } from '@quayside/connector-kit';
import { newToken } from '@quayside/kernel';
import fastify from 'fastify';
import type { Deps } from '../../deps.ts';
import { callCustomer } from '../../features/warehouse/actions/notify-customer.ts';
import { stocked } from '../../features/warehouse/from-catalogue.ts';
import {
  ensureInstallation,
  serveWarehouse,
  stockWarehouse,
  WAREHOUSE_PREFIX,
} from '../../features/warehouse/index.ts';
import { notifyCustomerJob } from '../../features/warehouse/jobs.ts';
import { handler } from '../../jobs/define.ts';
import type { TestDatabase } from '../db/index.ts';
import { fakeWorld } from '../fakes/fake-deps.ts';

export interface WarehouseOnAir {
  /** Address of the interface. */
  url: string;
  key: string;
  staffKey: string;
  /** What those who work in the warehouse need. */
  floor: Pick<Deps, 'db' | 'queue'>;
  /** Lets it call this address, as it calls its customers. */
  reaches(base: string): void;
  close(): Promise<void>;
}

/** The real warehouse alone, on loopback, with some of the catalogue on its shelves. */
export async function warehouseOnAir(db: TestDatabase, products: number): Promise<WarehouseOnAir> {
  const { deps, jobs } = await fakeWorld(db);
  const reached = new Set<string>();
  const http = createGuardedHttp({ allowHosts: () => [...reached] });
  deps.http = http;
  const telling = [
    handler(notifyCustomerJob, (message: { orderId: string; messageId: string }) => callCustomer(deps, message)),
  ];
  let drained = Promise.resolve<unknown>(undefined);
  let busy = false;
  const working = setInterval(() => {
    if (busy) return;
    busy = true;
    drained = jobs.drain(telling).finally(() => {
      busy = false;
    });
  }, 50);
  await stockWarehouse(db, [...catalogueAt(products)].map(stocked));
  const [key, staffKey] = [newToken(), newToken()];
  await ensureInstallation(db, { name: 'Test trader', mode: 'sandbox', role: 'client', key });
  await ensureInstallation(db, { name: 'Robot', mode: 'sandbox', role: 'staff', key: staffKey });
  const app = fastify({ forceCloseConnections: true });
  await serveWarehouse(app, deps);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  deps.config.ownUrl = address;
  return {
    url: address + WAREHOUSE_PREFIX,
    key,
    staffKey,
    floor: deps,
    reaches: (base) => void reached.add(new URL(base).host),
    async close() {
      clearInterval(working);
      await drained;
      await app.close();
      await http.close();
    },
  };
}
