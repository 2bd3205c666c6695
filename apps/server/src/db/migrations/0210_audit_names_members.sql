-- A member is called by his name in the trail, as he was called when it was written: his role, which stood there, is among the
-- facts anyway, and one who has left or deleted his account could not be told by it.
create function audit_member_name() returns trigger language plpgsql as $$
declare person account;
begin
  select * into person from account where account_id = new.entity_id::uuid;
  new.entity_name := coalesce(nullif(trim(concat_ws(' ', person.first_name, person.last_name)), ''), person.email, new.entity_name);
  return new;
end $$;
create trigger member_name before insert on audit_entry for each row when (new.entity = 'member')
  execute function audit_member_name();
