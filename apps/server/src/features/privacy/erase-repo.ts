import { type Executor, sql } from '../../db/index.ts';
import { isOfOrders } from '../../states/sql.ts';
import { eraseEntries } from '../audit/index.ts';
import { eraseFiles } from '../files/index.ts';
import { eraseEdits } from '../order-notes/index.ts';
import { eraseReturns } from '../returns/index.ts';
import { eraseShopperMails } from '../shopper-mail/index.ts';

/** Rows that were erased, by place (rules/places.ts). */
export type Counts = Record<string, number>;

interface OrderToErase {
  order_id: string;
  store_id: string;
  external_order_id: string;
  /** Words that still find the order afterwards. */
  terms: readonly string[];
}

/** Takes a supplier's or platform's own words out of the parameters of a message: they may quote the address. */
const withoutWords = (column: ReturnType<typeof sql>) =>
  sql`${column} - 'detail' - case when ${column} ->> 'reason' ~ '^\\w+$' then '' else 'reason' end`;

/**
 * Erases the personal data of some orders wherever this workplace keeps it, in the transaction of the caller, who holds the
 * orders. Sums, states, SKUs, countries and the names of orders stay. Returns the rows changed, by place.
 */
export async function eraseEverywhere(
  tx: Executor,
  workplaceId: string,
  orders: readonly OrderToErase[],
  now: string,
): Promise<Counts> {
  const ids = orders.map((one) => one.order_id);
  const here = sql`workplace_id = ${workplaceId} and order_id = any(${ids}::uuid[])`;
  const counts: Counts = {};
  counts.orders =
    await tx.run(sql`update sales_order set customer_name = null, customer_email = null, customer_locale = null, address = '{}',
      address_edit = null, note = null, tags = '{}', staff_notes = '[]', erased_at = ${now}, updated_at = ${now} where ${here}`);
  counts.order_lines = await tx.run(sql`update order_line set block_params = ${withoutWords(sql`block_params`)}
    where ${here} and block_params ?| array['detail', 'reason']`);
  await tx.run(sql`delete from order_term where ${here}`);
  const terms = orders.flatMap((one) => one.terms.map((term) => ({ order_id: one.order_id, term })));
  await tx.run(sql`insert into order_term (workplace_id, term, order_id)
    select ${workplaceId}, t.term, t.order_id from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as t(order_id uuid, term text)
    on conflict do nothing`);
  counts.timeline = await tx.run(sql`update order_event set params = ${withoutWords(sql`params`)}
    where ${here} and params ?| array['detail', 'reason'] and params is distinct from ${withoutWords(sql`params`)}`);
  counts.order_edits = await eraseEdits(tx, workplaceId, ids);
  counts.shopper_mails = await eraseShopperMails(tx, workplaceId, ids);
  counts.feedback = await tx.run(sql`update order_feedback set text = '' where ${here} and text <> ''`);
  const purchases = await tx.rows<{
    id: string;
    source_order_no: string | null;
    connection_id: string;
  }>(sql`update supplier_order
    set address = '{}', error_params = ${withoutWords(sql`error_params`)}, pay_notes = '{}' where workplace_id = ${workplaceId}
      and ${isOfOrders(ids)}
    returning supplier_order_id as id, source_order_no, connection_id`);
  counts.supplier_orders = purchases.length;
  counts.quotes = await tx.run(
    sql`delete from supplier_quote where workplace_id = ${workplaceId} and order_ids && ${ids}::uuid[]`,
  );
  await tx.run(sql`update shipment set tracking_url = null, told = told || '{"url": null}',
      telling = jsonb_set(jsonb_set(telling, '{tracking,url}', 'null', false), '{before,url}', 'null', false), report_error = null,
      report_params = ${withoutWords(sql`report_params`)} where ${here}`);
  const parcels = await tx.rows<{ id: string }>(sql`select shipment_id as id from shipment where ${here}`);
  counts.parcel_events = await tx.run(sql`delete from shipment_event
    where workplace_id = ${workplaceId} and shipment_id = any(${parcels.map((one) => one.id)}::uuid[])`);
  counts.tracking_pages = await tx.run(sql`delete from tracking_directory where ${here}`);
  counts.refund_requests = await tx.run(sql`update refund_request
    set description = '', answer = null, error_params = error_params - 'detail' - 'reason' where ${here}`);
  counts.returns = await eraseReturns(tx, workplaceId, ids);
  counts.files = await eraseFiles(tx, workplaceId, ids, now);
  counts.webhook_bodies = await eraseBodies(tx, workplaceId, [
    ...orders.map((one) => ({ sender_id: one.store_id, resource_id: one.external_order_id })),
    ...purchases.map((one) => ({ sender_id: one.connection_id, resource_id: one.source_order_no ?? '' })),
  ]);
  counts.notifications = await eraseNotices(tx, workplaceId, [...ids, ...parcels.map((one) => one.id)]);
  const entities = [...ids, ...purchases.map((one) => one.id)];
  counts.audit_entries = await eraseEntries(tx, workplaceId, entities);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

const eraseBodies = (
  tx: Executor,
  workplaceId: string,
  about: readonly { sender_id: string; resource_id: string }[],
): Promise<number> =>
  tx.run(sql`update webhook_delivery d set body = null
    from jsonb_to_recordset(${JSON.stringify(about)}::jsonb) as n(sender_id uuid, resource_id text)
    where d.workplace_id = ${workplaceId} and d.body is not null and d.sender_id = n.sender_id and d.resource_id = n.resource_id`);

/** Of what people were told, a supplier's own words; the order's name stays. */
async function eraseNotices(tx: Executor, workplaceId: string, ids: readonly string[]): Promise<number> {
  const of = sql`workplace_id = ${workplaceId} and params ?| array['detail', 'reason']`;
  const waiting = await tx.run(sql`update notification_event set params = ${withoutWords(sql`params`)}
    where ${of} and subject_id = any(${ids}::text[]) and params is distinct from ${withoutWords(sql`params`)}`);
  const told = await tx.run(sql`update notification set params = ${withoutWords(sql`params`)}
    where ${of} and params is distinct from ${withoutWords(sql`params`)}
      and jsonb_path_query_array(subjects, '$[*].id') ?| ${ids}::text[]`);
  return waiting + told;
}

/** What a shop that has gone left behind besides its orders: its owner's name and address, bodies of its webhooks, its pages. */
export async function eraseShop(tx: Executor, workplaceId: string, storeId: string): Promise<Counts> {
  const shops = await tx.run(sql`update store set owner_name = null, owner_email = null, last_error = null
    where workplace_id = ${workplaceId} and store_id = ${storeId}`);
  const bodies = await tx.run(sql`update webhook_delivery set body = null
    where workplace_id = ${workplaceId} and sender = 'store' and sender_id = ${storeId} and body is not null and state <> 'received'`);
  const pages = await tx.run(sql`delete from storefront where workplace_id = ${workplaceId} and store_id = ${storeId}`);
  const counts = { shops, webhook_bodies: bodies, shop_pages: pages };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
