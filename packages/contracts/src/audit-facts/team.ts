import type { AuditFacts } from './fact.ts';

export const teamFacts: AuditFacts = {
  invitation: {
    role: { as: 'words', texts: 'common:role.' },
  },
  member: {
    role: { as: 'words', texts: 'common:role.' },
  },
};
