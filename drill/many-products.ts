import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Installation } from './installation.ts';

/** Sizes of each product, which are its variants. */
export const SIZES = ['S', 'M', 'L'] as const;

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A place on the web with pictures, from which the shops fetch them. */
export async function servePictures(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'image/png');
    response.end(PICTURE);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Writes products with two pictures and a variant for each size as imports of them would have. */
export async function fillProducts(
  quayside: Pick<Installation, 'rows'>,
  workplaceId: string,
  products: number,
  pictures: string,
): Promise<void> {
  await quayside.rows(
    `insert into product (workplace_id, product_id, source, mode, source_product_id, title, description_html, cost_from, cost_to,
       price_from, price_to, total_variants, options, images, original)
     select $1, gen_random_uuid(), 'quayside', 'sandbox', 'drill-' || n, o ->> 'title', o ->> 'descriptionHtml', 600, 800, 2000, 2000,
       cardinality($3::text[]), o -> 'options', o -> 'images', o
     from generate_series(1, $2::int) n cross join lateral (select jsonb_build_object('title', 'Drill mug ' || n,
         'descriptionHtml', '<p>A mug, number ' || n || '.</p>', 'vendor', 'Drill', 'productType', 'Mugs', 'tags', '[]'::jsonb, 'specifications', '[]'::jsonb, 'variants', '[]'::jsonb,
         'options', jsonb_build_array(jsonb_build_object('name', 'Size', 'values', to_jsonb($3::text[]))),
         'images', jsonb_build_array(jsonb_build_object('url', $4 || '/' || n || '-a.png', 'alt', ''),
           jsonb_build_object('url', $4 || '/' || n || '-b.png', 'alt', ''))) as o) original`,
    [workplaceId, products, SIZES, pictures],
  );
  await quayside.rows(
    `insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, option_values, cost, price,
       computed_price, stock, weight_grams, image_url, position)
     select $1, p.product_id, gen_random_uuid(), p.source_product_id || '-' || size, p.source_product_id || '-' || size,
       upper(p.source_product_id || '-' || size), array[size], 500 + at * 100, 2000, 2000, 25, 350, p.images -> 0 ->> 'url', at
     from product p cross join unnest($2::text[]) with ordinality as s(size, at) where p.workplace_id = $1`,
    [workplaceId, SIZES],
  );
}
