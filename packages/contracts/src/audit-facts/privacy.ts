import type { AuditFacts } from './fact.ts';

export const privacyFacts: AuditFacts = {
  privacy_request: {
    kind: { as: 'words', texts: 'privacy:kind.' },
    state: { as: 'words', texts: 'privacy:state.' },
  },
};
