import type { AuditFacts } from './fact.ts';

export const enhancerFacts: AuditFacts = {
  ai_writing: {
    style: { as: 'words', texts: 'products:enhance.styles.' },
    tone: { as: 'words', texts: 'products:enhance.tones.' },
    language: { as: 'language' },
  },
  enhancement: {
    kind: { as: 'words', texts: 'products:enhance.kinds.' },
    style: { as: 'words', texts: 'products:enhance.styles.' },
    tone: { as: 'words', texts: 'products:enhance.tones.' },
  },
};
