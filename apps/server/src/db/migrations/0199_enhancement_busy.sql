-- Since when a provider says that it is busy: what waits in the queue before it was asked is no wait for it.
alter table enhancement add column busy_since timestamptz(3);
