-- The account's own policy on workplaces exists for reading the list before one is chosen. As written it also let an account
-- write a workplace under any id, another tenant's included; only the primary key stood in the way.
drop policy workplace_of_account on workplace;
create policy workplace_of_account on workplace for select using (account_id = app_account_id());
