import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { ProvenUser } from './read-user.ts';

/** Failures that a merchant in the admin can only retry. */
const PASSING = new Set([
  'OUTSIDE_UNREACHABLE',
  'OUTSIDE_CERTIFICATE_UNTRUSTED',
  'OUTSIDE_CERTIFICATE_INVALID',
  'OUTSIDE_NOT_A_SHOP',
  'OUTSIDE_NOT_ANSWERING',
  'OUTSIDE_NOT_UNDERSTOOD',
]);

/** Calls the shop's platform. Throws SHOP_NOT_ANSWERING for failures on the way, and logs their reason. */
export async function inMerchantsWords<T>(
  deps: Deps,
  user: Pick<ProvenUser, 'platform' | 'platformDomain'>,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError) || !PASSING.has(error.code)) throw error;
    const { detail } = error.params;
    deps.log.warn({ shop: user.platformDomain, key: error.code, detail }, 'a shop could not be asked from its admin');
    const platform = deps.connectors.channels[user.platform]?.label ?? user.platform;
    throw new AppError('STORE_INSTALL_FAILURE', 'SHOP_NOT_ANSWERING', { params: { platform }, cause: error });
  }
}
