import type { ProductEdit } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { galleryKeyOf } from '../../../pictures/own-picture.ts';
import { holdImages } from '../../gallery/index.ts';
import { cleanHtml } from '../../sourcing/index.ts';
import { findVariants, lockProducts, saveProduct } from '../repo.ts';
import { applyEdit } from '../rules/edit.ts';
import type { Product, Variant } from '../tables.ts';

const refuse = (at: number, field: string, key: string) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { fields: { [`products.${at}.${field}`]: [key] } });

type Pictured = { product: Pick<Product, 'images'>; variants: readonly Pick<Variant, 'image_url'>[] };

/** Public keys of the library's images in a product. */
export const libraryKeys = ({ product, variants }: Pictured): Set<string> =>
  new Set(
    [...product.images.map((image) => image.url), ...variants.map((one) => one.image_url ?? '')].flatMap(
      (url) => galleryKeyOf(url) ?? [],
    ),
  );

/** Edits products: all of them or none. Throws the reason with the input at fault named. */
export async function updateProducts(deps: Deps, scope: WorkplaceScope, edits: readonly ProductEdit[]): Promise<void> {
  const { workplaceId } = scope;
  const ids = edits.map((edit) => edit.product_id);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice >= 0) throw refuse(twice, 'product_id', 'PRODUCT_NAMED_TWICE');
  await deps.db.tenant(scope, async (tx) => {
    const held = new Map((await lockProducts(tx, workplaceId, ids)).map((product) => [product.product_id, product]));
    const variants = Map.groupBy(await findVariants(tx, workplaceId, ids), (variant) => variant.product_id);
    for (const [at, edit] of edits.entries()) {
      const product = held.get(edit.product_id);
      if (!product) throw refuse(at, 'product_id', 'PRODUCT_NOT_FOUND');
      const clean =
        edit.description_html === undefined ? edit : { ...edit, description_html: cleanHtml(edit.description_html) };
      const before = { product, variants: variants.get(edit.product_id) ?? [] };
      const edited = applyEdit(product, before.variants, clean);
      if ('key' in edited) throw refuse(at, edited.field, edited.key);
      const added = libraryKeys(edited).difference(libraryKeys(before));
      if ((await holdImages(tx, workplaceId, [...added])).length > 0) throw refuse(at, 'images', 'GALLERY_IMAGE_GONE');
      if (edited.product.revision !== product.revision || edited.product.weight_unit !== product.weight_unit)
        await saveProduct(tx, workplaceId, edited.product, edited.variants);
    }
    await publish(tx, workplaceId, 'products', ids);
  });
}
