import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, type CallBody, type CallData } from '../../lib/api.ts';

type Step = NonNullable<CallBody<'POST /guideline'>['step']>;

const told = new Set<Step>();

/** Tells the quick start once that a step was taken. A step that is done stays done; a failure is told the next time. */
export function useGuidelineStep(step: Step, taken: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!taken || told.has(step)) return;
    told.add(step);
    const known = client.getQueriesData<CallData<'GET /guideline'>>({ queryKey: ['guideline'] })[0]?.[1];
    if (known?.steps.find((one) => one.key === step)?.done) return;
    api('POST /guideline', { body: { step }, quiet: true }).then(
      () => client.invalidateQueries({ queryKey: ['guideline'] }),
      () => told.delete(step),
    );
  }, [step, taken, client]);
}
