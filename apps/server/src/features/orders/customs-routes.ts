import { contracts } from '@quayside/contracts';
import { invalidField, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { findCustoms, saveCustoms } from './customs-repo.ts';
import { isIoss } from './rules/customs.ts';

/** Routes of what stores declare to customs. */
export function customsRoutes(app: Parameters<Feature['routes']>[0], deps: Deps): void {
  const calls = contracts.customs;

  async function view(who: Who, storeId: string) {
    if (!who.stores.has(storeId)) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    const found = await deps.db.read(who.scope, (ex) => findCustoms(ex, who.workplaceId, [storeId]));
    const suppliers = Object.values(deps.connectors.suppliers).filter((one) => one.capabilities.customs);
    const { ioss = null, declares = 'supplier' as const } = found.get(storeId) ?? {};
    return { store_id: storeId, ioss, declares, suppliers: suppliers.map((one) => one.label) };
  }

  route(app, calls.get, ({ params }, who) => view(who, params.store_id));
  route(app, calls.save, async ({ params, body }, who, reply) => {
    if (!who.stores.has(params.store_id)) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    const ioss = body.ioss === null || body.ioss === '' ? null : body.ioss;
    if (ioss !== null && !isIoss(ioss)) throw invalidField('ioss', 'IOSS_INVALID');
    await deps.db.tenant(who.scope, (tx) =>
      saveCustoms(tx, who.workplaceId, params.store_id, { ioss, declares: body.declares }),
    );
    reply.message('ORDER_SETTING_SAVED');
    return view(who, params.store_id);
  });
}
