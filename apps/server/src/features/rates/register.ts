import { contracts, DONE } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { readRates } from './actions/read-rates.ts';
import { saveRate } from './actions/save-rate.ts';
import { readRatesJob } from './jobs/rates.ts';
import { readPublished, readTyped } from './rate-repo.ts';
import { findPublished, findTyped } from './rules/find-rate.ts';

/** Exchange rates, by which profit and prices are converted. */
export function register(deps: Deps): Feature {
  const calls = contracts.rates;
  return {
    jobs: [
      handler(readRatesJob, () =>
        // The rates of before stay in use; the next run is three hours away.
        readRates(deps).catch((err: unknown) => deps.log.warn({ err: String(err) }, 'reading exchange rates failed')),
      ),
    ],
    routes(app) {
      route(app, calls.list, ({ query: { from, to } }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const day = deps.clock.now().slice(0, 10);
          const published = await readPublished(ex, [from, ...to], [day]);
          const typed = await readTyped(ex, who.workplaceId);
          const items = to.map((one) => ({
            to: one,
            published: findPublished({ from, to: one, day }, published) ?? null,
            typed: findTyped({ from, to: one }, typed) ?? null,
          }));
          return { items };
        }),
      );
      route(app, calls.save, async ({ body: { from, to, rate } }, who) => {
        await saveRate(deps, who.scope, { from, to }, rate);
        return DONE;
      });
    },
  };
}
