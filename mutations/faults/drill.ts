import type { Fault } from './fault.ts';

/** Faults that only the drill can show, since nothing but the other sides' books tells of them. */
export const DRILL: readonly Fault[] = [
  {
    id: 'never-asks',
    what: 'Nothing is asked before an effect is sent again.',
    file: 'apps/server/src/jobs/effect/next-step.ts',
    find: 'before.attempts > 0 && (before.sinceSentMs === null',
    replace: 'before.attempts < 0 && (before.sinceSentMs === null',
    tests: ['drill/nothing-twice.drill.test.ts'],
  },
];
