import { type AuditFacts, MODE } from './fact.ts';

export const trackingFacts: AuditFacts = {
  tracking_setting: {
    service: { as: 'connector' },
    mode: MODE,
  },
};
