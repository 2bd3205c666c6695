-- One supplier order for several orders of one customer: order_id is the first of them.
alter table supplier_order add column other_order_ids uuid[] not null default '{}';
-- What each order contributes, the first one first: its quoted items and quantity. Costs are split by it.
alter table supplier_order add column shares jsonb;
alter table supplier_order add constraint supplier_order_shares
  check ((shares is null) = (other_order_ids = '{}')
    and (shares is null or jsonb_array_length(shares) = cardinality(other_order_ids) + 1));
create index supplier_order_others on supplier_order using gin (other_order_ids) where other_order_ids <> '{}';
