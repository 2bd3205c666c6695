import type { FieldErrors } from './answers.ts';
import { ApiError, errorText } from './api.ts';

/** The errors of a failed call by field; none without a failure. */
export const fieldErrors = (failure: unknown): FieldErrors => (failure instanceof ApiError ? failure.errors : {});

/**
 * What a form says apart from its fields: the first error of a field that it doesn't show, else the failure as a whole unless a
 * shown field explains it.
 */
export function formFailure(failure: unknown, isShown: (field: string) => boolean): string | undefined {
  if (failure === undefined || failure === null) return undefined;
  const named = Object.entries(fieldErrors(failure));
  const hidden = named.find(([field]) => !isShown(field));
  if (hidden) return hidden[1][0] ?? errorText(failure);
  return named.length > 0 ? undefined : errorText(failure);
}
