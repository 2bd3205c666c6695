-- closing: no worker takes up anything of the store any more; what is held is recorded, then its rows travel.
alter table store drop constraint store_moving_check;
alter table store add constraint store_moving_check check (moving in ('waiting', 'closing', 'carrying'));
