import { type ConnectorContext, ConnectorError, type SupplierOrderInput } from '@quayside/connector-kit';
import { getProduct } from './products.ts';

/** Refusals about goods: CJ says that a line is at fault, but not which. */
const ABOUT_GOODS = new Set([
  'product_out_of_stock',
  'product_sold_out',
  'error_not_found_sku',
  'error_checkout_products',
]);

/**
 * Reads the goods again to name the lines that CJ refused. Answers a better error, or undefined when everything seems
 * to be in order (or CJ cannot be asked now): the first refusal stands then.
 */
export async function whoIsAtFault(
  ctx: ConnectorContext,
  input: SupplierOrderInput,
  refusal: ConnectorError,
): Promise<ConnectorError | undefined> {
  const aboutGoods = refusal.code !== undefined && ABOUT_GOODS.has(refusal.code);
  if (!aboutGoods || (refusal.kind !== 'rejected' && refusal.kind !== 'not-found')) return undefined;
  const missing: string[] = [];
  const short: string[] = [];
  try {
    for (const pid of new Set(input.lines.map((line) => line.sourceProductId))) {
      const product = await getProduct(ctx, pid);
      for (const line of input.lines.filter((one) => one.sourceProductId === pid)) {
        const variant = product?.variants.find((one) => one.sourceVariantId === line.sourceVariantId);
        if (!variant) missing.push(line.ref);
        else if (variant.stock !== undefined && variant.stock < line.quantity) short.push(line.ref);
      }
    }
  } catch (err) {
    if (err instanceof ConnectorError) return undefined;
    throw err;
  }
  if (missing.length > 0) {
    const code = refusal.code === 'product_sold_out' ? 'product_sold_out' : 'error_not_found_sku';
    return new ConnectorError('rejected', refusal.detail, { code, lines: missing, cause: refusal });
  }
  if (short.length === 0)
    return refusal.kind === 'rejected'
      ? undefined
      : new ConnectorError('rejected', refusal.detail, { code: refusal.code, cause: refusal });
  return new ConnectorError('rejected', refusal.detail, { code: 'product_out_of_stock', lines: short, cause: refusal });
}
