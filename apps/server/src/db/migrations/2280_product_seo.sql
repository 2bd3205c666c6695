-- The product's entry in search engines and its customs data, as its owner writes them; empty: left to the store.
alter table product add column seo_title text not null default '';
alter table product add column seo_description text not null default '';
-- Harmonized System code: 6 to 13 digits. Country of origin: ISO 3166-1 alpha-2.
alter table product add column hs_code text not null default '';
alter table product add column origin_country text not null default '';
