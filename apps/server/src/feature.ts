import type { HttpApp } from './http/route.ts';
import type { JobHandler } from './jobs/define.ts';
import type { Swept } from './jobs/effect/sweep.ts';

/** What a feature gives to compose.ts: its calls and its work. */
export interface Feature extends Swept {
  routes(app: HttpApp): void | Promise<void>;
  jobs: JobHandler[];
}
