-- Tags of the products that aren't deleted, for filters and suggestions: behind row-level security no index serves the operators of
-- arrays. `word`: the tag as it is compared, in lower case.
create table product_tag (
  workplace_id uuid not null,
  product_id uuid not null,
  word text collate "C" not null,
  tag text not null,
  primary key (workplace_id, word, product_id),
  foreign key (workplace_id, product_id) references product (workplace_id, product_id) on delete cascade
);
create index product_tag_of on product_tag (workplace_id, product_id);

alter table product no force row level security;
insert into product_tag (workplace_id, product_id, word, tag)
  select distinct on (p.workplace_id, p.product_id, lower(t.tag)) p.workplace_id, p.product_id, lower(t.tag), t.tag
  from product p, unnest(p.tags) with ordinality t(tag, at)
  where p.deleted_at is null
  order by p.workplace_id, p.product_id, lower(t.tag), t.at;
alter table product force row level security;
call tenant_table('product_tag');

create function keep_product_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from product_tag where workplace_id = new.workplace_id and product_id = new.product_id;
  end if;
  if new.deleted_at is null then
    insert into product_tag (workplace_id, product_id, word, tag)
      select distinct on (lower(t.tag)) new.workplace_id, new.product_id, lower(t.tag), t.tag
      from unnest(new.tags) with ordinality t(tag, at)
      order by lower(t.tag), t.at
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger product_tags_added after insert on product for each row
  when (new.tags <> '{}') execute function keep_product_tags();
create trigger product_tags_changed after update of tags, deleted_at on product for each row
  when (new.tags is distinct from old.tags or (new.deleted_at is null) <> (old.deleted_at is null))
  execute function keep_product_tags();

drop function product_tag_words;
