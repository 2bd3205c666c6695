import type { Call } from './call.ts';
import type { View } from './connection.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import { saveProduct } from './product-set.ts';
import { productView } from './product-view.ts';

/** Puts a product on publications, or takes it off them. Repeating it changes nothing. */
export function changePublications(
  call: Call,
  id: string,
  entries: { publicationId?: string | null; publishDate?: string | null }[],
  on: boolean,
): { publishable: View | null; userErrors: UserErrorView[] } {
  const bare = idOf('Product', id);
  if (bare === undefined) throw notImplemented('publishing of anything but products');
  const product = call.store.get(call.seed.shop, 'product', bare);
  if (!product) return { publishable: null, userErrors: [userError('Product does not exist', ['id'])] };
  const ids: number[] = [];
  for (const entry of entries) {
    if (entry.publishDate) throw notImplemented('publishing at a later date');
    const known = call.seed.publications.find((one) => one.id === idOf('Publication', entry.publicationId));
    if (!known) return { publishable: null, userErrors: [userError('Publication does not exist', ['input'])] };
    ids.push(known.id);
  }
  const others = product.publications.filter((one) => !ids.includes(one.id));
  const kept = product.publications.filter((one) => ids.includes(one.id));
  const at = call.store.now();
  const fresh = ids
    .filter((one) => !kept.some((publication) => publication.id === one))
    .map((one) => ({ id: one, at }));
  product.publications = on ? [...others, ...kept, ...fresh] : others;
  product.updatedAt = at;
  saveProduct(call, product);
  return { publishable: productView(call, product), userErrors: [] };
}
