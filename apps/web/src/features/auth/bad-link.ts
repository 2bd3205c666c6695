import { ApiError } from '../../lib/api.ts';

/** Whether a call failed because its mailed or printed link is wrong, used or expired. */
export const isBadLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'LINK_NOT_GOOD' || Boolean(error.errors.id || error.errors.code));
