-- Long work for one store is seen by those who have the store; what is for none in particular by every member.
create policy member_stores on process as restrictive
  using (app_store_ids() is null or store_id is null or store_id = any (app_store_ids()));
