import { AppError, invalidField, newToken } from '@quayside/kernel';
import { getWorkplace } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { addAttempt } from '../attempt-repo.ts';
import { callBase, type Problem } from '../rules/reachability.ts';
import type { Store } from '../store-repo.ts';
import { addressTyped } from './link-store.ts';
import { getConnector } from './open-store.ts';

const ATTEMPT_MINUTES = 15;

/** Redirect base for a platform's own page, or why that way is unavailable. */
export function authorizeBase(
  deps: Deps,
  platform: Store['platform'],
  mode: Mode,
): { base: string } | { reason: Problem } {
  const connector = getConnector(deps, platform);
  const { authorizeUrl, connect } = connector;
  if (!connect.browser || !authorizeUrl)
    return { reason: { key: 'AUTHORIZE_NOT_OFFERED', params: { platform: connector.label } } };
  if (connect.browser.keysComeBy === 'redirect') {
    if (!deps.connectors.appCredentials(platform, mode))
      return { reason: { key: 'AUTHORIZE_NEEDS_APP', params: { platform: connector.label } } };
    return { base: deps.config.ownUrl };
  }
  const { appUrl, ownUrl } = deps.config;
  const way = callBase({ appUrl, ownUrl, mode, needsHttps: true, purpose: 'connect' });
  // The platform's page refuses to send keys over plain http, even to this machine.
  if ('base' in way && !way.base.startsWith('https:'))
    return { reason: { key: 'APP_URL_NOT_HTTPS', params: { address: way.base } } };
  return way;
}

/**
 * Starts connecting a store on its platform's own page, with an unguessable single-use state valid for 15 minutes.
 * Throws the reason when unavailable, suggesting API keys.
 */
export async function beginConnect(
  deps: Deps,
  { scope, account }: Pick<Who, 'scope' | 'account'>,
  platform: Store['platform'],
  typed: string,
): Promise<{ url: string; expires_at: string }> {
  const { accountId, workplaceId } = getWorkplace(scope);
  const connector = getConnector(deps, platform);
  const { baseUrl, mode } = addressTyped(deps, connector, typed);
  const way = authorizeBase(deps, platform, mode);
  if ('reason' in way) throw new AppError('STORE_INSTALL_FAILURE', way.reason.key, { params: way.reason.params ?? {} });
  if (!connector.authorizeUrl) throw invalidField('shop', 'AUTHORIZE_NOT_OFFERED');
  const state = newToken(24);
  const expiresAt = new Date(deps.clock.millis() + ATTEMPT_MINUTES * 60_000).toISOString();
  await deps.db.global((tx) =>
    addAttempt(tx, {
      state,
      account_id: accountId,
      person_id: account.id,
      workplace_id: workplaceId,
      platform,
      base_url: baseUrl,
      shop: typed,
      mode,
      expires_at: expiresAt,
    }),
  );
  const url = connector.authorizeUrl({
    baseUrl,
    state,
    returnUrl: `${way.base}/auth/platform/${platform}/callback`,
    callbackUrl:
      connector.connect.browser?.keysComeBy === 'redirect'
        ? `${way.base}/auth/platform/${platform}/callback`
        : `${way.base}/webhooks/wc-auth/${state}`,
    appCredentials: deps.connectors.appCredentials(platform, mode) ?? {},
  });
  return { url, expires_at: expiresAt };
}
