import { contracts } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { listStores } from '../connections/index.ts';
import type { ProductPorts } from './ports.ts';
import { cursorAfter, listInventory, storeQuantities } from './queries/inventory.ts';

/** Stock by supplier and store. */
export function inventoryRoutes(app: HttpApp, deps: Deps, ports: Pick<ProductPorts, 'seenVariants'>): void {
  route(app, contracts.inventory.list, ({ query }, who) =>
    deps.db.read(who.scope, async (ex) => {
      const found = await listInventory(ex, who.workplaceId, query);
      const rows = found.slice(0, query.page_size);
      const last = rows.at(-1);
      const seen = await ports.seenVariants(ex, who.workplaceId, [...new Set(rows.map((row) => row.product_id))]);
      const stores = Map.groupBy(await storeQuantities(ex, who.workplaceId, rows), (one) => one.variant_id);
      const known = new Map((await listStores(ex, who.workplaceId, true)).map((store) => [store.store_id, store]));
      const storesOf = (variantId: string) =>
        (stores.get(variantId) ?? []).flatMap(({ variant_id: _variant, ...listed }) => {
          const store = known.get(listed.store_id);
          return store
            ? [{ ...listed, store_name: store.store_name || store.platform_domain, platform: store.platform }]
            : [];
        });
      const items = rows.map(({ position: _position, image_url: own, images, mode, ...row }) => {
        const facts = seen.get(row.variant_id);
        return {
          ...row,
          image: own ?? images[0]?.url ?? null,
          is_sandbox: mode === 'sandbox',
          is_available: facts?.found ?? null,
          seen_at: facts?.seen_at ?? null,
          stores: storesOf(row.variant_id),
        };
      });
      return found.length > query.page_size && last ? { items, next_cursor: cursorAfter(last) } : { items };
    }),
  );
}
