import { type Executor, sql } from '../../../db/index.ts';
import { listStores } from '../../connections/index.ts';
import type { Product } from '../tables.ts';

const MOST = 3;

/** Products that a shopper can buy in a connected store right now, pushed last first, each with its page there. */
export async function suggestOrders(ex: Executor, workplaceId: string) {
  const stores = new Map(
    (await listStores(ex, workplaceId, false))
      .filter((store) => store.status === 'active')
      .map((store) => [store.store_id, store]),
  );
  const rows = await ex.rows<{
    listing_id: string;
    product_id: string;
    store_id: string;
    url: string;
    title: string;
    images: Product['images'];
  }>(sql`select l.listing_id, l.product_id, l.store_id, l.url, p.title, p.images from listing l
    join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id
    where l.workplace_id = ${workplaceId} and l.state = 'listed' and l.publish_status = 'active' and l.url is not null
      and coalesce(l.store_status, 'active') = 'active' and p.deleted_at is null
      and l.store_id = any(${[...stores.keys()]}::uuid[])
    order by l.pushed_at desc, l.listing_id desc limit ${MOST}`);
  return rows.map(({ images, ...row }) => {
    const { store_name: name = '', platform_domain: domain = '' } = stores.get(row.store_id) ?? {};
    return { ...row, image: images[0]?.url ?? null, store_name: name || domain };
  });
}
