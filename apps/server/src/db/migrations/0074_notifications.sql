-- What happened, on its way to the notifications: one row in the transaction in which it happens, held by nobody, gathered
-- within a second. Ten thousand orders write ten thousand rows here and never wait for one another.
create table notification_event (
  workplace_id uuid not null,
  event_id uuid not null,
  kind text not null,
  store_id uuid,
  is_sandbox boolean not null default false,
  -- The thing it is about, and how people call it.
  subject_id text,
  subject_name text,
  params jsonb not null default '{}',
  -- What is told one time and no more: null where it may happen again.
  once_key text,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (workplace_id, event_id)
);
call tenant_table('notification_event');
create policy member_stores on notification_event as restrictive
  using (app_store_ids() is null or store_id is null or store_id = any (app_store_ids()));

-- What people are told, as a key with its parameters: the words are made in the reader's language.
create table notification (
  workplace_id uuid not null,
  notification_id uuid not null,
  kind text not null,
  area text not null,
  -- What may be joined: kind, store, or the one thing it is about.
  group_key text not null,
  store_id uuid,
  is_sandbox boolean not null default false,
  count integer not null default 1,
  -- The newest things, as {id, name}.
  subjects jsonb not null default '[]',
  params jsonb not null default '{}',
  created_at timestamptz(3) not null,
  -- When the last thing joined it: whoever read it before has something new.
  at timestamptz(3) not null,
  primary key (workplace_id, notification_id)
);
create index notification_recent on notification (workplace_id, at desc, notification_id desc);
create index notification_group on notification (workplace_id, group_key, created_at desc);
call tenant_table('notification');
create policy member_stores on notification as restrictive
  using (app_store_ids() is null or store_id is null or store_id = any (app_store_ids()));

-- A member and the notifications of one workplace.
create table notification_member (
  workplace_id uuid not null,
  account_id uuid not null,
  -- Everything up to here is read.
  read_until timestamptz(3),
  -- Everything up to here was mailed, or needed no mail.
  mailed_until timestamptz(3),
  maintenance_mode boolean not null default false,
  primary key (workplace_id, account_id)
);
call tenant_table('notification_member');

create table notification_read (
  workplace_id uuid not null,
  account_id uuid not null,
  notification_id uuid not null,
  read_at timestamptz(3) not null,
  primary key (workplace_id, account_id, notification_id)
);
call tenant_table('notification_read');

-- What a member chose otherwise than it is by default.
create table notification_preference (
  workplace_id uuid not null,
  account_id uuid not null,
  kind text not null,
  way text not null check (way in ('app', 'mail')),
  wanted boolean not null,
  primary key (workplace_id, account_id, kind, way)
);
call tenant_table('notification_preference');

-- Where a workplace's notifications are also sent. The secret lies sealed.
create table notification_webhook (
  workplace_id uuid not null primary key,
  url text not null,
  secret jsonb not null,
  secret_tail text not null,
  kinds text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call tenant_table('notification_webhook');
call audited('notification_webhook', 'insert or update or delete', 'webhook', 'workplace_id', 'url', 'secret');

create table notification_delivery (
  workplace_id uuid not null,
  delivery_id uuid not null,
  -- Null: a test.
  notification_id uuid,
  kind text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  http_status integer,
  error_key text,
  error_params jsonb,
  created_at timestamptz(3) not null default clock_timestamp(),
  sent_at timestamptz(3),
  primary key (workplace_id, delivery_id)
);
create index notification_delivery_recent on notification_delivery (workplace_id, created_at desc);
create index notification_delivery_waiting on notification_delivery (workplace_id, notification_id) where state = 'waiting';
call tenant_table('notification_delivery');

-- What a member chose and read in a workplace goes with his place in it, whichever way he leaves.
create function forget_notices_of_member() returns trigger language plpgsql as $$
begin
  delete from notification_preference where workplace_id = old.workplace_id and account_id = old.account_id;
  delete from notification_read where workplace_id = old.workplace_id and account_id = old.account_id;
  delete from notification_member where workplace_id = old.workplace_id and account_id = old.account_id;
  return null;
end $$;
create trigger member_forgets_notices after delete on member for each row execute function forget_notices_of_member();
