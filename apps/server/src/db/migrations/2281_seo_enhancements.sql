-- What is written: title and description, or the texts for search engines.
alter table enhancement add column kind text not null default 'content' check (kind in ('content', 'seo'));
drop index enhancement_once;
create unique index enhancement_once on enhancement (workplace_id, product_id, kind) where state in ('queued', 'writing');
