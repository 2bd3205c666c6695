import type { ChannelConnector, ChannelEmbedding, ChannelId } from '@quayside/connector-kit';
import { AppError, notFound } from '@quayside/kernel';
import type { Deps, Mode } from '../../../deps.ts';
import { storeAddress } from '../../connections/index.ts';
import type { PlatformUser } from '../identity-repo.ts';
import { claimedShop, readSessionToken, SessionTokenFault } from '../rules/session-token.ts';

/** A user of a shop's admin who proved it, and what is needed to speak to the shop. */
export interface ProvenUser extends PlatformUser {
  baseUrl: string;
  sessionToken: string;
}

/** The app as which we are installed in shops of a mode; undefined: there is none. */
export function getApp(
  deps: Deps,
  platform: ChannelId,
  mode: Mode,
): { clientId: string; clientSecret: string } | undefined {
  const { clientId, clientSecret } = deps.connectors.appCredentials(platform, mode) ?? {};
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

/** The connector of a platform whose admin embeds apps. Throws EMBEDDING_NOT_OFFERED. */
export function getEmbedding(
  deps: Deps,
  platform: ChannelId,
): { connector: ChannelConnector; embedding: ChannelEmbedding } {
  const connector = deps.connectors.channels[platform];
  if (!connector?.embedding) throw notFound('EMBEDDING_NOT_OFFERED');
  return { connector, embedding: connector.embedding };
}

const refused = (reason: string) =>
  new AppError('STORE_INSTALL_FAILURE', 'SESSION_TOKEN_REFUSED', { params: { reason } });

/**
 * Whose session token it is. The shop decides which of our apps must have been given it, the one of the sandbox or the
 * real one. Throws EMBEDDING_NOT_OFFERED, EMBEDDING_NEEDS_APP or SESSION_TOKEN_REFUSED.
 */
export async function readUser(deps: Deps, platform: ChannelId, sessionToken: string): Promise<ProvenUser> {
  const { connector } = getEmbedding(deps, platform);
  try {
    const shop = claimedShop(sessionToken);
    const { baseUrl, mode, platformDomain } = storeAddress(deps, connector, shop);
    if (platformDomain !== shop) throw new SessionTokenFault('shop');
    const app = getApp(deps, platform, mode);
    if (!app)
      throw new AppError('STORE_INSTALL_FAILURE', 'EMBEDDING_NEEDS_APP', { params: { platform: connector.label } });
    const { subject } = await readSessionToken(sessionToken, app, shop, deps.clock.millis());
    return { platform, mode, platformDomain, subject, baseUrl, sessionToken };
  } catch (error) {
    if (error instanceof SessionTokenFault) throw refused(error.fault);
    // An address that is no shop's.
    if (error instanceof AppError && error.code === 'STORE_ADDRESS_INVALID') throw refused('shop');
    throw error;
  }
}
