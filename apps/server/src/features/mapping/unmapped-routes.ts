import { contracts } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { say } from '../../http/messages.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { problemAnswer } from '../connections/index.ts';
import { dismissUnmapped } from '../orders/index.ts';
import { findProcess } from '../processes/index.ts';
import { type CopyPorts, plannedAnswer, requireOneWay } from '../products/index.ts';
import { duplicateUnmapped, previewUnmapped, splitUnmapped } from './actions/copy-unmapped.ts';

/** Calls of the list of products sold without a supplier that copy, split and remove. */
export function unmappedRoutes(app: HttpApp, deps: Deps, ports: CopyPorts): void {
  const calls = contracts.productCopies;

  route(app, calls.duplicateUnmapped, async ({ params, body }, who) => {
    const ask = { lineId: params.productId, key: body.idempotency_key, locale: who.locale };
    const { processId, productIds } = await duplicateUnmapped(deps, ports, who.scope, ask);
    return { process_id: processId, product_ids: productIds };
  });

  route(app, calls.splitUnmapped, async ({ params, body }, who) => {
    requireOneWay(body);
    const { option, groups, idempotency_key: key, preview } = body;
    const ask = { lineId: params.productId, option, groups };
    if (preview) {
      const planned = await deps.db.read(who.scope, (ex) => previewUnmapped(ex, who.workplaceId, ask));
      return { tracking_id: null, product_ids: [], products: planned.map(plannedAnswer) };
    }
    const { processId, productIds } = await splitUnmapped(deps, ports, who.scope, { ...ask, key });
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
