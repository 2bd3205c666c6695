import type { World } from '../core/world.ts';
import { nowSeconds } from './dates.ts';
import type { ImageInput, Media } from './media.ts';
import { batch, dateConditions, idList, oneOf, pageHeaders, paging, truthy } from './params.ts';
import { checkProduct, commonFields, getAttributes } from './product-input.ts';
import { EMPTY, type Product, type ProductStore } from './product-store.ts';
import type { ProductViews } from './product-view.ts';
import { created, ok, type RestRequest, type RestRoutes } from './rest.ts';
import type { Shops } from './shops.ts';
import { encodedTitle } from './slug.ts';
import type { Webhooks } from './webhooks.ts';
import { WpError } from './wp-error.ts';

type Doc = Record<string, unknown>;

export interface ProductParts {
  world: World;
  shops: Shops;
  store: ProductStore;
  media: Media;
  views: ProductViews;
  webhooks: Webhooks;
}

const ORDER = { date: 'created', id: 'id', include: 'id', title: 'name', slug: 'slug', modified: 'modified' } as const;
const ids = (given: unknown): number[] =>
  Array.isArray(given) ? (given as Doc[]).map((entry) => Number(entry.id)).filter((id) => id > 0) : [];

/** /products: create, read, list, change, remove, and the same in batches. */
export function addProductRoutes(routes: RestRoutes, parts: ProductParts): void {
  const { world, shops, store, media, views, webhooks } = parts;

  async function write(shop: string, body: Doc, old: Product | undefined): Promise<Doc> {
    checkProduct(body);
    const pictures = Array.isArray(body.images)
      ? await media.sideload(shop, body.images as ImageInput[], 'woocommerce_product_image_upload_error')
      : undefined;
    const saved = world.transaction(() => {
      const before = old ?? blank(shop, body, world.visibleAt('woocommerce'));
      const sku = body.sku === undefined || body.sku === null ? before.sku : String(body.sku).trim();
      store.demandUniqueSku(shop, sku, before.id, 'product');
      const doc = commonFields(before.doc, body, () => shops.nextId(shop));
      store.demandUniqueBarcode(shop, doc.globalUniqueId, before.id);
      if (body.attributes !== undefined) doc.attributes = getAttributes(body.attributes);
      if (body.categories !== undefined) doc.categories = ids(body.categories);
      if (body.tags !== undefined) doc.tags = ids(body.tags);
      if (pictures) doc.imageIds = pictures;
      const type = body.type === undefined ? before.type : body.type === 'variable' ? 'variable' : 'simple';
      if (type === 'variable') Object.assign(doc, { regularPrice: '', salePrice: '' });
      const product = store.save({
        ...before,
        type,
        sku,
        doc,
        name: body.name === undefined ? before.name : encodedTitle(String(body.name)),
        slug: body.slug === undefined ? before.slug : String(body.slug),
        status: (body.status as Product['status']) ?? before.status,
      });
      const view = views.product(product);
      webhooks.fire(shop, old ? 'product.updated' : 'product.created', view);
      return view;
    });
    return saved;
  }

  const missing = (status: number) => new WpError('woocommerce_rest_product_invalid_id', 'Invalid ID.', status);
  const existing = (shop: string, id: number, status: number): Product => {
    const product = store.get(shop, id);
    if (!product) throw missing(status);
    if (product.type === 'variation')
      throw new WpError(
        'woocommerce_rest_invalid_product_id',
        'To manipulate product variations you should use the /products/&lt;product_id&gt;/variations/&lt;id&gt; endpoint.',
        404,
      );
    return product;
  };

  function remove(shop: string, id: number, force: boolean): Doc {
    const product = existing(shop, id, 404);
    const view = views.product(product);
    if (force) store.erase(shop, id);
    else if (product.status === 'trash')
      throw new WpError('woocommerce_rest_already_trashed', 'The product has already been deleted.', 410);
    else {
      store.save({ ...product, status: 'trash' });
      // Variations leave the shelf with their product, and their SKUs are free again.
      for (const child of store.variations(shop, id, true)) store.save({ ...child, status: 'trash' });
    }
    webhooks.fire(shop, 'product.deleted', { id });
    return view;
  }

  function list(request: RestRequest) {
    const { query, shop } = request;
    const where: string[] = [];
    const values: (string | number)[] = [];
    const status = query.status ?? 'any';
    if (status === 'any') where.push("and status <> 'trash'");
    else {
      where.push('and status = ?');
      values.push(status);
    }
    if (query.sku) {
      const skus = [...query.sku.split(','), query.sku];
      where.push(`and sku <> '' and sku in (${skus.map(() => '?').join(', ')})`);
      values.push(...skus);
    } else where.push("and type <> 'variation'");
    // WP_Query::parse_search: every word in the title or the text, in any order.
    for (const word of query.search?.split(SEARCH_BREAKS).filter(Boolean) ?? []) {
      where.push("and (name like ? or json_extract(doc, '$.description') like ?)");
      values.push(`%${word}%`, `%${word}%`);
    }
    if (query.slug) {
      where.push('and slug = ?');
      values.push(query.slug);
    }
    if (query.type) {
      where.push('and type = ?');
      values.push(query.type);
    }
    for (const [name, sign] of [
      ['include', 'in'],
      ['exclude', 'not in'],
    ] as const) {
      const listed = idList(query[name]);
      if (listed.length > 0) where.push(`and id ${sign} (${listed.join(', ')})`);
    }
    const dates = dateConditions(query, shops.get(shop)?.timeZone ?? 'UTC');
    where.push(dates.sql);
    values.push(...dates.values);
    const column = ORDER[oneOf('orderby', query.orderby, Object.keys(ORDER) as (keyof typeof ORDER)[], 'date')];
    const order = oneOf('order', query.order, ['asc', 'desc'], 'desc');
    const { limit, offset } = paging(query);
    const { products, total } = store.page(shop, where.join(' '), values, `${column} ${order}, id ${order}`, {
      limit,
      offset,
    });
    const page = products.map((product) => {
      const parent = product.type === 'variation' ? store.get(shop, product.parentId) : undefined;
      return rendered(parent ? views.variation(product, parent) : views.product(product), query);
    });
    return ok(page, pageHeaders(request, shops.home(shop), total));
  }

  routes.add('GET', 'products', list);
  routes.add('POST', 'products', async ({ shop, body }) => {
    if (body.id) throw new WpError('woocommerce_rest_product_exists', 'Cannot create existing product.', 400);
    return created(await write(shop, body, undefined));
  });
  routes.add('GET', 'products/#', ({ shop, ids: [id = 0], query }) => {
    const product = store.get(shop, id);
    if (!product) throw missing(404);
    const parent = product.type === 'variation' ? store.get(shop, product.parentId) : undefined;
    return ok(rendered(parent ? views.variation(product, parent) : views.product(product), query));
  });
  routes.add('POST PUT PATCH', 'products/#', async ({ shop, ids: [id = 0], body }) =>
    ok(await write(shop, body, existing(shop, id, 400))),
  );
  routes.add('DELETE', 'products/#', ({ shop, ids: [id = 0], query }) =>
    ok(world.transaction(() => remove(shop, id, truthy(query.force)))),
  );
  routes.add('POST PUT PATCH', 'products/batch', async (request) =>
    ok(
      await batch(request, {
        create: (item) => write(request.shop, item, undefined),
        update: (item) => write(request.shop, item, existing(request.shop, Number(item.id), 400)),
        remove: (id) => world.transaction(() => remove(request.shop, id, true)),
      }),
    ),
  );
}

const SEARCH_BREAKS = /[\s",+]+/;

/**
 * WooCommerce renders a description unless a read asks for the stored one: `wpautop(do_shortcode(...))` in the "view" context
 * (WC_REST_Products_V2_Controller::get_product_data). Writes are answered in the "edit" context.
 */
function rendered(view: Record<string, unknown>, query: Record<string, string>): Record<string, unknown> {
  const text = String(view.description ?? '').trim();
  if (query.context === 'edit' || text === '') return view;
  return { ...view, description: /^<(p|div|ul|ol|h\d|table)\b/i.test(text) ? `${text}\n` : `<p>${text}</p>\n` };
}

const blank = (shop: string, body: Doc, visibleAt: number): Product => ({
  shop,
  id: 0,
  parentId: 0,
  type: body.type === 'variable' ? 'variable' : 'simple',
  status: 'publish',
  sku: '',
  name: '',
  slug: '',
  created: nowSeconds(),
  modified: nowSeconds(),
  visibleAt,
  doc: EMPTY,
});
