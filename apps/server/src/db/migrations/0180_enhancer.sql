-- What the enhancer does with one product: writing, then a proposal with a snapshot of what stood there before. `fields` holds
-- by field what was before, what is proposed, and whether it was accepted or undone.
create table enhancement (
  workplace_id uuid not null,
  enhancement_id uuid not null,
  product_id uuid not null,
  state text not null check (state in ('queued', 'writing', 'proposed', 'failed')),
  style text,
  tone text,
  writer jsonb,
  fields jsonb not null default '{}',
  error_key text,
  error_params jsonb,
  -- Tries that a writer failed at.
  attempts integer not null default 0,
  process_id uuid not null,
  asked_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, enhancement_id),
  foreign key (workplace_id, product_id) references product
);
create index enhancement_of on enhancement (workplace_id, product_id);
-- Two at work on the same product would propose against each other.
create unique index enhancement_once on enhancement (workplace_id, product_id) where state in ('queued', 'writing');
call tenant_table('enhancement');

alter table process drop constraint process_kind_check;
alter table process add constraint process_kind_check
  check (kind in ('import', 'push', 'placement', 'payment', 'sync', 'catalogue', 'enhance'));
