import { track17 } from '@quayside/connector-track17';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { TRACK17_WEBHOOK } from '@quayside/sandbox/track17/index.ts';
import { startTestSandbox } from './sandbox-control.ts';
import { trackingSuite } from './tracking-suite.ts';

trackingSuite('17TRACK', async () => {
  const sandbox = await startTestSandbox(['track17']);
  const baseUrl = `${sandbox.baseUrl}/track17/track/v2.2`;
  return {
    connector: track17,
    sandbox,
    standIn: 'track17',
    context: () => sandbox.context(baseUrl, { apiKey: FIXED_SECRETS.track17Key }),
    wrongKey: () => sandbox.context(baseUrl, { apiKey: 'wrong' }),
    calls: { track: '/register$', read: '/gettrackinfo$' },
    webhookSecret: FIXED_SECRETS.track17Key,
    listen: (address) => sandbox.tell({ [TRACK17_WEBHOOK]: address }),
  };
});
