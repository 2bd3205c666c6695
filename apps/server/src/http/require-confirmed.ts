import { AppError } from '@quayside/kernel';
import type { Sessions } from './session.ts';
import type { Who } from './who.ts';

/**
 * Refuses a caller without an identity confirmation within the last CONFIRMED_MINUTES. API tokens can't confirm, so
 * they never create lasting access; throws CONFIRM_IDENTITY or TOKEN_CANNOT_CONFIRM.
 */
export async function requireConfirmed(sessions: Sessions, who: Who): Promise<void> {
  if (who.apiToken) throw new AppError('FORBIDDEN', 'TOKEN_CANNOT_CONFIRM');
  if (!(await sessions.confirmedUntil(who.tokenHash))) throw new AppError('FORBIDDEN', 'CONFIRM_IDENTITY');
}
