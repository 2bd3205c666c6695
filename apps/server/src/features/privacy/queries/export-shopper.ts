import { EXPORT_ORDERS_MOST } from '@quayside/contracts';
import { type Executor, sql } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { isOfOrder } from '../../../states/sql.ts';
import { FIRST_ID, findSuppliers, ordersOfShopper } from '../find-repo.ts';
import type { OrderText, PrivacyPorts } from '../ports.ts';
import type { Subject } from '../rules/subject.ts';

/** One row for each order, with all that hangs on it, as the shopper may read it. Amounts are minor units. */
const documents = (ex: Executor, workplaceId: string, ids: readonly string[]) =>
  ex.rows<
    Record<string, unknown>
  >(sql`select o.order_id, o.name as "order", coalesce(nullif(s.store_name, ''), s.platform_domain) as store,
      o.external_order_id as order_id_at_store, o.placed_at, o.currency, o.total, o.financial_status, o.fulfillment_status,
      o.customer_name, o.customer_email, o.customer_locale as customer_language, o.address, o.address_edit as corrected_address, o.note, o.shipping_method_title as shipping_method,
      o.payment_method, o.cancelled_at,
      (select coalesce(jsonb_agg(jsonb_build_object('title', l.title, 'variant', l.variant_title, 'sku', l.sku, 'quantity', l.quantity,
          'unit_price', l.unit_price) order by l.position) filter (where l.bundle_line_id is null), '[]') from order_line l
        where l.workplace_id = ${workplaceId} and l.order_id = o.order_id) as items,
      (select coalesce(jsonb_agg(jsonb_build_object('supplier', p.supplier, 'number', coalesce(p.order_number, p.source_order_no),
          'sent_at', p.sent_at, 'address', p.address) order by p.supplier_order_id), '[]') from supplier_order p
        where p.workplace_id = ${workplaceId}
          and ${isOfOrder('o.order_id', 'p.')}) as supplier_orders,
      (select coalesce(jsonb_agg(jsonb_build_object('carrier', h.carrier, 'number', h.tracking_number, 'state', h.state,
          'shipped_at', h.shipped_at, 'delivered_at', h.delivered_at) order by h.shipment_id), '[]') from shipment h
        where h.workplace_id = ${workplaceId} and h.order_id = o.order_id) as parcels,
      (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'what', e.kind) order by e.event_id), '[]') from order_event e
        where e.workplace_id = ${workplaceId} and e.order_id = o.order_id) as timeline
    from sales_order o join store s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    where o.workplace_id = ${workplaceId} and o.order_id = any(${ids}::uuid[]) order by o.placed_at, o.order_id`);

const factsOf = (texts: readonly OrderText[], orderId: unknown) =>
  texts.filter((text) => text.order_id === orderId).map((text) => text.facts);

/** A malformed cursor is the first part, as in lists. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Asked {
  /** In this store alone. */
  storeId?: string | undefined;
  /** The next part: `next_cursor` of the one before. */
  after?: string | undefined;
  now: string;
  most?: number;
}

/**
 * Everything that is held of a shopper, to be handed on, in parts of `most` orders: `next_cursor` asks for the next one, and
 * `is_complete` says that this one is all there is.
 */
export async function exportShopper(
  ex: Executor,
  workplaceId: string,
  ports: PrivacyPorts,
  subject: Subject,
  { storeId, after, now, most = EXPORT_ORDERS_MOST }: Asked,
): Promise<{ file_name: string; document: Record<string, unknown>; next_cursor: string | null }> {
  const from = UUID.test(after ?? '') ? after : undefined;
  const ids = await ordersOfShopper(ex, workplaceId, subject, { storeId, after: from ?? FIRST_ID, most: most + 1 });
  const shown = ids.slice(0, most);
  const hasMore = ids.length > most;
  const requests = await ports.refundRequests(ex, workplaceId, shown);
  const returns = await ports.returns(ex, workplaceId, shown);
  const feedback = await ports.feedback(ex, workplaceId, shown);
  return {
    file_name: `shopper-data-${now.slice(0, 10)}.json`,
    next_cursor: hasMore ? (shown.at(-1) ?? null) : null,
    document: {
      exported_at: now,
      searched_for: {
        emails: subject.emails,
        phones: subject.phones,
        ...(subject.customerId ? { customer_id: subject.customerId } : {}),
      },
      is_complete: !hasMore && !from,
      address_sent_to: (await findSuppliers(ex, workplaceId, shown)).map(connectorLabel),
      orders: (await documents(ex, workplaceId, shown)).map(({ order_id: id, ...order }) => ({
        ...order,
        refund_requests: factsOf(requests, id),
        returns: factsOf(returns, id),
        notes: factsOf(feedback, id),
      })),
    },
  };
}
