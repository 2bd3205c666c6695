export { fillShelves } from './actions/fill-shelves.ts';
export { ensureInstallation, makeInstallation } from './actions/installations.ts';
export { stockWarehouse } from './actions/stock-warehouse.ts';
export { type StockedProduct, setStock } from './goods-repo.ts';
export { serveWarehouse, WAREHOUSE_PREFIX } from './http/index.ts';
export { stockWarehouseJob } from './jobs.ts';
export { register } from './register.ts';
export { isServed, PRICE_ZONES, zoneQuotes } from './rules/shipping.ts';
export { hookContext, listWebhooks, putWebhook } from './webhook-repo.ts';
