-- How the products of a workspace are written, and the rule that has imported ones enhanced by itself: on behalf of who turned
-- it on. A workspace without a row has nothing set and the rule off.
create table ai_writing_setting (
  workplace_id uuid not null primary key,
  style text,
  tone text,
  language text,
  forbidden_words text[] not null default '{}',
  brand_voice text not null default '',
  is_enable boolean not null default false,
  turned_on_by uuid,
  turned_on_name text,
  turned_on_at timestamptz(3),
  check (not is_enable or (turned_on_by is not null and turned_on_name is not null and turned_on_at is not null))
);
call tenant_table('ai_writing_setting');
-- One for each workspace, and so without a name of its own.
call audited('ai_writing_setting', 'insert or update', 'ai_writing', 'workplace_id', '', 'turned_on_by turned_on_name turned_on_at');

-- Who had which product written about, himself or by the rule. It is called as its product is; what becomes of it changes the
-- product, which has its own entries.
call audited('enhancement', 'insert', 'enhancement', 'product_id', '',
  'enhancement_id product_id state writer fields error_key error_params busy_since process_id');
