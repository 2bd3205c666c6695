import { type ConnectorContext, ConnectorError } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refusePictures, refuseUserErrors } from './errors.ts';
import { sleep } from './governor.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
const GIVE_UP_MS = 5 * 60_000;

/**
 * Waits until Shopify has worked off a product operation; answers the product's id. Throws rejected when it failed, and
 * unknown when it takes longer than five minutes (it may still finish).
 */
export async function waitForOperation(
  ctx: ConnectorContext,
  id: string,
  pictures: readonly string[] = [],
): Promise<string> {
  const until = ctx.clock.millis() + GIVE_UP_MS;
  for (let wait = FIRST_WAIT_MS; ctx.clock.millis() < until; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    const { productOperation } = await run(ctx, documents.productOperation, { id });
    if (!productOperation) throw new ConnectorError('unknown', 'Shopify has lost the operation on the product');
    if (productOperation.status === 'COMPLETE') {
      refusePictures('Shopify refused a picture', productOperation.userErrors ?? [], pictures);
      refuseUserErrors('Shopify refused the product', productOperation.userErrors ?? []);
      if (productOperation.product) return productOperation.product.id;
      throw new ConnectorError('unknown', 'product operation completed without a product');
    }
    await sleep(wait, ctx.signal);
  }
  throw new ConnectorError('unknown', 'Shopify still works on the product after five minutes');
}
