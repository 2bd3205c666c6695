import { Counter } from 'prom-client';
import type { Tally } from '../../jobs/effect/tally.ts';
import type { Metrics } from '../../watch/metrics.ts';

/** Counts that features keep themselves, in the registry of this process. */
export function addProcessFigures(
  { registry }: Metrics,
  kept: { slowPages(): Readonly<Record<string, number>>; attempts: Tally['counts'] },
): void {
  new Counter({
    name: 'quayside_slow_pages_total',
    help: 'Page views with poor web vitals reported to this process, by metric.',
    labelNames: ['figure'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [figure, pages] of Object.entries(kept.slowPages())) this.inc({ figure }, pages);
    },
  });
  new Counter({
    name: 'quayside_effect_attempts_total',
    help: 'Attempts at external effects (orders, payments and so on) by this process, by effect and outcome.',
    labelNames: ['effect', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { effect, outcome, times } of kept.attempts()) this.inc({ effect, outcome }, times);
    },
  });
}
