import { GUIDELINE_STEPS } from '@quayside/contracts';

export type GuidelineStep = (typeof GUIDELINE_STEPS)[number];

/**
 * The quick start of the specification (document 1, section 4): the first step starts done, completed steps stay done,
 * the active one is the first that is not, and PLACE_ORDER when all are (decision A23).
 */
export function getGuideline(done: ReadonlySet<string>) {
  const steps = GUIDELINE_STEPS.map((key) => ({ key, done: key === 'CHOOSE_A_PLAN' || done.has(key) }));
  const next = steps.find((step) => !step.done);
  return { steps, is_done: next === undefined, step_active_key: next?.key ?? ('PLACE_ORDER' as GuidelineStep) };
}
