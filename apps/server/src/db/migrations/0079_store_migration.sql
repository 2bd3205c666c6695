-- A wish to take over a store that another account has connected: asked for in one workplace, agreed to by the owner of the
-- other, done by a job. While the store's keys are on their way they lie sealed here, and are forgotten at the end.
create table store_migration (
  workplace_id uuid not null,
  migration_id uuid not null,
  asked_by uuid not null,
  platform text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  platform_domain text not null,
  state text not null check (state in ('asked', 'agreed', 'done', 'refused', 'failed')),
  carried jsonb,
  error jsonb,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (workplace_id, migration_id)
);
create unique index store_migration_once on store_migration (workplace_id, platform, mode, platform_domain)
  where state in ('asked', 'agreed');
call tenant_table('store_migration');
