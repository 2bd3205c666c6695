-- When somebody else used an account before the owner of its e-mail proved it, what was let in until then is suspended, and
-- works again once the owner confirms it (features/suspensions). Null: not suspended.
alter table member add column suspended_at timestamptz;
alter table store add column suspended_at timestamptz;
alter table supplier_connection add column suspended_at timestamptz;
alter table notification_webhook add column suspended_at timestamptz;
-- The owner still has suspended access to review; says when that began.
alter table account add column review_since timestamptz;
