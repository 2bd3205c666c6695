-- Emails to shoppers about their parcels. A kind is on since a time: earlier changes are never mailed.
create table shopper_mail_setting (
  workplace_id uuid not null primary key,
  shipped_since timestamptz(3),
  out_for_delivery_since timestamptz(3),
  delivered_since timestamptz(3),
  problem_since timestamptz(3),
  sender_name text,
  reply_to text,
  language text not null
);
call tenant_table('shopper_mail_setting');
call audited('shopper_mail_setting', 'insert or update', 'tracking_setting', 'workplace_id', 'workplace_id', '');

-- The same of one store, if it has its own, and the key that its shoppers' addresses are hashed with.
create table shopper_mail_store (
  workplace_id uuid not null,
  store_id uuid not null,
  hash_key jsonb not null,
  is_own boolean not null default false,
  shipped_since timestamptz(3),
  out_for_delivery_since timestamptz(3),
  delivered_since timestamptz(3),
  problem_since timestamptz(3),
  sender_name text,
  reply_to text,
  language text,
  primary key (workplace_id, store_id),
  check (not is_own or language is not null)
);
call tenant_table('shopper_mail_store');
call store_wall('shopper_mail_store');
call audited('shopper_mail_store', 'insert or update', 'tracking_setting', 'store_id', 'store_id', 'hash_key');

-- Shoppers who want no emails of a store. The hash has a secret key, so it names no one.
create table shopper_unsubscribe (
  workplace_id uuid not null,
  store_id uuid not null,
  address_hash text not null,
  at timestamptz(3) not null default now(),
  primary key (workplace_id, store_id, address_hash)
);
call tenant_table('shopper_unsubscribe');
call store_wall('shopper_unsubscribe');

-- One email for each parcel and kind. Its text is written when it is sent, and neither it nor the address is stored.
create table shopper_mail (
  workplace_id uuid not null,
  mail_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  shipment_id uuid not null,
  kind text not null check (kind in ('shipped', 'out_for_delivery', 'delivered', 'problem')),
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'kept', 'unsubscribed', 'dropped')),
  reason text,
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  primary key (workplace_id, mail_id),
  foreign key (workplace_id, order_id) references sales_order
);
create unique index shopper_mail_once on shopper_mail (workplace_id, shipment_id, kind);
create index shopper_mail_order on shopper_mail (workplace_id, order_id);
create index shopper_mail_store_recent on shopper_mail (workplace_id, store_id, mail_id desc);
call tenant_table('shopper_mail');
call store_wall('shopper_mail');
create trigger shopper_mail_state_moves before update of state on shopper_mail for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    sending>dropped,sending>failed,sending>kept,sending>sent,sending>unsubscribed,sending>waiting,
    waiting>sending}'))
  execute function refuse_move('state');
