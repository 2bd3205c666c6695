-- Tokens for an owner's own scripts. The token itself is shown once; only its hash is kept, in the directory.
create table api_token (
  workplace_id uuid not null,
  token_id uuid not null,
  name text not null,
  -- The last characters, by which a person knows it again.
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

-- Global: finds the tenant of a token by its hash, before a tenant is known.
create table api_token_directory (
  token_hash bytea primary key,
  workplace_id uuid not null,
  account_id uuid not null,
  token_id uuid not null unique,
  expires_at timestamptz
);
create index api_token_directory_of on api_token_directory (workplace_id);
