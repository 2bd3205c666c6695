import { onDatabase } from './database.ts';

/** An order on an account that the operator shares, which leads to no workspace: as a restore leaves one whose workspace is gone. */
export const leaveUnclaimed = (orderNo: string): Promise<void> =>
  onDatabase((client) =>
    client.query(
      `insert into unclaimed_order (unclaimed_order_id, supplier, mode, source_order_no, order_number, reference, lines, placed_at,
          paid_at, remote_state, total, currency)
        values (gen_random_uuid(), 'quayside', 'sandbox', $1, $1, 'QS-' || $1, '[{"variant": "QS-100009-01", "quantity": 2}]',
          now(), now(), 'paid', 2450, 'USD')`,
      [orderNo],
    ),
  );

/**
 * Forgets the purchases of an order and keeps what its supplier has as an order without a record, as a restore to before it
 * was placed does.
 */
export async function losePurchases(orderName: string): Promise<void> {
  await onDatabase(async (client) => {
    const own = 'order_id = (select order_id from sales_order where name = $1)';
    await client.query('begin');
    await client.query('update installation set restored_at = now(), current_until = now(), checked_at = now()');
    await client.query(
      `insert into lost_order (workplace_id, lost_order_id, connection_id, source_order_no, order_number, reference, lines,
          order_id, store_id, placed_at, remote_state, total, currency)
        select workplace_id, gen_random_uuid(), connection_id, source_order_no, order_number, reference,
          (select jsonb_agg(jsonb_build_object('variant', l.source_variant_id, 'quantity', l.quantity))
            from supplier_order_line l where l.supplier_order_id = p.supplier_order_id),
          order_id, store_id, placed_at, 'paid', total_cost, currency
        from supplier_order p where ${own}`,
      [orderName],
    );
    await client.query(
      `update order_line set state = 'ready', supplier_order_id = null, source_order_no = null where ${own}`,
      [orderName],
    );
    await client.query(
      `update sales_order set placement_status = 'ready', payment_status = 'pending' where name = $1`,
      [orderName],
    );
    for (const table of ['shipment', 'supplier_order_line', 'supplier_order'])
      await client.query(`delete from ${table} where ${own}`, [orderName]);
    await client.query('commit');
  });
}
