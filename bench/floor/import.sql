-- What an import writes, in one statement: the product $2 and its variants $3 in the workspace $1, the two jobs that it asks for
-- (for tomorrow: the floor does not work on them), and what open screens are told ($4).
with added as (
  insert into product (workplace_id, product_id, source, mode, source_product_id, ship_to, title, description_html, vendor,
    product_type, tags, options, images, currency, cost_from, cost_to, price_from, price_to, total_variants, original)
  select $1::uuid, r.product_id, r.source, r.mode, r.product_id::text, 'US', r.title, r.description_html, r.vendor, r.product_type,
    '{}', r.options, r.images, r.currency, r.cost_from, r.cost_to, r.price_from, r.price_to, r.total_variants, r.original
  from jsonb_to_record($2::jsonb) as r(product_id uuid, source text, mode text, title text, description_html text, vendor text,
    product_type text, options jsonb, images jsonb, currency text, cost_from bigint, cost_to bigint, price_from bigint,
    price_to bigint, total_variants integer, original jsonb)
  returning workplace_id, product_id),
variants as (
  insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, option_values, cost, price,
    stock, weight_grams, image_url, position, enabled)
  select added.workplace_id, added.product_id, gen_random_uuid(), r.source_variant_id, r.sku, r.sku,
    array(select jsonb_array_elements_text(r.option_values)), r.cost, r.price, r.stock, r.weight_grams, r.image_url, r.position, true
  from added, jsonb_to_recordset($3::jsonb) as r(source_variant_id text, sku text, option_values jsonb, cost bigint, price bigint,
    stock integer, weight_grams integer, image_url text, position integer)),
jobs as (
  insert into pgboss.job (name, data, start_after)
  select name, jsonb_build_object('workplaceId', added.workplace_id, 'productIds', array[added.product_id]), now() + interval '1 day'
  from added, unnest(array['draw-pictures', 'watch-new-products']) as name)
select live_append($1::uuid, $4::jsonb)
