-- A run takes in all products of its store, those that were chosen, or those that a keyword finds.
-- chosen: [{id, title}], ids and titles in the store.
alter table adoption add column keyword text;
alter table adoption add column chosen jsonb;
alter table adoption add check (keyword is null or chosen is null);

-- Products of a store that aren't here yet, read by a job a page at a time for a person who chooses among them.
create table adoption_search (
  workplace_id uuid not null,
  search_id uuid not null,
  store_id uuid not null,
  keyword text not null,
  state text not null default 'reading' check (state in ('reading', 'ready', 'failed')),
  -- Where the next page starts; null with is_whole: there is none.
  cursor text,
  is_whole boolean not null default false,
  -- How many products are to be found before the job stops.
  wanted integer not null,
  found integer not null default 0,
  -- Products that were left out because they are here already.
  known integer not null default 0,
  failures integer not null default 0,
  error_key text,
  error_params jsonb,
  holder uuid,
  held_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (workplace_id, search_id)
);
create index adoption_search_recent on adoption_search (workplace_id, created_at);
call tenant_table('adoption_search');
call store_wall('adoption_search');
create trigger adoption_search_state_moves before update of state on adoption_search
  for each row when (old.state is distinct from new.state and (old.state || '>' || new.state) <> all
    ('{reading>ready,reading>failed,ready>reading,failed>reading}'))
  execute function refuse_move('state');

create table adoption_found (
  workplace_id uuid not null,
  search_id uuid not null,
  external_product_id text not null,
  store_id uuid not null,
  position integer not null,
  ref text,
  title text not null,
  sku text not null,
  image_url text,
  variants integer,
  status text not null,
  refusal text,
  primary key (workplace_id, search_id, external_product_id),
  foreign key (workplace_id, search_id) references adoption_search (workplace_id, search_id) on delete cascade
);
create index adoption_found_list on adoption_found (workplace_id, search_id, position);
call tenant_table('adoption_found');
call store_wall('adoption_found');
