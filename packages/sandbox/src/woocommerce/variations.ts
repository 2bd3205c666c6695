import { nowSeconds } from './dates.ts';
import { batch, oneOf, pageHeaders, paging } from './params.ts';
import { checkProduct, commonFields, getChosen } from './product-input.ts';
import { EMPTY, type Product } from './product-store.ts';
import type { ProductParts } from './products.ts';
import { created, ok, type RestRoutes } from './rest.ts';
import { WpError } from './wp-error.ts';

type Doc = Record<string, unknown>;

/** /products/{id}/variations: the choices of a variable product, one by one or in batches of a hundred. */
export function addVariationRoutes(routes: RestRoutes, parts: ProductParts): void {
  const { world, shops, store, media, views, webhooks } = parts;

  const parentOf = (shop: string, id: number, body: Doc): Product => {
    const parent = store.get(shop, id);
    if (parent && parent.type !== 'variation') return parent;
    // Without attributes PHP runs into a missing object: the critical error page, as JSON.
    if (body.attributes === undefined)
      throw new WpError('internal_server_error', '<p>There has been a critical error on this website.</p>', 500);
    throw new WpError(
      'woocommerce_rest_product_variation_invalid_parent',
      'Cannot set attributes due to invalid parent product.',
      404,
    );
  };

  async function write(shop: string, parent: Product, body: Doc, old: Product | undefined): Promise<Doc> {
    checkProduct(body);
    const image = body.image as { id?: number; src?: string; alt?: string } | undefined;
    // An image with neither id nor address takes the picture away (set_variation_image).
    const given = image && typeof image === 'object' ? (image.id || image.src ? [image] : []) : undefined;
    const pictures = given && (await media.sideload(shop, given, 'woocommerce_variation_image_upload_error'));
    return world.transaction(() => {
      const before: Product = old ?? {
        shop,
        id: 0,
        parentId: parent.id,
        type: 'variation',
        status: 'publish',
        sku: '',
        name: '',
        slug: '',
        created: nowSeconds(),
        modified: nowSeconds(),
        visibleAt: world.visibleAt('woocommerce'),
        doc: EMPTY,
      };
      const sku = body.sku === undefined || body.sku === null ? before.sku : String(body.sku).trim();
      store.demandUniqueSku(shop, sku, before.id, 'variation');
      const doc = commonFields(before.doc, body, () => shops.nextId(shop));
      store.demandUniqueBarcode(shop, doc.globalUniqueId, before.id);
      if (body.attributes !== undefined) doc.chosen = getChosen(parent, body.attributes);
      if (pictures) doc.imageIds = pictures;
      const name = [parent.name, doc.chosen.map((entry) => entry.option).join(', ')].filter(Boolean).join(' - ');
      const status = (body.status as Product['status']) ?? before.status;
      const saved = store.save({ ...before, sku, doc, name, status });
      const view = views.variation(saved, parent);
      webhooks.fire(shop, old ? 'product.updated' : 'product.created', view);
      return view;
    });
  }

  const missing = (status: number) =>
    new WpError('woocommerce_rest_product_variation_invalid_id', 'Invalid ID.', status);
  const existing = (shop: string, parent: Product, id: number, status: number): Product => {
    const variation = store.get(shop, id);
    if (variation?.type !== 'variation' || variation.parentId !== parent.id) throw missing(status);
    return variation;
  };
  const remove = (shop: string, parent: Product, id: number): Doc => {
    const view = views.variation(existing(shop, parent, id, 404), parent);
    store.erase(shop, id);
    webhooks.fire(shop, 'product.updated', views.product(parent));
    return view;
  };

  routes.add('GET', 'products/#/variations', (request) => {
    const { shop, query } = request;
    const parent = store.get(shop, request.ids[0] ?? 0);
    if (!parent) throw new WpError('woocommerce_rest_product_invalid_id', 'Invalid ID.', 404);
    const column = oneOf('orderby', query.orderby, ['date', 'id', 'menu_order', 'modified', 'title', 'slug'], 'date');
    const order = oneOf('order', query.order, ['asc', 'desc'], 'desc');
    const all = store.variations(shop, parent.id).filter((child) => child.status !== 'trash');
    const rank = (child: Product) =>
      column === 'menu_order' ? child.doc.menuOrder : column === 'id' ? 0 : child.created;
    all.sort((a, b) => (rank(a) - rank(b) || a.id - b.id) * (order === 'asc' ? 1 : -1));
    const { limit, offset } = paging(query);
    const page = all.slice(offset, offset + limit).map((child) => views.variation(child, parent));
    return ok(page, pageHeaders(request, shops.home(shop), all.length));
  });
  routes.add('POST', 'products/#/variations', async ({ shop, ids: [id = 0], body }) =>
    created(await write(shop, parentOf(shop, id, body), body, undefined)),
  );
  routes.add('GET', 'products/#/variations/#', ({ shop, ids: [parentId = 0, id = 0] }) => {
    const parent = store.get(shop, parentId);
    if (!parent) throw missing(404);
    return ok(views.variation(existing(shop, parent, id, 404), parent));
  });
  routes.add('POST PUT PATCH', 'products/#/variations/#', async ({ shop, ids: [parentId = 0, id = 0], body }) => {
    const parent = parentOf(shop, parentId, body);
    return ok(await write(shop, parent, body, existing(shop, parent, id, 404)));
  });
  routes.add('DELETE', 'products/#/variations/#', ({ shop, ids: [parentId = 0, id = 0] }) =>
    ok(world.transaction(() => remove(shop, parentOf(shop, parentId, {}), id))),
  );
  routes.add('POST PUT PATCH', 'products/#/variations/batch', async (request) => {
    const { shop, body } = request;
    const first = Array.isArray(body.create) ? ((body.create[0] ?? {}) as Doc) : {};
    const parent = parentOf(shop, request.ids[0] ?? 0, first);
    return ok(
      await batch(request, {
        create: (item) => write(shop, parent, item, undefined),
        update: (item) => write(shop, parent, item, existing(shop, parent, Number(item.id), 400)),
        remove: (id) => world.transaction(() => remove(shop, parent, id)),
      }),
    );
  });
}
