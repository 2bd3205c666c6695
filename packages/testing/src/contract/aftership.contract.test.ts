import { aftership } from '@quayside/connector-aftership';
import { AFTERSHIP_WEBHOOK } from '@quayside/sandbox/aftership/index.ts';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { startTestSandbox } from './sandbox-control.ts';
import { trackingSuite } from './tracking-suite.ts';

trackingSuite('AfterShip', async () => {
  const sandbox = await startTestSandbox(['aftership']);
  const baseUrl = `${sandbox.baseUrl}/aftership/tracking/2026-07`;
  return {
    connector: aftership,
    sandbox,
    standIn: 'aftership',
    context: () => sandbox.context(baseUrl, { apiKey: FIXED_SECRETS.aftershipKey }),
    wrongKey: () => sandbox.context(baseUrl, { apiKey: 'wrong' }),
    calls: { track: 'POST .*/trackings$', read: 'GET .*/trackings' },
    webhookSecret: FIXED_SECRETS.aftershipWebhook,
    listen: (address) => sandbox.tell({ [AFTERSHIP_WEBHOOK]: address }),
  };
});
