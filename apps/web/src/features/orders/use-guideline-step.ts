import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, type CallBody } from '../../lib/api.ts';
import { useGuideline } from '../guide/index.ts';

type Step = NonNullable<CallBody<'POST /guideline'>['step']>;

const told = new Set<Step>();
const NONE: never[] = [];

/** Tells the quick start once that a step was taken. A step that is done stays done; a failure is told the next time. */
export function useGuidelineStep(step: Step, taken: boolean): void {
  const client = useQueryClient();
  const steps = useGuideline().data?.steps ?? NONE;
  useEffect(() => {
    if (!taken || told.has(step)) return;
    const at = steps.findIndex((one) => one.key === step);
    // A step does not tick itself while one before it is open; it does on the next visit.
    if (at < 0 || steps[at]?.done || steps.slice(0, at).some((one) => !one.done)) return;
    told.add(step);
    api('POST /guideline', { body: { step }, quiet: true }).then(
      () => client.invalidateQueries({ queryKey: ['guideline'] }),
      () => told.delete(step),
    );
  }, [step, taken, steps, client]);
}
