import { catalogueAt } from '@quayside/catalogue';
import { newToken } from '@quayside/kernel';
import { stocked } from '@quayside/server/src/features/warehouse/from-catalogue.ts';
import {
  ensureInstallation,
  serveWarehouse,
  stockWarehouse,
  WAREHOUSE_PREFIX,
} from '@quayside/server/src/features/warehouse/index.ts';
import fastify from 'fastify';
import type { TestDatabase } from '../db/index.ts';
import { fakeWorld } from '../fakes/fake-deps.ts';

export interface WarehouseOnAir {
  /** Address of the interface. */
  url: string;
  key: string;
  staffKey: string;
  close(): Promise<void>;
}

/** The real warehouse alone, on loopback, with some of the catalogue on its shelves. */
export async function warehouseOnAir(db: TestDatabase, products: number): Promise<WarehouseOnAir> {
  const { deps } = await fakeWorld(db);
  await stockWarehouse(db, [...catalogueAt(products)].map(stocked));
  const [key, staffKey] = [newToken(), newToken()];
  await ensureInstallation(db, { name: 'Test trader', mode: 'sandbox', role: 'client', key });
  await ensureInstallation(db, { name: 'Robot', mode: 'sandbox', role: 'staff', key: staffKey });
  const app = fastify({ forceCloseConnections: true });
  await serveWarehouse(app, deps);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  deps.config.ownUrl = address;
  return { url: address + WAREHOUSE_PREFIX, key, staffKey, close: () => app.close() };
}
