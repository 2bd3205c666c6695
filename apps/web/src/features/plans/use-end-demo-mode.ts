import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Ends the demo mode of one's account; everything on the screen is read again. */
export function useEndDemoMode(onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /auth/account/demo-mode', { body: { on: false } }),
    onSuccess: () => {
      onDone?.();
      return client.invalidateQueries();
    },
  });
}
