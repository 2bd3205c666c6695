export { mayOpenStep, STEP_PLACE } from './guideline.ts';
export { useGuideline } from './use-guideline.ts';
