import type { CallData } from '../../lib/api.ts';

export type Guideline = CallData<'GET /guideline'>;
export type StepKey = Guideline['step_active_key'];

/** The step to show open: the first that is not done, or PLACE_ORDER when all are. */
export function activeStep(steps: readonly { key: StepKey; done: boolean }[]): StepKey {
  return steps.find((step) => !step.done)?.key ?? 'PLACE_ORDER';
}

/** All steps are done. */
export function isDone(steps: readonly { done: boolean }[]): boolean {
  return steps.length > 0 && steps.every((step) => step.done);
}

/** New steps over known ones: what was done once stays done. */
export function mergeSteps<S extends { key: StepKey; done: boolean }>(known: readonly S[], fresh: readonly S[]): S[] {
  const done = new Set(known.filter((step) => step.done).map((step) => step.key));
  return fresh.map((step) => (done.has(step.key) ? { ...step, done: true } : step));
}

/** Where a step is taken, when that screen exists. */
export const STEP_PLACE: Readonly<Record<StepKey, string>> = {
  CHOOSE_A_PLAN: '/app/setting/billing-plan/change-plan',
  FIND_AND_IMPORT: '/app/find-product',
  PUSH_PRODUCT: '/app/products-import',
  PLACE_ORDER: '/app/orders',
  NAVIGATE_TO_ORDER_CENTER: '/app/orders',
  FIND_READY_ORDER: '/app/orders',
};
