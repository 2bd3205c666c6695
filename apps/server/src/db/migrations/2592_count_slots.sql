-- Counts of orders are spread over slots, so that transactions don't wait for each other. Slots by the number of the process were shared
-- by some of them, and two that moved orders between the same tabs in different directions deadlocked.

-- A slot of a workplace that no other transaction has, until this one ends; the lowest, so that few rows are added up.
create function count_slot(workplace uuid) returns smallint language plpgsql as $$
begin
  for slot in 0..31 loop
    if pg_try_advisory_xact_lock(hashtextextended('order_count ' || workplace || ' ' || slot, 0)) then
      return slot;
    end if;
  end loop;
  return 32 + pg_backend_pid() % 32000;
end $$;

create or replace function count_new_orders() returns trigger language plpgsql as $$
declare
  found record;
begin
  for found in select workplace_id, store_id, tab, count(*) as orders from added group by 1, 2, 3 order by 1, 2, 3 loop
    insert into order_count as c (workplace_id, store_id, tab, slot, orders)
      values (found.workplace_id, found.store_id, found.tab, count_slot(found.workplace_id), found.orders)
      on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders + excluded.orders;
  end loop;
  return null;
end $$;

create or replace function count_moved_order() returns trigger language plpgsql as $$
declare
  free smallint := count_slot(old.workplace_id);
begin
  insert into order_count as c values (old.workplace_id, old.store_id, old.tab, free, -1)
  on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders - 1;
  if tg_op = 'UPDATE' then
    insert into order_count as c values (new.workplace_id, new.store_id, new.tab, free, 1)
    on conflict (workplace_id, store_id, tab, slot) do update set orders = c.orders + 1;
  end if;
  return null;
end $$;
