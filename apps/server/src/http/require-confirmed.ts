import { AppError } from '@quayside/kernel';
import type { Sessions } from './session.ts';
import type { Who } from './who.ts';

/**
 * Refuses a caller who has not proved who they are within the last CONFIRMED_MINUTES. An API token cannot prove that, so
 * it never creates lasting access. Throws CONFIRM_IDENTITY or TOKEN_CANNOT_CONFIRM.
 */
export async function requireConfirmed(sessions: Sessions, who: Who): Promise<void> {
  if (who.apiToken) throw new AppError('FORBIDDEN', 'TOKEN_CANNOT_CONFIRM');
  if (!(await sessions.confirmedUntil(who.tokenHash))) throw new AppError('FORBIDDEN', 'CONFIRM_IDENTITY');
}
