-- What a supplier owes for a paid order that it cancelled, in whole or in part, where it does not list its refunds itself.
create table expected_refund (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  -- Minor units of the supplier order's currency. amount: expected back in all, with what was credited already. pending: what is
  -- still missing; zero once it is closed.
  amount bigint not null check (amount > 0),
  pending bigint not null check (pending between 0 and amount),
  reason text not null check (reason in ('cancelled', 'refused_items')),
  expected_at timestamptz(3) not null default now(),
  primary key (workplace_id, supplier_order_id),
  foreign key (workplace_id, supplier_order_id) references supplier_order
);
create index expected_refund_of on expected_refund (workplace_id, order_id);
create index expected_refund_pending on expected_refund (workplace_id, supplier_order_id desc) where pending > 0;

-- Orders that were cancelled before this was known. Our own warehouse lists its refunds.
alter table supplier_order no force row level security;
alter table supplier_refund no force row level security;
insert into expected_refund (workplace_id, supplier_order_id, order_id, amount, pending, reason)
select p.workplace_id, p.supplier_order_id, p.order_id, p.paid, p.paid - p.credited, 'cancelled'
from (
  select o.workplace_id, o.supplier_order_id, o.order_id, coalesce(r.credited, 0) as credited,
    case when o.payer = 'wallet' then least(o.total_cost + coalesce(r.credited, 0), coalesce(o.pay_amount, 0))
      else o.total_cost + coalesce(r.credited, 0) end as paid
  from supplier_order o
  left join (select workplace_id, supplier_order_id, sum(credited)::bigint as credited from supplier_refund
    group by workplace_id, supplier_order_id) r using (workplace_id, supplier_order_id)
  where o.state = 'cancelled' and o.pay_state = 'paid' and o.total_cost > 0 and o.supplier <> 'quayside'
) p
where p.paid > p.credited;
alter table supplier_order force row level security;
alter table supplier_refund force row level security;
call tenant_table('expected_refund');

-- The refunds of a payment never exceed it. The wallet pays what was agreed (pay_amount) at most; total_cost falls by each credit.
alter table supplier_order add constraint supplier_order_cost_left check (total_cost >= 0);
create function supplier_refund_cap() returns trigger language plpgsql as $$
declare
  paid bigint;
  back bigint;
begin
  -- Locked, so that two transactions cannot each see room for their own refund.
  select coalesce(pay_amount, 0) into paid from supplier_order
    where workplace_id = new.workplace_id and supplier_order_id = new.supplier_order_id and payer = 'wallet' for no key update;
  if paid is null then return new; end if;
  select coalesce(sum(credited), 0) into back from supplier_refund
    where workplace_id = new.workplace_id and supplier_order_id = new.supplier_order_id and refund_ref <> new.refund_ref;
  if back + new.credited > paid then
    raise exception 'refunds of % and % exceed the payment of %', back, new.credited, paid
      using errcode = 'check_violation', constraint = 'supplier_refund_cap', table = 'supplier_refund';
  end if;
  return new;
end $$;
create trigger supplier_refund_cap before insert or update of credited on supplier_refund for each row
  execute function supplier_refund_cap();
