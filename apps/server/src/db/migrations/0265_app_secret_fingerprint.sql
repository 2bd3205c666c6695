-- Global: identifies the secrets (APP_SECRET) that credentials in this database are encrypted with, so that a process with
-- another one is refused at start. One row, two while a secret is being replaced.
create table app_secret_fingerprint (
  fingerprint text primary key,
  created_at timestamptz(3) not null default now()
);
-- Written by the owner alone, at start and by `npm run rotate-secret`.
revoke insert, update, delete on app_secret_fingerprint from quayside_app;
