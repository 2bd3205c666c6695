-- What pictures of stores' variants and of imported products look like, so that recommendations can compare them. Pictures are read
-- by a job, each once; a failed one is tried again a few times at most.
create table picture_hash (
  workplace_id uuid not null,
  -- SHA-256 of the address: addresses are too long for an index.
  url_key text not null,
  url text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  state text not null default 'wanted' check (state in ('wanted', 'read', 'failed')),
  -- 128 bits in hexadecimal (pictures/picture-hash.ts); null of a read picture: too plain to be compared.
  hash text check (hash ~ '^[0-9a-f]{32}$'),
  -- Why it couldn't be read: a key of messages/<language>/server, or how the file is broken.
  fault text,
  tries integer not null default 0,
  -- When a worker may take it: while one has it, after that one is given up.
  next_at timestamptz(3) not null default now(),
  -- When a run last wanted it; rows that nothing wants any more are deleted.
  wanted_at timestamptz(3) not null default now(),
  primary key (workplace_id, url_key)
);
create index picture_hash_next on picture_hash (workplace_id, next_at) where state = 'wanted';
create index picture_hash_old on picture_hash (workplace_id, wanted_at);
call tenant_table('picture_hash');
create trigger picture_hash_state_moves before update of state on picture_hash
  for each row when (old.state is distinct from new.state and (old.state || '>' || new.state) <> all
    ('{wanted>read,wanted>failed}'))
  execute function refuse_move('state');
