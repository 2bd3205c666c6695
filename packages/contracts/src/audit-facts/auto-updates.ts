import type { AuditFacts } from './fact.ts';

export const autoUpdatesFacts: AuditFacts = {
  auto_update: {
    field: { as: 'words', texts: 'autoUpdates:field.' },
    cause: { as: 'words', texts: 'autoUpdates:cause.' },
    state: { as: 'words', texts: 'autoUpdates:state.' },
  },
};
