-- The owner of a workplace offers it to one of its managers; one offer at a time. Gone once it is taken, declined or withdrawn.
create table workplace_offer (
  workplace_id uuid primary key,
  to_account uuid not null,
  to_name text not null,
  offered_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
call tenant_table('workplace_offer');
call audited('workplace_offer', 'insert or delete', 'ownership', 'workplace_id', 'to_name', 'offered_by');

-- Accounts that paid in a workplace before it changed hands: what suppliers give back of their payments is theirs.
create table wallet_former_payer (
  workplace_id uuid not null,
  account_id uuid not null,
  until timestamptz not null default now(),
  primary key (workplace_id, account_id)
);
call tenant_table('wallet_former_payer');
