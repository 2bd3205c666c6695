import { AppError } from '@quayside/kernel';
import { SignJWT } from 'jose';
import type { Deps } from '../../../deps.ts';
import type { Account } from '../../../http/who.ts';

/**
 * The way to the feedback board for who is signed in: a token signed with the board's secret (HS256, five minutes), as
 * Featurebase takes it (help.featurebase.app, "Single sign-on with JWT"). It leads to the board and nowhere else. Throws
 * FEEDBACK_OFF.
 */
export async function feedbackBoardUrl(deps: Deps, account: Account): Promise<string> {
  const board = deps.config.feedback;
  if (!board) throw new AppError('NOT_FOUND', 'FEEDBACK_OFF');
  const token = await new SignJWT({
    email: account.email,
    name: `${account.firstName} ${account.lastName}`.trim() || account.email,
    userId: account.id,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(Math.floor(deps.clock.millis() / 1000))
    .setExpirationTime(Math.floor(deps.clock.millis() / 1000) + 300)
    .sign(new TextEncoder().encode(board.secret));
  return `${board.url}/api/v1/auth/access/jwt?${new URLSearchParams({ jwt: token, return_to: board.url })}`;
}
