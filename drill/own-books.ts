import type { Installation } from './installation.ts';

/** A supplier order as we have it. Cents. */
export interface OwnPurchase {
  supplier: 'quayside' | 'cj';
  remoteId: string | null;
  state: string;
  payState: string;
  paid: number | null;
  refunded: number;
  /** What is still expected back. */
  pending: number;
}

/** An order as we have it, under the key of the store's books. */
export interface OwnOrder {
  key: string;
  isCancelled: boolean;
  placement: string;
  payment: string;
  fulfillment: string;
  lines: { sku: string; quantity: number }[];
  purchases: OwnPurchase[];
  parcels: { number: string; report: string }[];
}

/** A top-up as we have it, or a payment as the provider has it. Cents. */
export interface ProviderPayment {
  session: string;
  amount: number;
}

/** Our own orders with everything that became of them. */
export async function ownOrders(quayside: Installation, workplaceId: string): Promise<OwnOrder[]> {
  const rows = await quayside.rows<Omit<OwnOrder, 'key'> & { platform: string; external: string }>(
    `select s.platform, o.external_order_id as external, o.cancelled_at is not null as "isCancelled",
      o.placement_status as placement, o.payment_status as payment, o.fulfillment_status as fulfillment,
      (select coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'quantity', l.quantity)), '[]') from order_line l
        where l.workplace_id = $1 and l.order_id = o.order_id) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object('supplier', p.supplier, 'remoteId', p.source_order_no, 'state', p.state,
          'payState', p.pay_state, 'paid', p.pay_amount, 'refunded',
          (select coalesce(sum(r.credited), 0) from supplier_refund r
            where r.workplace_id = $1 and r.supplier_order_id = p.supplier_order_id), 'pending',
          (select coalesce(sum(e.pending), 0) from expected_refund e
            where e.workplace_id = $1 and e.supplier_order_id = p.supplier_order_id))), '[]') from supplier_order p
        where p.workplace_id = $1 and p.order_id = o.order_id) as purchases,
      (select coalesce(jsonb_agg(jsonb_build_object('number', h.tracking_number, 'report', h.report_state)), '[]') from shipment h
        where h.workplace_id = $1 and h.order_id = o.order_id) as parcels
     from sales_order o join store s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
     where o.workplace_id = $1`,
    [workplaceId],
  );
  return rows.map(({ platform, external, ...rest }) => ({ ...rest, key: `${platform} ${external.split('/').at(-1)}` }));
}

/** The top-ups that we count as paid. */
export const ownTopups = async (quayside: Installation, accountId: string): Promise<ProviderPayment[]> =>
  (
    await quayside.rows<{ session: string; amount: string }>(
      `select provider_ref as session, amount from topup where account_id = $1 and state = 'paid'`,
      [accountId],
    )
  ).map(({ session, amount }) => ({ session, amount: Number(amount) }));
