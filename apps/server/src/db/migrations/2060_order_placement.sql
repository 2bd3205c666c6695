-- How a workplace buys from a supplier: warehouse, destinations and the rule table of shipping methods.
create table placement_setting (
  workplace_id uuid not null,
  supplier text not null,
  warehouse text,
  countries text[] not null default '{}',
  shipping_method text,
  rules jsonb not null default '[]',
  primary key (workplace_id, supplier)
);
call tenant_table('placement_setting');
call audited('placement_setting', 'insert or update', 'order_setting', 'workplace_id', 'supplier', '');

-- quayside: a line goes to its product's own supplier if that is Quayside; origin: to the supplier it has.
alter table purchasing_setting add column fulfillment text not null default 'origin'
  check (fulfillment in ('quayside', 'origin'));
