import { describe, expect, it } from 'vitest';
import {
  activeStep,
  assumedGuideline,
  isDone,
  mayOpenStep,
  mergeSteps,
  type StepKey,
  savedGuideline,
  withoutBilling,
} from './guideline.ts';

const KEYS: StepKey[] = [
  'CHOOSE_A_PLAN',
  'FIND_AND_IMPORT',
  'PUSH_PRODUCT',
  'PLACE_ORDER',
  'NAVIGATE_TO_ORDER_CENTER',
  'FIND_READY_ORDER',
];
const steps = (...done: StepKey[]) => KEYS.map((key) => ({ key, done: done.includes(key) }));

it('leaves the choice of a plan out where billing is hidden', () => {
  const shown = withoutBilling({ ...assumedGuideline(undefined) }, true);
  expect(shown.steps.map((step) => step.key)).not.toContain('CHOOSE_A_PLAN');
  expect(shown.step_active_key).toBe('FIND_AND_IMPORT');
  expect(withoutBilling(assumedGuideline(undefined), false).steps).toHaveLength(6);
});

describe('guideline', () => {
  it('B069: opens the first step that is not done, or PLACE_ORDER when all are', () => {
    expect(activeStep(steps('CHOOSE_A_PLAN'))).toBe('FIND_AND_IMPORT');
    expect(activeStep(steps('CHOOSE_A_PLAN', 'FIND_AND_IMPORT'))).toBe('PUSH_PRODUCT');
    expect(activeStep(steps(...KEYS))).toBe('PLACE_ORDER');
  });
  it('B068: is done when all six are', () => {
    expect(isDone(steps(...KEYS))).toBe(true);
    expect(isDone(steps(...KEYS.slice(1)))).toBe(false);
    expect(isDone([])).toBe(false);
  });
  it('B067: never un-does a step', () => {
    const merged = mergeSteps(steps('CHOOSE_A_PLAN', 'FIND_AND_IMPORT'), steps('CHOOSE_A_PLAN', 'PLACE_ORDER'));
    expect(merged.filter((step) => step.done).map((step) => step.key)).toEqual([
      'CHOOSE_A_PLAN',
      'FIND_AND_IMPORT',
      'PLACE_ORDER',
    ]);
  });
});

describe('before the server has answered', () => {
  it('begins as for everyone, or as it was last time', () => {
    const first = assumedGuideline(undefined);
    expect(first.steps.filter((step) => step.done).map((step) => step.key)).toEqual(['CHOOSE_A_PLAN']);
    expect(first.step_active_key).toBe('FIND_AND_IMPORT');
    const kept = savedGuideline({ ...first, steps: steps(...KEYS), dismissed: true });
    expect(assumedGuideline(kept)).toEqual({
      steps: steps(...KEYS),
      is_done: true,
      step_active_key: 'PLACE_ORDER',
      dismissed: true,
    });
  });
});

it('B070: opens a step only once it is known to be open', () => {
  expect(mayOpenStep({ isLoading: true, isDone: false })).toBe(false);
  expect(mayOpenStep({ isLoading: false, isDone: true })).toBe(false);
  expect(mayOpenStep({ isLoading: false, isDone: false })).toBe(true);
});
