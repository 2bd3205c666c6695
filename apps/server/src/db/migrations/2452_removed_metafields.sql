-- A value that was removed here, and that the next push removes from the store, which has it too. Its row goes with it.
alter table product_metafield add column removed boolean not null default false;

-- Of the values of a listing: those that the store had too after the last push, or when it was taken in, and those that the store had
-- when it was last read, each by id. seen null: not read yet.
alter table listing_metafield add column sent jsonb not null default '{}';
alter table listing_metafield add column seen jsonb;
alter table listing_metafield add column seen_at timestamptz(3);
