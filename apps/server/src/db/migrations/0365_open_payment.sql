-- A payment can only be open for an order that is placed at its supplier. Until now an order that its supplier cancelled kept its
-- open payment, which no worker took up, so the wallet's hold stayed. Such an order counts as placed again and as cancelled by its
-- supplier; its payment is found out, and then the order is cancelled.
alter table supplier_order no force row level security;
update supplier_order set state = 'placed', remote_state = 'cancelled', claimed_by = null, claimed_until = null
where state = 'cancelled' and pay_state in ('requested', 'paying', 'unknown');
alter table supplier_order force row level security;
alter table supplier_order add constraint supplier_order_open_payment
  check (state = 'placed' or pay_state not in ('requested', 'paying', 'unknown'));
create index supplier_order_cancelled_there on supplier_order (workplace_id, supplier_order_id)
  where state = 'placed' and remote_state = 'cancelled';
