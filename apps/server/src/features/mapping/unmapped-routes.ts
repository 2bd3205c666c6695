import { contracts } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { say } from '../../http/messages.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { listStores, problemAnswer } from '../connections/index.ts';
import { dismissUnmapped, findUnmappedLines, isOrderLine } from '../orders/index.ts';
import { findProcess } from '../processes/index.ts';
import {
  type CopyPorts,
  duplicateProduct,
  findCopied,
  findProduct,
  plannedAnswer,
  previewSplit,
  requireOneWay,
  splitProduct,
} from '../products/index.ts';
import { recommendAll } from './queries/recommend-unmapped.ts';

/** The imported product that a sold one probably is. Throws UNMAPPED_GONE, UNMAPPED_NOTHING_TO_COPY. */
async function findRecommended(ex: Executor, workplaceId: string, lineId: string): Promise<string> {
  const sold = await findUnmappedLines(ex, workplaceId, [lineId]);
  if (sold.length === 0)
    throw new AppError((await isOrderLine(ex, workplaceId, lineId)) ? 'BAD_REQUEST' : 'NOT_FOUND', 'UNMAPPED_GONE');
  const stores = new Map((await listStores(ex, workplaceId, false)).map((store) => [store.store_id, store]));
  const [best] = await recommendAll(ex, workplaceId, sold, stores);
  if (!best) throw new AppError('BAD_REQUEST', 'UNMAPPED_NOTHING_TO_COPY');
  return best.candidate.product_id;
}

/** Calls of the list of products sold without a supplier that copy, split and remove. */
export function unmappedRoutes(app: HttpApp, deps: Deps, ports: CopyPorts): void {
  const calls = contracts.productCopies;
  /** A copy may be what is recommended next, so a request's first try is looked for before. */
  const earlier = (who: Who, kind: 'duplicate' | 'split', lineId: string, key: string) =>
    deps.db.read(who.scope, (ex) => findCopied(ex, who.workplaceId, kind, lineId, key));
  const recommended = (who: Who, lineId: string) =>
    deps.db.read(who.scope, (ex) => findRecommended(ex, who.workplaceId, lineId));

  route(app, calls.duplicateUnmapped, async ({ params, body }, who) => {
    const { idempotency_key: key } = body;
    const { productId: subject } = params;
    const { processId, productIds } =
      (await earlier(who, 'duplicate', subject, key)) ??
      (await duplicateProduct(deps, ports, who.scope, {
        productId: await recommended(who, subject),
        subject,
        key,
        locale: who.locale,
      }));
    return { process_id: processId, product_ids: productIds };
  });

  route(app, calls.splitUnmapped, async ({ params, body }, who) => {
    requireOneWay(body);
    const { option, groups, idempotency_key: key } = body;
    const { productId: subject } = params;
    const same = body.preview ? undefined : await earlier(who, 'split', subject, key);
    if (same) return { tracking_id: same.processId, product_ids: same.productIds, products: [] };
    const productId = await recommended(who, subject);
    // The product is only guessed: its variants stay, whether a store has it or not.
    const request = { productId, subject, option, groups, move: false, key };
    if (body.preview) {
      const planned = await deps.db.read(who.scope, async (ex) =>
        previewSplit(ex, who.workplaceId, await findProduct(ex, who.workplaceId, productId), request),
      );
      return { tracking_id: null, product_ids: [], products: planned.map(plannedAnswer) };
    }
    const { processId, productIds } = await splitProduct(deps, ports, who.scope, request);
    return { tracking_id: processId, product_ids: productIds, products: [] };
  });

  route(app, calls.splitStatus, async ({ params }, who) => {
    const found = await deps.db.read(who.scope, (ex) => findProcess(ex, who.workplaceId, params.trackingId));
    if (!found) throw notFound('PROCESS_NOT_FOUND');
    const { error_key: key, error_params, process_id, result, status } = found;
    return {
      tracking_id: process_id,
      status,
      product_ids: (result?.product_ids ?? []) as string[],
      error: key ? problemAnswer(who.locale, { key, params: error_params ?? {} }) : null,
    };
  });

  route(app, calls.deleteUnmapped, async ({ body }, who) => {
    const ids = [...new Set(body.channel_product_ids)];
    const deleted = await dismissUnmapped(deps, who.scope, ids);
    const gone = ids.filter((id) => !deleted.includes(id));
    const problem = { key: 'UNMAPPED_GONE', text: say(who.locale, 'UNMAPPED_GONE') };
    return { deleted, failed: Object.fromEntries(gone.map((id) => [id, problem])) };
  });
}
