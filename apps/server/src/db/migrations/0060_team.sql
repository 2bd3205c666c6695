-- A member's place in a workplace that somebody else owns.
-- owner_id: the account whose plan and wallet pay there; null: the member himself. store_ids: the stores he is held to; null: all.
alter table member add column owner_id uuid;
alter table member add column store_ids uuid[];
alter table member add column changed_at timestamptz not null default now();
create index member_of_workplace on member (workplace_id);
-- A workplace sees who its members are. Their rows are written only where both are at hand, the member's account and the
-- workplace: nobody lets himself into a workplace, and a workplace takes nobody in.
create policy member_seen_by_workplace on member for select using (workplace_id = app_workplace_id());
create policy member_joins on member as restrictive for insert with check (workplace_id = app_workplace_id());
create policy member_changes on member as restrictive for update using (workplace_id = app_workplace_id());
create policy member_leaves on member as restrictive for delete using (workplace_id = app_workplace_id());

-- Stores that the current member is held to; null: every one. What it means for each table is said by store_wall().
create function app_store_ids() returns uuid[]
  language sql stable parallel safe
  return nullif(current_setting('app.store_ids', true), '')::uuid[];

-- call store_wall('sales_order'): a member who is held to some stores sees and writes the rows of these alone.
create procedure store_wall(target regclass)
  language plpgsql as $$
begin
  execute format(
    'create policy member_stores on %s as restrictive using (app_store_ids() is null or store_id = any (app_store_ids()))',
    target);
end
$$;
call store_wall('store');
call store_wall('listing');
call store_wall('listing_variant');
call store_wall('sales_order');
call store_wall('order_count');
call store_wall('shipment');

-- What hangs on an order says itself whose store it is, so that the wall needs no second look.
alter table supplier_order add column store_id uuid;
alter table supplier_order no force row level security;
alter table sales_order no force row level security;
update supplier_order s set store_id = o.store_id from sales_order o
  where o.workplace_id = s.workplace_id and o.order_id = s.order_id;
alter table supplier_order force row level security;
alter table sales_order force row level security;
create function supplier_order_store() returns trigger language plpgsql as $$
begin
  new.store_id := (select store_id from sales_order where workplace_id = new.workplace_id and order_id = new.order_id);
  return new;
end $$;
create trigger supplier_order_of_store before insert on supplier_order for each row execute function supplier_order_store();
call store_wall('supplier_order');

-- Who began to connect a store, where that is not the account that owns the workplace.
alter table connect_attempt add column person_id uuid;
