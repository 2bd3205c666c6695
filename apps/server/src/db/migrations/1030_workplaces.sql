-- Workplaces, their members and the API tokens of their owners.
create table workplace (
  workplace_id uuid primary key,
  account_id uuid not null,
  name text not null,
  currency text not null default 'USD',
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- A deleted workplace keeps its rows, which nobody can reach: it has no members.
  deleted_at timestamptz
);
call tenant_table('workplace');
-- An account lists its workplaces before one of them is the tenant. It writes none of them that way.
create policy workplace_of_account on workplace for select using (account_id = app_account_id());
call merge_policies('workplace');
call audited('workplace', 'insert or update', 'workspace', 'workplace_id', 'name', '');

create table member (
  account_id uuid not null,
  workplace_id uuid not null,
  role text not null check (role in ('owner', 'manager', 'buyer', 'lister', 'viewer')),
  created_at timestamptz not null default now(),
  -- The account whose plan and wallet pay in this workplace. Null: the member's own.
  owner_id uuid,
  -- The stores that the member is limited to. Null: all of them.
  store_ids uuid[],
  changed_at timestamptz not null default now(),
  -- Somebody else used the account before the owner of its e-mail address proved it: everything that was set up until then is
  -- suspended until the owner confirms it (features/suspensions).
  suspended_at timestamptz,
  primary key (account_id, workplace_id)
);
create index member_of_workplace on member (workplace_id);
call account_table('member');
-- A workplace sees its members. Writing takes both tenants: nobody joins a workplace, or is added to one, from one side alone.
create policy member_seen_by_workplace on member for select using (workplace_id = app_workplace_id());
create policy member_joins on member as restrictive for insert with check (workplace_id = app_workplace_id());
create policy member_changes on member as restrictive for update using (workplace_id = app_workplace_id());
create policy member_leaves on member as restrictive for delete using (workplace_id = app_workplace_id());
call merge_policies('member');
call audited('member', 'insert or update or delete', 'member', 'account_id', 'role', '');

create table invitation (
  workplace_id uuid not null,
  invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('manager', 'buyer', 'lister', 'viewer')),
  store_ids uuid[],
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  primary key (workplace_id, invitation_id)
);
create unique index invitation_pending on invitation (workplace_id, email) where accepted_at is null and revoked_at is null;
call tenant_table('invitation');
call audited('invitation', 'insert or update', 'invitation', 'invitation_id', 'email', '');

-- Global: finds the tenant of an invitation by the hash of its link.
create table invitation_directory (
  token_hash bytea primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  invitation_id uuid not null unique,
  expires_at timestamptz not null
);

-- The owner offers the workplace to one of its managers, one offer at a time. Removed once it is accepted, declined or withdrawn.
create table workplace_offer (
  workplace_id uuid primary key,
  to_account uuid not null,
  to_name text not null,
  offered_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The offer was accepted while work was under way: nothing new starts until then.
  closed_until timestamptz
);
call tenant_table('workplace_offer');
call audited('workplace_offer', 'insert or delete', 'ownership', 'workplace_id', 'to_name', 'offered_by');

-- Tokens for the owner's scripts. The token is shown once; the directory stores its hash.
create table api_token (
  workplace_id uuid not null,
  token_id uuid not null,
  name text not null,
  -- The last characters, by which a person recognises it.
  tail text not null,
  scopes text[] not null,
  store_ids uuid[],
  made_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  primary key (workplace_id, token_id)
);
call tenant_table('api_token');
call audited('api_token', 'insert or update', 'api_token', 'token_id', 'name', 'last_used_at last_used_ip');

-- Global: finds the tenant of a token by its hash.
create table api_token_directory (
  token_hash bytea primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  token_id uuid not null unique,
  expires_at timestamptz
);
create index api_token_directory_of on api_token_directory (workplace_id);

-- Accounts that paid in a workplace before its ownership changed: suppliers' refunds of their payments are theirs.
create table wallet_former_payer (
  workplace_id uuid not null,
  account_id uuid not null,
  until timestamptz not null default now(),
  primary key (workplace_id, account_id)
);
call tenant_table('wallet_former_payer');
