-- Products by tag, ignoring case. A tag is indexed with its workspace, since many workspaces use the same ones.

create function product_tag_words(workplace_id uuid, tags text[]) returns text[] language sql immutable strict parallel safe
return array(select workplace_id::text || ' ' || lower(tag) from unnest(tags) tag);
create index product_by_tag on product using gin (product_tag_words(workplace_id, tags)) where deleted_at is null;
