import type { World } from '../core/world.ts';
import { batch, pageHeaders, paging } from './params.ts';
import { created, ok, type RestRoutes } from './rest.ts';
import type { Shops } from './shops.ts';
import { toSlug } from './slug.ts';
import { WpError } from './wp-error.ts';

export type Taxonomy = 'product_cat' | 'product_tag';

export interface Term {
  id: number;
  name: string;
  slug: string;
}

export interface Terms {
  /** The terms of these ids that exist; a product without a category is Uncategorized. */
  pick(shop: string, taxonomy: Taxonomy, ids: number[]): Term[];
  uncategorized(shop: string): Term;
}

/** Categories and tags, made by name and never twice. */
export function createTerms(world: World, shops: Shops): Terms & { add(routes: RestRoutes): void } {
  const { db } = world;
  const find = (shop: string, taxonomy: Taxonomy, name: string): Term | undefined =>
    db
      .prepare('select id, name, slug from woo_terms where shop = ? and taxonomy = ? and name = ? collate nocase')
      .get(shop, taxonomy, name) as Term | undefined;

  function make(shop: string, taxonomy: Taxonomy, input: Record<string, unknown>): Term {
    const name = typeof input.name === 'string' ? input.name.trim() : '';
    if (name === '')
      throw new WpError('rest_missing_callback_param', 'Missing parameter(s): name', 400, {
        status: 400,
        params: ['name'],
      });
    const known = find(shop, taxonomy, name);
    if (known)
      throw new WpError('term_exists', 'A term with the name provided already exists in this taxonomy.', 400, {
        status: 400,
        resource_id: known.id,
      });
    const term = { id: shops.nextId(shop), name, slug: toSlug(name) };
    db.prepare('insert into woo_terms values (?, ?, ?, ?, ?)').run(shop, term.id, taxonomy, term.name, term.slug);
    if (Number(input.parent) > 0)
      db.prepare('insert into woo_term_parents values (?, ?, ?)').run(shop, term.id, Number(input.parent));
    return term;
  }

  const all = (shop: string, taxonomy: Taxonomy): Term[] =>
    db
      .prepare('select id, name, slug from woo_terms where shop = ? and taxonomy = ? order by name')
      .all(shop, taxonomy) as unknown as Term[];
  const parentOf = (shop: string, id: number): number =>
    Number(db.prepare('select parent from woo_term_parents where shop = ? and id = ?').get(shop, id)?.parent ?? 0);
  const shown = (shop: string, term: Term) => ({ ...term, parent: parentOf(shop, term.id), description: '', count: 0 });
  const remove = (shop: string, taxonomy: Taxonomy, id: number): Term => {
    const term = all(shop, taxonomy).find((one) => one.id === id);
    if (!term) throw new WpError('woocommerce_rest_term_invalid', 'Resource does not exist.', 404);
    db.prepare('delete from woo_terms where shop = ? and id = ?').run(shop, id);
    db.prepare('delete from woo_term_parents where shop = ? and id = ?').run(shop, id);
    return term;
  };
  /** The categories that a shop begins with. */
  const begin = (shop: string): void => {
    if (db.prepare('select 1 from woo_term_parents where shop = ?').get(shop)) return;
    const top = find(shop, 'product_cat', 'Home & Kitchen') ?? make(shop, 'product_cat', { name: 'Home & Kitchen' });
    for (const name of ['Drinkware', 'Table Linen'])
      if (!find(shop, 'product_cat', name)) make(shop, 'product_cat', { name, parent: top.id });
  };

  return {
    pick: (shop, taxonomy, ids) => all(shop, taxonomy).filter((term) => ids.includes(term.id)),
    uncategorized: (shop) =>
      find(shop, 'product_cat', 'Uncategorized') ?? make(shop, 'product_cat', { name: 'Uncategorized' }),
    add(routes) {
      for (const [path, taxonomy] of [
        ['products/categories', 'product_cat'],
        ['products/tags', 'product_tag'],
      ] as const) {
        routes.add('GET', path, (request) => {
          const { limit, offset } = paging(request.query);
          if (taxonomy === 'product_cat') begin(request.shop);
          const word = request.query.search?.toLowerCase();
          const only = request.query.include?.split(',').map(Number);
          const terms = all(request.shop, taxonomy).filter(
            (term) => (!word || term.name.toLowerCase().includes(word)) && (!only || only.includes(term.id)),
          );
          const headers = pageHeaders(request, shops.home(request.shop), terms.length);
          return ok(
            terms.slice(offset, offset + limit).map((term) => shown(request.shop, term)),
            headers,
          );
        });
        routes.add('POST', path, ({ shop, body }) => created(shown(shop, make(shop, taxonomy, body))));
        routes.add('DELETE', `${path}/#`, ({ shop, ids: [id = 0] }) => ok(shown(shop, remove(shop, taxonomy, id))));
        routes.add('POST PUT PATCH', `${path}/batch`, async (request) =>
          ok(
            await batch(request, {
              create: (item) => shown(request.shop, make(request.shop, taxonomy, item)),
              update: () => {
                throw new WpError('woocommerce_rest_term_invalid', 'Resource does not exist.', 404);
              },
              remove: () => {
                throw new WpError('woocommerce_rest_term_invalid', 'Resource does not exist.', 404);
              },
            }),
          ),
        );
      }
    },
  };
}
