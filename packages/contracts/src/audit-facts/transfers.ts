import { type AuditFacts, MODE } from './fact.ts';

export const transfersFacts: AuditFacts = {
  store_migration: {
    platform: { as: 'connector' },
    mode: MODE,
    state: { as: 'words', texts: 'migrate:state.' },
  },
  store_move: {
    platform: { as: 'connector' },
    mode: MODE,
    state: {
      as: 'words',
      texts: {
        waiting: 'moves:state.waiting',
        carrying: 'moves:state.moving',
        arriving: 'moves:state.moving',
        tidying: 'moves:state.moving',
        returning: 'moves:state.returning',
        done: 'moves:state.done',
        failed: 'moves:state.failed',
      },
    },
  },
};
