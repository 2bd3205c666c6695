-- The page of the app that a payment provider leads back to after a top-up.
alter table topup add column return_path text not null default '/app/setting/wallet';
