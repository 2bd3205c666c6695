import type { AuditFacts } from './fact.ts';

export const savedPagesFacts: AuditFacts = {
  saved_page: {
    price: { as: 'sum' },
  },
};
