-- Grows whenever earlier proofs of who somebody is stop counting: a new password, every session ended, two-factor
-- authentication switched on. A sign-in that was checked against an older version opens nothing.
alter table account add column access_version integer not null default 0;
