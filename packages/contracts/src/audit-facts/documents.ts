import type { AuditFacts } from './fact.ts';

export const documentsFacts: AuditFacts = {
  document_setting: {
    language: { as: 'language' },
    paper: { as: 'words', texts: 'documents:papers.' },
  },
};
