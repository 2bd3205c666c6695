-- People confirm expected refunds, or close them with a reason.
alter table expected_refund add column order_no text not null default '';
alter table expected_refund add column closed_at timestamptz(3);
alter table expected_refund add column closed_note text;
-- The key of the request that closed it.
alter table expected_refund add column closed_ref text;
alter table expected_refund add constraint expected_refund_closed
  check ((closed_at is null) = (closed_note is null) and (closed_at is null or pending = 0));

-- Global: finds the workplaces of refunds that operators are to confirm, those that a wallet paid.
create table refund_directory (
  supplier_order_id uuid primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  open boolean not null default true
);
create index refund_directory_open on refund_directory (supplier_order_id desc) where open;

alter table expected_refund no force row level security;
alter table supplier_order no force row level security;
alter table workplace no force row level security;
update expected_refund r set order_no = coalesce(p.order_number, p.source_order_no, '')
  from supplier_order p where p.workplace_id = r.workplace_id and p.supplier_order_id = r.supplier_order_id;
insert into refund_directory (supplier_order_id, workplace_id, account_id)
select r.supplier_order_id, r.workplace_id, w.account_id
from expected_refund r
  join supplier_order p on p.workplace_id = r.workplace_id and p.supplier_order_id = r.supplier_order_id
  join workplace w on w.workplace_id = r.workplace_id
where r.pending > 0 and p.payer = 'wallet';
alter table expected_refund force row level security;
alter table supplier_order force row level security;
alter table workplace force row level security;
call audited('expected_refund', 'update', 'refund', 'supplier_order_id', 'order_no', 'order_id order_no amount reason expected_at closed_ref');
