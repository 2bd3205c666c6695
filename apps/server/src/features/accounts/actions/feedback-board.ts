import { AppError } from '@quayside/kernel';
import { SignJWT } from 'jose';
import type { Deps } from '../../../deps.ts';
import { type Account, personName } from '../../../http/who.ts';

/**
 * URL of the feedback board with a token signed with its secret (HS256, five minutes), as required by Featurebase
 * (help.featurebase.app, "Single sign-on with JWT"). Throws FEEDBACK_OFF.
 */
export async function feedbackBoardUrl(deps: Deps, account: Account): Promise<string> {
  const board = deps.config.feedback;
  if (!board) throw new AppError('NOT_FOUND', 'FEEDBACK_OFF');
  const token = await new SignJWT({
    email: account.email,
    name: personName(account),
    userId: account.id,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(Math.floor(deps.clock.millis() / 1000))
    .setExpirationTime(Math.floor(deps.clock.millis() / 1000) + 300)
    .sign(new TextEncoder().encode(board.secret));
  return `${board.url}/api/v1/auth/access/jwt?${new URLSearchParams({ jwt: token, return_to: board.url })}`;
}
