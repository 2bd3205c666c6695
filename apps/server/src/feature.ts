import type { HttpApp } from './http/route.ts';
import type { JobHandler } from './jobs/define.ts';
import type { Swept } from './jobs/effect/sweep.ts';

/** A feature's calls and jobs, for compose.ts. */
export interface Feature extends Swept {
  routes(app: HttpApp): void | Promise<void>;
  jobs: JobHandler[];
}
