import { type AuditFacts, MODE } from './fact.ts';

export const monitoringFacts: AuditFacts = {
  monitoring_setting: {
    every_hours: {
      as: 'words',
      texts: {
        6: 'monitoring:settings.every_6',
        12: 'monitoring:settings.every_12',
        24: 'monitoring:settings.every_24',
      },
    },
    cost_follows: {
      as: 'words',
      texts: { tell: 'monitoring:settings.cost_follows_tell', take: 'monitoring:settings.cost_follows_take' },
    },
    stock_follows: {
      as: 'words',
      texts: { tell: 'monitoring:settings.stock_follows_tell', take: 'monitoring:settings.stock_follows_take' },
    },
  },
  product_watch: {
    source: { as: 'connector' },
    mode: MODE,
  },
};
