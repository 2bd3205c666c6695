import type { AuditFacts } from './fact.ts';

export const enhancerFacts: AuditFacts = {
  ai_writing: {
    style: { as: 'words', texts: 'products:enhance.styles.' },
    tone: { as: 'words', texts: 'products:enhance.tones.' },
    language: { as: 'language' },
  },
  ai_images: {
    action: { as: 'words', texts: 'images:actions.' },
    background: { as: 'words', texts: 'images:backgrounds.' },
  },
  image_enhancement: {
    action: { as: 'words', texts: 'images:actions.' },
    background: { as: 'words', texts: 'images:backgrounds.' },
  },
  enhancement: {
    kind: { as: 'words', texts: 'products:enhance.kinds.' },
    style: { as: 'words', texts: 'products:enhance.styles.' },
    tone: { as: 'words', texts: 'products:enhance.tones.' },
  },
};
