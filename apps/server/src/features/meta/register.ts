import { contracts } from '@quayside/contracts';
import { REGIONS } from '@quayside/kernel';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { flagAddress } from '../../http/flags.ts';
import { countryName, getLanguage } from '../../http/messages.ts';
import { refusedToday } from '../../http/refused-webhooks.ts';
import { route } from '../../http/route.ts';
import type { DeadLetters } from '../../jobs/dead-letters.ts';
import { openEffects } from '../../jobs/effect/sweep.ts';
import { createWorkTally } from '../../jobs/effect/tally.ts';
import type { Readiness } from '../../readiness.ts';
import { countEventsForReview } from '../wallet/index.ts';
import { pricesHere } from '../warehouse/index.ts';
import { connectorFacts } from './connector-facts.ts';
import { installationFacts } from './installation-facts.ts';

export { createPageFacts } from './installation-facts.ts';

/** What the installation says of itself: meta, health, metrics. */
export function register(
  deps: Deps,
  version: string,
  sandboxUrl: string | undefined,
  dead: DeadLetters,
  slowPages: () => Readonly<Record<string, number>>,
  readiness: Readiness,
): Feature {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'quayside_dead_jobs',
    help: 'Dead letters: jobs that failed on every attempt and need an operator, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = await dead.counts().catch(() => undefined);
      if (!counts) return;
      this.reset();
      for (const { kind, jobs } of counts) this.set({ kind }, jobs);
    },
  });
  new Gauge({
    name: 'quayside_refused_webhooks_today',
    help: 'Rejected webhooks that belong to no workspace, since midnight UTC, by sender and reason.',
    labelNames: ['sender', 'reason'],
    registers: [registry],
    async collect() {
      const refused = await refusedToday(deps.db).catch(() => undefined);
      if (!refused) return;
      this.reset();
      for (const { sender, reason, times } of refused) this.set({ sender, reason }, times);
    },
  });
  new Gauge({
    name: 'quayside_payment_events_set_aside',
    help: 'Payment webhooks that match no top-up and need an operator.',
    registers: [registry],
    async collect() {
      const waiting = await countEventsForReview(deps.db).catch(() => undefined);
      if (waiting !== undefined) this.set(waiting);
    },
  });
  new Gauge({
    name: 'quayside_slow_pages_total',
    help: 'Page views with poor web vitals reported to this process, by metric.',
    labelNames: ['figure'],
    registers: [registry],
    collect() {
      for (const [figure, pages] of Object.entries(slowPages())) this.set({ figure }, pages);
    },
  });
  const tried = createWorkTally(deps.db);
  new Gauge({
    name: 'quayside_effect_attempts_total',
    help: 'Attempts at external effects (orders, payments and so on) by this process, by effect and outcome.',
    labelNames: ['effect', 'outcome'],
    registers: [registry],
    collect() {
      for (const { effect, outcome, times } of tried.counts()) this.set({ effect, outcome }, times);
    },
  });
  const openRows = new Gauge({
    name: 'quayside_effects_open',
    help: 'Requested external effects that are not finished, by effect, as of the last sweep (every minute).',
    labelNames: ['effect'],
    registers: [registry],
  });
  new Gauge({
    name: 'quayside_effects_oldest_seconds',
    help: 'Age of the oldest entry in quayside_effects_open, by effect.',
    labelNames: ['effect'],
    registers: [registry],
    async collect() {
      const open = await openEffects(deps).catch(() => undefined);
      if (!open) return;
      this.reset();
      openRows.reset();
      for (const { effect, rows, oldestSeconds } of open) {
        openRows.set({ effect }, rows);
        this.set({ effect }, Math.round(oldestSeconds));
      }
    },
  });
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
      fastify.get('/metrics', async (_request, reply) =>
        reply.type(registry.contentType).send(await registry.metrics()),
      );
    },
  };
}
