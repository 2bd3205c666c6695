import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors, formFailure } from '../../../lib/field-errors.ts';

/** Sends a step of a return: busy while it runs, errors by field, closed and refreshed when it is done. */
export function useStep(onClose: () => void, isShown: (field: string) => boolean) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const errors = fieldErrors(problem);
  return {
    busy,
    error: (field: string): string | undefined => errors[field]?.[0],
    failure: formFailure(problem, isShown),
    async send(step: () => Promise<unknown>): Promise<void> {
      setBusy(true);
      setProblem(undefined);
      try {
        await step();
        await client.invalidateQueries({ queryKey: ['orders'] });
        onClose();
      } catch (error) {
        setProblem(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
