import { contracts } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { say } from '../../http/messages.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { deleteProducts } from './actions/delete-products.ts';
import {
  duplicateProduct,
  type PlannedProduct,
  previewSplit,
  type SplitRequest,
  splitProduct,
} from './actions/duplicate-product.ts';
import { setStatus } from './actions/set-status.ts';
import type { ProductPorts } from './ports.ts';
import { findProduct } from './repo.ts';

/** A planned product as calls answer it. */
export const plannedAnswer = ({ isOriginal, ...planned }: PlannedProduct) => ({ ...planned, is_original: isOriginal });

/** Refuses a split that names both an option and groups, or neither. */
export function requireOneWay(body: { option?: string; groups?: readonly (readonly string[])[] }): void {
  if ((body.option === undefined) === (body.groups === undefined))
    throw new AppError('UNPROCESSABLE_ENTITY', 'SPLIT_ONE_WAY', { fields: { option: ['SPLIT_ONE_WAY'] } });
}

/** Calls that copy, split and delete products. */
export function copyRoutes(app: HttpApp, deps: Deps, ports: ProductPorts): void {
  const calls = contracts.productCopies;

  for (const declared of [calls.duplicateMapped, calls.duplicateImport])
    route(app, declared, async ({ params, body }, who) => {
      const ask = { productId: params.productId, key: body.idempotency_key, locale: who.locale };
      const { processId, productIds } = await duplicateProduct(deps, ports, who.scope, ask);
      return { process_id: processId, product_ids: productIds };
    });

  for (const declared of [calls.splitMapped, calls.splitImport])
    route(app, declared, async ({ params, body }, who) => {
      requireOneWay(body);
      const { option, groups, move_variants: move, idempotency_key: key } = body;
      const request: SplitRequest = { productId: params.productId, option, groups, move, key };
      if (body.preview) {
        const planned = await deps.db.read(who.scope, async (ex) =>
          previewSplit(ex, who.workplaceId, await findProduct(ex, who.workplaceId, params.productId), request),
        );
        return { process_id: null, product_ids: [], products: planned.map(plannedAnswer) };
      }
      const { processId, productIds } = await splitProduct(deps, ports, who.scope, request);
      return { process_id: processId, product_ids: productIds, products: [] };
    });

  for (const [declared, from] of [
    [calls.deleteMapped, 'mapped'],
    [calls.deleteCenter, 'center'],
    [contracts.products.deleteImports, 'imports'],
  ] as const)
    route(app, declared, async ({ body }, who) => {
      const { deleted, failed } = await deleteProducts(deps, who.scope, body.product_ids, from, ports.onDeleted);
      const problems = [...failed].map(([id, key]) => [id, { key, text: say(who.locale, key) }]);
      return { deleted, failed: Object.fromEntries(problems) };
    });

  route(app, calls.setStatus, async ({ params }, who) => {
    const { items } = await setStatus(deps, who.scope, params.id, params.status);
    return { items: items.map(({ product_id: _product, ...item }) => item) };
  });
}
