-- A product's tags as they are compared, ignoring case, each with its workspace.

create function product_tag_words(workplace_id uuid, tags text[]) returns text[] language sql immutable strict parallel safe
return array(select workplace_id::text || ' ' || lower(tag) from unnest(tags) tag);
