import { contracts, DONE } from '@quayside/contracts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { defineJob, handler } from '../../jobs/define.ts';
import { findInstallationHold, resumeSending } from '../../sending/index.ts';
import { type InstallationPorts, watchInstallation } from './watch.ts';

const watchJob = defineJob({
  name: 'watch-installation',
  payload: z.object({}),
  concurrency: 1,
  tries: 1,
  cron: '* * * * *',
});

/** Whether anything may leave this installation, and the operators' way to let it. */
export function register(deps: Deps, ports: InstallationPorts): Feature {
  const calls = contracts.installation;
  return {
    jobs: [handler(watchJob, (_payload, run) => watchInstallation(deps, ports, run.signal))],
    routes(app) {
      route(app, calls.sending, async () => {
        const hold = await deps.db.global((tx) => findInstallationHold(tx));
        return { held: hold ? { since: hold.since, reason: hold.reason } : null };
      });
      route(app, calls.resume, async (_input, _who, reply) => {
        if (await deps.db.global(resumeSending)) reply.message('SENDING_RESUMED');
        return DONE;
      });
    },
  };
}
