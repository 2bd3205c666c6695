import type { CallData } from '../../lib/api.ts';
import type { ScreenPath } from '../../lib/screen-path.ts';

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

/** A step's own words open only while it is not done, and not before it is known whether it is. */
export const mayOpenStep = ({ isLoading, isDone }: { isLoading: boolean; isDone: boolean }): boolean =>
  !isLoading && !isDone;

/** The screen on which a step is taken. */
export const STEP_PLACE: Readonly<Record<StepKey, ScreenPath>> = {
  CHOOSE_A_PLAN: '/public/pricing',
  FIND_AND_IMPORT: '/app/find-product',
  PUSH_PRODUCT: '/app/products-import',
  PLACE_ORDER: '/app/orders',
  NAVIGATE_TO_ORDER_CENTER: '/app/orders',
  FIND_READY_ORDER: '/app/orders',
};

/** The order of the steps. */
const STEP_KEYS = [
  'CHOOSE_A_PLAN',
  'FIND_AND_IMPORT',
  'PUSH_PRODUCT',
  'PLACE_ORDER',
  'NAVIGATE_TO_ORDER_CENTER',
  'FIND_READY_ORDER',
] as const satisfies readonly StepKey[];

/** What is known in this browser before the server has answered: done steps and whether it was put away. */
export interface SavedGuideline {
  done: string[];
  dismissed: boolean;
}

/** The guideline to show meanwhile: as it was last time, else as everyone begins. Nothing jumps when the answer comes. */
export function assumedGuideline(kept: SavedGuideline | undefined): Guideline {
  const done = new Set([...(kept?.done ?? []), 'CHOOSE_A_PLAN']);
  const steps = STEP_KEYS.map((key) => ({ key, done: done.has(key) }));
  return { steps, is_done: isDone(steps), step_active_key: activeStep(steps), dismissed: kept?.dismissed ?? false };
}

/** The guideline without the choice of a plan, where billing is hidden. */
export function withoutBilling(guideline: Guideline, hidesBilling: boolean): Guideline {
  if (!hidesBilling) return guideline;
  const steps = guideline.steps.filter((step) => step.key !== 'CHOOSE_A_PLAN');
  return { ...guideline, steps, is_done: isDone(steps), step_active_key: activeStep(steps) };
}

/** What is worth keeping of an answer. */
export function savedGuideline({ steps, dismissed }: Guideline): SavedGuideline {
  return { done: steps.filter((step) => step.done).map((step) => step.key), dismissed };
}
