import { contracts } from '@quayside/contracts';
import { REGIONS } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { flagAddress } from '../../http/flags.ts';
import { countryName, getLanguage } from '../../http/messages.ts';
import { isReachable, looksLocal } from '../../http/reach.ts';
import { route } from '../../http/route.ts';
import type { DeadLetters } from '../../jobs/dead-letters.ts';
import { createWorkTally } from '../../jobs/effect/tally.ts';
import type { Readiness } from '../../readiness.ts';
import type { Metrics } from '../../watch/metrics.ts';
import { isBearer } from '../../watch/serve-metrics.ts';
import { pricesHere } from '../warehouse/index.ts';
import { connectorFacts } from './connector-facts.ts';
import { addFigures } from './figures.ts';
import { installationFacts } from './installation-facts.ts';
import { addProcessFigures } from './process-figures.ts';

export { createPageFacts } from './installation-facts.ts';

/** What the installation says of itself: meta, health, metrics. */
export function register(
  deps: Deps,
  version: string,
  sandboxUrl: string | undefined,
  dead: DeadLetters,
  slowPages: () => Readonly<Record<string, number>>,
  readiness: Readiness,
  { metrics, figuresMs }: { metrics: Metrics; figuresMs: number },
): Feature {
  addProcessFigures(metrics, { slowPages, attempts: createWorkTally(deps.db).counts });
  if (deps.config.roles.worker) addFigures(metrics.registry, deps, dead, figuresMs);
  return {
    jobs: [],
    routes(app) {
      route(app, contracts.live.meta, async (_input, visitor) =>
        installationFacts(deps, { version, sandboxUrl }, visitor),
      );
      const items = connectorFacts(deps.connectors);
      route(app, contracts.connectors.list, async () => ({ items }));
      route(app, contracts.regions.list, async (_input, { locale }) => {
        const prices = await pricesHere(deps);
        return {
          items: REGIONS.map(({ id, code, phoneCode, dataRegion }) => ({
            region_id: id,
            region_name: countryName(getLanguage(locale), code),
            region_short_name: code,
            phone_code: phoneCode,
            image_url: flagAddress(code),
            region_support_status: prices.isServed(code) ? (1 as const) : (0 as const),
            dr: dataRegion,
          })),
        };
      });
      const { fastify } = app;
      fastify.get('/healthz', async () => ({ alive: true }));
      fastify.get('/readyz', async (_request, reply) => {
        const { ready, parts } = await readiness.report();
        return reply.code(ready ? 200 : 503).send({ ready, ...parts });
      });
      fastify.get('/metrics', async (request, reply) => {
        const { authorization } = request.headers;
        const allowed = deps.config.metrics.token
          ? isBearer(authorization, deps.config.metrics.token)
          : !isReachable(deps.config) && looksLocal(request.raw);
        if (!allowed) return reply.callNotFound();
        return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
      });
    },
  };
}
