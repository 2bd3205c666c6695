import type { AuditFacts } from './fact.ts';

export const notificationsFacts: AuditFacts = {
  webhook: {
    kinds: { as: 'words', texts: 'notifications:kind.' },
  },
};
