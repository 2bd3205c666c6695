import type { TrackingPage } from '@quayside/contracts';
import { type Executor, empty, sql } from '../../db/index.ts';

const NONE: TrackingPage = { shop_name: null, logo_url: null, color: null, support_url: null, shows_estimate: true };

export const findTrackingPage = async (ex: Executor, workplaceId: string): Promise<TrackingPage> =>
  (await ex.first<TrackingPage>(sql`select shop_name, logo_url, color, support_url, shows_estimate from tracking_page
    where workplace_id = ${workplaceId}`)) ?? NONE;

export const saveTrackingPage = (tx: Executor, workplaceId: string, page: TrackingPage): Promise<number> =>
  tx.run(sql`insert into tracking_page (workplace_id, shop_name, logo_url, color, support_url, shows_estimate)
    values (${workplaceId}, ${page.shop_name}, ${page.logo_url}, ${page.color}, ${page.support_url}, ${page.shows_estimate})
    on conflict (workplace_id) do update set shop_name = excluded.shop_name, logo_url = excluded.logo_url,
      color = excluded.color, support_url = excluded.support_url, shows_estimate = excluded.shows_estimate`);

/** Deliveries that an estimate is made from. */
const MOST_SAMPLES = 200;

/** Days that the latest parcels of a supplier took to a country, optionally with one shipping method. */
export const findDeliveryDays = async (
  ex: Executor,
  workplaceId: string,
  way: { source: string; country: string; method?: string },
): Promise<number[]> =>
  (
    await ex.rows<{ days: number }>(sql`select extract(epoch from delivered_at - shipped_at)::float8 / 86400 as days
      from shipment where workplace_id = ${workplaceId} and source = ${way.source} and destination = ${way.country}
        and state = 'delivered' and delivered_at > now() - interval '180 days' and delivered_at >= shipped_at
        ${way.method === undefined ? empty : sql`and shipping_method = ${way.method}`}
      order by delivered_at desc limit ${MOST_SAMPLES}`)
  ).map((row) => row.days);
