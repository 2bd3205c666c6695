-- Money that suppliers gave back for supplier orders, once per refund.
create table supplier_refund (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  -- The supplier's id of the refund. 'smaller total': refunds of earlier versions, which named none.
  refund_ref text not null,
  order_id uuid not null,
  -- Minor units of the supplier order's currency. credited: the part that went to the payer, never more than was paid.
  amount bigint not null check (amount > 0),
  credited bigint not null check (credited between 0 and amount),
  source text not null check (source in ('supplier', 'total', 'operator')),
  -- The supplier's own time of it, where it says.
  refunded_at timestamptz(3),
  booked_at timestamptz(3) not null default now(),
  primary key (workplace_id, supplier_order_id, refund_ref),
  foreign key (workplace_id, supplier_order_id) references supplier_order
);
create index supplier_refund_of on supplier_refund (workplace_id, order_id);

-- Earlier versions booked a refund by lowering total_cost and adding an event.
alter table supplier_order no force row level security;
alter table order_event no force row level security;
insert into supplier_refund (workplace_id, supplier_order_id, refund_ref, order_id, amount, credited, source)
select p.workplace_id, p.supplier_order_id, 'smaller total', p.order_id, p.pay_amount - p.total_cost,
  p.pay_amount - p.total_cost, 'total'
from supplier_order p
where p.payer = 'wallet' and p.pay_state = 'paid' and p.total_cost < p.pay_amount
  and exists (select 1 from order_event e
    where e.workplace_id = p.workplace_id and e.order_id = p.order_id and e.kind = 'refunded');
update supplier_order set pay_state = 'refunded'
where payer = 'wallet' and pay_state = 'paid' and total_cost = 0 and pay_amount > 0;
alter table supplier_order force row level security;
alter table order_event force row level security;
call tenant_table('supplier_refund');
