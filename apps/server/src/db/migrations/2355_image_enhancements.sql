-- One image of a product that is improved: requested, then a result beside its original.
create table image_enhancement (
  workplace_id uuid not null,
  image_enhancement_id uuid not null,
  product_id uuid not null,
  action text not null check (action in ('remove_background', 'upscale', 'edit', 'enlarge')),
  background text check (background in ('transparent', 'white')),
  prompt text,
  -- The product's image as it was requested; it stays as it is.
  source_url text not null,
  state text not null default 'queued'
    check (state in ('queued', 'working', 'proposed', 'replaced', 'added', 'undone', 'failed')),
  -- The attempt in progress. A provider bills each image and knows no idempotency key, so an attempt whose outcome was lost is never repeated.
  run_id uuid,
  model text,
  -- The result: a stored file with a public address, an image of the library once it was accepted.
  file_id uuid,
  public_key text,
  width integer,
  height integer,
  image_id uuid,
  error_key text,
  error_params jsonb,
  attempts integer not null default 0,
  -- Since when the provider says it is busy.
  busy_since timestamptz(3),
  process_id uuid not null,
  asked_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workplace_id, image_enhancement_id),
  foreign key (workplace_id, product_id) references product,
  check (state not in ('proposed', 'replaced', 'added', 'undone') or (file_id is not null and public_key is not null))
);
create index image_enhancement_of on image_enhancement (workplace_id, product_id);
create unique index image_enhancement_once on image_enhancement (workplace_id, product_id, source_url, action)
  where state in ('queued', 'working');
call tenant_table('image_enhancement');
call audited('image_enhancement', 'insert', 'image_enhancement', 'product_id', '',
  'image_enhancement_id product_id source_url state run_id model file_id public_key width height image_id error_key error_params busy_since process_id');
create trigger image_enhancement_state_moves before update of state on image_enhancement for each row
  when (old.state is distinct from new.state and old.state || '>' || new.state <> all ('{
    queued>working,queued>failed,
    working>queued,working>proposed,working>failed,
    proposed>replaced,proposed>added,
    replaced>undone,added>undone,
    undone>replaced,undone>added}'))
  execute function refuse_move('state');

-- Which improvement imported products get, on behalf of the member who switched the rule on. Without a row it is off.
create table ai_image_setting (
  workplace_id uuid not null primary key,
  action text not null default 'remove_background' check (action in ('remove_background', 'upscale', 'edit', 'enlarge')),
  background text not null default 'white' check (background in ('transparent', 'white')),
  prompt text not null default '',
  most_images integer not null default 1 check (most_images between 1 and 10),
  is_enable boolean not null default false,
  turned_on_by uuid,
  turned_on_name text,
  turned_on_at timestamptz(3),
  check (not is_enable or (turned_on_by is not null and turned_on_name is not null and turned_on_at is not null))
);
call tenant_table('ai_image_setting');
call audited('ai_image_setting', 'insert or update', 'ai_images', 'workplace_id', '', 'turned_on_by turned_on_name turned_on_at');

alter table process drop constraint process_kind_check;
alter table process add constraint process_kind_check
  check (kind in ('import', 'push', 'placement', 'payment', 'sync', 'catalogue', 'enhance', 'duplicate', 'split', 'adopt', 'optimize_image'));
