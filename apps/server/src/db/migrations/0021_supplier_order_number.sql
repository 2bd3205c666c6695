-- What a supplier calls an order towards people, where that is not the id of his API (our own warehouse: QW-100001).
alter table supplier_order add column order_number text;
