import type { AuditFacts } from './fact.ts';

export const tokensFacts: AuditFacts = {
  api_token: {
    scopes: { as: 'words', texts: 'common:permission.' },
  },
};
