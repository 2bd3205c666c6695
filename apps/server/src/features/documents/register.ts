import { contracts, DONE, type DocumentSetting } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { createStoreNames } from '../orders/index.ts';
import { makePapers } from './actions/make-papers.ts';
import { saveLogo } from './actions/save-logo.ts';
import { readSetting, writeLogo, writeSetting } from './setting-repo.ts';

/** Invoices and packing slips of orders. */
export function register(deps: Deps): Feature {
  const calls = contracts.documents;
  const names = createStoreNames(() => deps.clock.millis());
  const setting = async (who: Who): Promise<DocumentSetting> => {
    const { logo_base64, ...rest } = await deps.db.read(who.scope, (ex) => readSetting(ex, who.workplaceId));
    return { ...rest, logo: logo_base64 === null ? null : `data:image/png;base64,${logo_base64}` };
  };
  return {
    jobs: [],
    routes(app) {
      route(app, calls.setting, (_input, who) => setting(who));

      route(app, calls.saveSetting, async ({ body }, who) => {
        await deps.db.tenant(who.scope, (tx) => writeSetting(tx, who.workplaceId, body));
        return setting(who);
      });

      route(app, calls.saveLogo, async ({ body }, who) => {
        await saveLogo(deps, who.scope, body);
        return setting(who);
      });

      route(app, calls.removeLogo, async (_input, who) => {
        await deps.db.tenant(who.scope, (tx) => writeLogo(tx, who.workplaceId, null));
        return DONE;
      });

      route(app, calls.make, ({ body }, who) => makePapers(deps, names, who, body));
    },
  };
}
