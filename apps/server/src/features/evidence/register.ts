import { contracts } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { createStoreNames } from '../orders/index.ts';
import { makeEvidence } from './actions/make-evidence.ts';
import { requestEvidence } from './actions/request-evidence.ts';
import { makeEvidenceJob } from './jobs/evidence.ts';
import { evidenceView } from './queries/evidence-view.ts';

/** Evidence of claims as PDF and ZIP. */
export function register(deps: Deps): Feature {
  const calls = contracts.evidence;
  const names = createStoreNames(() => deps.clock.millis());
  return {
    jobs: [
      handler(makeEvidenceJob, ({ evidenceId, ...here }, run) => makeEvidence(deps, names, here, evidenceId, run)),
    ],
    routes(app) {
      route(app, calls.create, async ({ body }, who) =>
        evidenceView(deps, who, await requestEvidence(deps, who, body)),
      );
      route(app, calls.get, ({ params }, who) => evidenceView(deps, who, params.evidence_id));
    },
  };
}
