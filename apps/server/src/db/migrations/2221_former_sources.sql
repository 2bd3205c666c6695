-- Supplier products that a product was bought from before: "source mode id". Its listings keep the ids that were made of them, so a
-- product imported again from there needs others.
alter table product add column former_sources text[] not null default '{}';
create index product_former on product (workplace_id, product_id) where former_sources <> '{}';
drop trigger audited_insert on product;
drop trigger audited_update on product;
drop trigger audited_delete on product;
call audited('product', 'insert or update or delete', 'product', 'product_id', 'title',
  'original revision push_state brought former_sources');
