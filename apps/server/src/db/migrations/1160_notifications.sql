-- Events on their way to notifications. Each transaction adds rows of its own and waits for nobody; workers group them within a
-- second, so that a bulk of ten thousand is one notification.
create table notification_event (
  workplace_id uuid not null,
  event_id uuid not null,
  kind text not null,
  store_id uuid,
  is_sandbox boolean not null default false,
  -- The subject's id and display name.
  subject_id text,
  subject_name text,
  params jsonb not null default '{}',
  -- Set for events that notify once only.
  once_key text,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (workplace_id, event_id)
);
call tenant_table('notification_event');
call store_wall_or_none('notification_event');

-- A notification is a message key with parameters: its text is made in the reader's language.
create table notification (
  workplace_id uuid not null,
  notification_id uuid not null,
  kind text not null,
  area text not null,
  -- What may be grouped: kind and store, or one subject.
  group_key text not null,
  store_id uuid,
  is_sandbox boolean not null default false,
  count integer not null default 1,
  -- The newest subjects, as {id, name}.
  subjects jsonb not null default '[]',
  params jsonb not null default '{}',
  created_at timestamptz(3) not null,
  -- The last event in the group. A notification that was read before then is unread again.
  at timestamptz(3) not null,
  primary key (workplace_id, notification_id)
);
create index notification_recent on notification (workplace_id, at desc, notification_id desc);
create index notification_group on notification (workplace_id, group_key, created_at desc);
call tenant_table('notification');
call store_wall_or_none('notification');

create table notification_member (
  workplace_id uuid not null,
  account_id uuid not null,
  -- Everything until then is read.
  read_until timestamptz(3),
  -- Everything until then was mailed, or needed no mail.
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

-- A member's choices that differ from the defaults.
create table notification_preference (
  workplace_id uuid not null,
  account_id uuid not null,
  kind text not null,
  way text not null check (way in ('app', 'mail')),
  wanted boolean not null,
  primary key (workplace_id, account_id, kind, way)
);
call tenant_table('notification_preference');

-- Deletes a member's choices and read marks with the membership, however it ends.
create function forget_notices_of_member() returns trigger language plpgsql as $$
begin
  delete from notification_preference where workplace_id = old.workplace_id and account_id = old.account_id;
  delete from notification_read where workplace_id = old.workplace_id and account_id = old.account_id;
  delete from notification_member where workplace_id = old.workplace_id and account_id = old.account_id;
  return null;
end $$;
create trigger member_forgets_notices after delete on member for each row execute function forget_notices_of_member();

-- A workplace's own webhook for notifications. The secret is encrypted.
create table notification_webhook (
  workplace_id uuid not null primary key,
  url text not null,
  secret jsonb not null,
  secret_tail text not null,
  kinds text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  suspended_at timestamptz
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
