-- The product that a copy, or a product that was split off, was made of. Only imports (null) are unique by their supplier product.
alter table product add column copied_from uuid;
drop index product_once;
create unique index product_once on product (workplace_id, source, mode, source_product_id)
  where deleted_at is null and copied_from is null;
create index product_copies on product (workplace_id, source, mode, source_product_id)
  where deleted_at is null and copied_from is not null;
drop trigger audited_insert on product;
drop trigger audited_update on product;
drop trigger audited_delete on product;
call audited('product', 'insert or update or delete', 'product', 'product_id', 'title',
  'original revision push_state brought former_sources copied_from');

-- A product that is deleted here stays in its store: its listing is removed without a call to the store.
drop trigger listing_state_moves on listing;
create trigger listing_state_moves before update of state on listing for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    failed>queued,failed>removed,
    listed>failed,listed>queued,listed>removed,
    pushing>failed,pushing>listed,pushing>queued,pushing>unknown,
    queued>pushing,
    unknown>pushing}'))
  execute function refuse_move('state');

-- The line was removed from the list of products without a supplier; the order keeps it.
alter table order_line add column unmapped_dismissed boolean not null default false;

alter table process drop constraint process_kind_check;
alter table process add constraint process_kind_check
  check (kind in ('import', 'push', 'placement', 'payment', 'sync', 'catalogue', 'enhance', 'duplicate', 'split'));
