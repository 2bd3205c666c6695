import { QueryCache, QueryClient } from '@tanstack/react-query';
import { afterAnswer, toastFor } from '../lib/answers.ts';
import { ApiError } from '../lib/api.ts';
import { toast } from '../lib/toasts.ts';

const RETRIES = 2;
/** How often what failed is asked for again while the screen waits for it, in milliseconds. */
const RECOVER_MS = 8000;

/** Whether asking once more can help: the way was cut, or the server was not well. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || (error.code.startsWith('HTTP_5') && error.status !== 501);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      // Without data the screen itself shows the error; 101 and 801 have spoken already.
      if (query.state.data === undefined || !(error instanceof ApiError) || afterAnswer(error.status)) return;
      const choice = toastFor(error.call, { ...error, message: error.message });
      if (choice) toast(choice.kind, choice.text);
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < RETRIES && mayPass(error),
      staleTime: 15_000,
      // What could not be read is read again by itself once the way is free.
      refetchInterval: (query) => (query.state.status === 'error' && mayPass(query.state.error) ? RECOVER_MS : false),
      // Live events tell what changed; coming back to the tab need not ask for everything.
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});
