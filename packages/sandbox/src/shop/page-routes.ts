import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Html, html } from '../core/html.ts';
import { ShopRefusal, type ShopWindow, type WindowProduct } from '../core/world.ts';
import { toSlug } from '../woocommerce/slug.ts';
import { type BasketLine, basketCookie, readBasket, withLine } from './basket.ts';
import { type ShopFace, shopPage, WORDPRESS_THEME } from './layout.ts';
import {
  basketPage,
  checkoutPage,
  type FilledLine,
  gridPage,
  productPage,
  productScript,
  thanksPage,
} from './pages.ts';
import { type Shopper, sampleShopper } from './shoppers.ts';
import { wooStructuredData } from './structured-data.ts';

export type ShopParams = { platform: string; shop: string };
export type FindShop = (
  params: ShopParams,
) => { window: ShopWindow; shop: { shop: string; name: string; currency: string; tagline?: string } } | undefined;

/** The language of a shopper's browser, as shops keep it with the order. */
const localeOf = (header: string | undefined): { locale?: string } => {
  const locale = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/.exec(header ?? '')?.[0];
  return locale ? { locale } : {};
};

const shopper = z.object({
  email: z.email(),
  firstName: z.string().trim().min(1),
  lastName: z.string().trim().min(1),
  address1: z.string().trim().min(1),
  address2: z.string().trim().optional(),
  city: z.string().trim().min(1),
  province: z.string().trim().optional(),
  postalCode: z.string().trim().min(1),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  phone: z.string().trim().optional(),
});

interface Visit {
  face: ShopFace;
  window: ShopWindow;
  basket: BasketLine[];
  products: WindowProduct[];
  show(title: string, body: Html, script?: string): FastifyReply;
  keep(basket: BasketLine[]): void;
}

type Request = FastifyRequest<{ Params: ShopParams & { id?: string }; Querystring: Record<string, string> }>;

/** The pages of a shop window: shelf, product, basket, till, thanks. Plain forms; a script only shows prices early. */
export function addShopPages(app: FastifyInstance, find: FindShop): void {
  const visit =
    (work: (visit: Visit, request: Request, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, headers } = request as Request;
      const found = find(params);
      if (!found) return reply.code(404).type('text/html').send('<h1>No such shop</h1>');
      const path = `/shop/${params.platform}/${params.shop}`;
      const face: ShopFace = { platform: params.platform, path, ...found.shop };
      const cookie = `basket_${params.platform}_${params.shop}`;
      let basket = readBasket(headers.cookie, cookie);
      const products = await found.window.products(params.shop);
      return work(
        {
          face,
          window: found.window,
          products,
          get basket() {
            return basket;
          },
          keep(next) {
            basket = next;
            reply.header('set-cookie', basketCookie(cookie, path, next));
          },
          show(title, body, script) {
            const nonce = randomBytes(12).toString('base64');
            const pieces = basket.reduce((sum, line) => sum + line.quantity, 0);
            const policy = `default-src 'none'; img-src *; font-src 'self'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'`;
            return reply
              .header('content-security-policy', policy)
              .type('text/html; charset=utf-8')
              .send(shopPage(face, title, body, { pieces, nonce, ...(script === undefined ? {} : { script }) }));
          },
        },
        request as Request,
        reply,
      );
    };

  const filled = ({ basket, products }: Visit): FilledLine[] =>
    basket.flatMap((line) => {
      const product = products.find((entry) => entry.id === line.productId);
      const variant = product?.variants.find((entry) => entry.id === line.variantId);
      return product && variant ? [{ ...line, product, variant }] : [];
    });

  const base = '/:platform/:shop';
  app.get(
    base,
    visit((at, { query }, reply) => {
      // WordPress's permalinks of products lead here by slug or title.
      const named = toSlug(query.product ?? '');
      const slugs = named ? at.products.map((entry) => ({ entry, slug: toSlug(entry.title) })) : [];
      const product = (
        slugs.find(({ slug }) => slug === named) ??
        slugs.find(({ slug }) => slug.startsWith(named)) ??
        // WordPress numbers the slugs of products that share a title.
        slugs.find(({ slug }) => slug === named.replace(/-\d+$/, ''))
      )?.entry;
      if (product) return reply.redirect(`${at.face.path}/products/${encodeURIComponent(product.id)}`, 302);
      return at.show('Shop', gridPage(at.face, at.products));
    }),
  );
  app.get(`${base}${WORDPRESS_THEME}`, (_request, reply) => reply.type('text/css').send('/* Storefront */'));
  app.get(
    `${base}/products/:id`,
    visit((at, request, reply) => {
      const product = at.products.find((entry) => entry.id === request.params.id);
      if (!product) return reply.redirect(at.face.path, 302);
      const origin = `${request.protocol}://${request.host}`;
      const said = at.face.platform === 'woocommerce' ? wooStructuredData(at.face, product, origin, new Date()) : '';
      const body = html`${productPage(at.face, product)}${said}`;
      return at.show(product.title, body, productScript(at.face, product));
    }),
  );
  app.get(
    `${base}/basket`,
    visit((at) => at.show('Basket', basketPage(at.face, filled(at)))),
  );
  app.post(
    `${base}/basket`,
    visit((at, request, reply) => {
      const form = (request.body ?? {}) as Record<string, string | undefined>;
      const product = at.products.find((entry) => entry.id === form.productId);
      if (!product) return reply.redirect(at.face.path, 303);
      const values = product.options.map((_option, index) => form[`option${index}`]);
      const variant = product.variants.find((entry) =>
        form.variantId
          ? entry.id === form.variantId
          : entry.optionValues.every((value, index) => value === values[index]),
      );
      if (!variant) {
        const problem = "This combination isn't available. Please choose another.";
        return at.show(product.title, productPage(at.face, product, problem), productScript(at.face, product));
      }
      const line = { productId: product.id, variantId: variant.id };
      const pieces = Math.max(1, Math.floor(Number(form.quantity ?? 1)) || 1);
      at.keep(
        form.remove
          ? withLine(at.basket, { ...line, quantity: 0 }, 'set')
          : withLine(at.basket, { ...line, quantity: pieces }, 'add'),
      );
      return reply.redirect(`${at.face.path}/basket`, 303);
    }),
  );
  app.get(
    `${base}/checkout`,
    visit((at, { query }, reply) => {
      const lines = filled(at);
      if (lines.length === 0) return reply.redirect(`${at.face.path}/basket`, 302);
      const values = query.sample ? sampleShopper(at.face.currency, Math.random()) : {};
      return at.show('Checkout', checkoutPage(at.face, lines, values));
    }),
  );
  app.post(
    `${base}/checkout`,
    visit(async (at, request, reply) => {
      const lines = filled(at);
      const form = (request.body ?? {}) as Partial<Record<keyof Shopper, string>>;
      const parsed = shopper.safeParse(form);
      const again = (problem: string) => at.show('Checkout', checkoutPage(at.face, lines, form, problem));
      if (lines.length === 0) return reply.redirect(`${at.face.path}/basket`, 303);
      if (!parsed.success) return again('Please fill in all required fields.');
      try {
        const order = lines.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity }));
        const bought = await at.window.buy(at.face.shop, {
          ...parsed.data,
          ...localeOf(request.headers['accept-language']),
          lines: order,
        });
        at.keep([]);
        const query = new URLSearchParams({ order: bought.orderName, total: bought.total });
        return reply.redirect(`${at.face.path}/thanks?${query}`, 303);
      } catch (error) {
        if (error instanceof ShopRefusal) return again(error.message);
        throw error;
      }
    }),
  );
  app.get(
    `${base}/thanks`,
    visit((at, { query }) => {
      const total = /^\d+(\.\d+)?$/.test(query.total ?? '') ? String(query.total) : '0';
      return at.show('Thank you', thanksPage(at.face, query.order ?? '', total));
    }),
  );
}
