-- A product that came along with a store from another workspace of the account was imported there, and counts there: the plan
-- counts an import once, wherever its copies stand. It counts here once the row over there is gone.
alter table product add column brought boolean not null default false;
create index product_brought on product (workplace_id, product_id) where brought;
-- Of a product on its way: whether it counts as an import where it comes from.
alter table store_move_name add column counts boolean not null default false;
-- Bookkeeping of the plan is nothing that a person did to a product.
drop trigger audited_insert on product;
drop trigger audited_update on product;
drop trigger audited_delete on product;
call audited('product', 'insert or update or delete', 'product', 'product_id', 'title', 'original revision push_state brought');
