-- An account that was asked to be deleted stays until then, and is kept by signing in.
alter table account add column delete_at timestamptz;
create index account_delete_at on account (delete_at) where delete_at is not null;

-- The books of an account end with it, and only with it: when its time is over.
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from account where account_id = old.account_id and delete_at < now()) then
    return old;
  end if;
  raise exception 'the ledger is append only' using errcode = 'restrict_violation';
end $$;

-- Removes what a table holds of an account whose time is over, or of one of its workplaces. As the owner, since the
-- application may not remove rows of tables that only grow. An owner that is a superuser sees past row level security, so
-- the function itself asks whose transaction it is, whether the time is over, and whether the workplace is the account's.
create function erase_account_rows(target regclass, tenant_column text, tenant uuid, account_of uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare erased bigint;
begin
  if account_of is distinct from app_account_id() then
    raise exception 'not the account of this transaction' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from account where account_id = account_of and delete_at < now()) then
    raise exception 'the account % is not to be erased', account_of using errcode = 'restrict_violation';
  end if;
  if tenant_column = 'account_id' then
    if tenant <> account_of then
      raise exception 'not of this account' using errcode = 'restrict_violation';
    end if;
  elsif tenant_column <> 'workplace_id'
    or not exists (select from workplace where workplace_id = tenant and account_id = account_of) then
    raise exception 'not a workplace of this account' using errcode = 'restrict_violation';
  end if;
  execute format('delete from %s where %I = $1', target, tenant_column) using tenant;
  get diagnostics erased = row_count;
  return erased;
end $$;
revoke execute on function erase_account_rows from public;
grant execute on function erase_account_rows to quayside_app;
