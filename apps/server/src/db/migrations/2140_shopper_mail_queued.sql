-- When an email's job was last enqueued: the sweep enqueues another one where it was lost.
alter table shopper_mail add column queued_at timestamptz not null default now();
create index shopper_mail_open on shopper_mail (workplace_id, queued_at) where state in ('waiting', 'sending');
