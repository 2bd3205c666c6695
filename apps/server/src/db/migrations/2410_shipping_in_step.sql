-- Shipping of tracked products: what the supplier asks for one item, so that stores can follow it.

-- ships: null until the supplier said so. shipping: the last known figure; told_shipping: the one that later ones are compared
-- with. shipping_asked_at: when a quote was asked for last.
alter table product_watch
  add column ships boolean,
  add column shipping bigint,
  add column told_shipping bigint,
  add column shipping_at timestamptz(3),
  add column shipping_asked_at timestamptz(3);
drop trigger audited_insert on product_watch;
drop trigger audited_delete on product_watch;
call audited('product_watch', 'insert or delete', 'product_watch', 'product_id', 'source',
  'since next_look_at looked_at cost_moved out_of_stock gone ships shipping told_shipping shipping_at shipping_asked_at');

-- shipped: products with a known shipping cost before the check that was read again.
alter table supplier_report add column shipped integer not null default 0;

alter table supplier_hold drop constraint supplier_hold_fault_check;
alter table supplier_hold add constraint supplier_hold_fault_check check (fault in ('cost_up', 'cost_down', 'stock', 'vanished',
  'shipping_up', 'shipping_down', 'shipping_gone'));

alter table auto_update_change drop constraint auto_update_change_cause_check;
alter table auto_update_change add constraint auto_update_change_cause_check check (cause in ('cost_up', 'cost_down',
  'out_of_stock', 'back_in_stock', 'vanished', 'shipping_up', 'shipping_down', 'shipping_gone', 'shipping_back', 'undo'));
