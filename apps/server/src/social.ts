import { type Config, LOOPBACK } from './config.ts';

export type SocialId = 'google' | 'facebook';

/** An identity provider. */
export interface SocialProvider {
  id: SocialId;
  /** Namespace of its identities: the sandbox's never meet real ones. */
  realm: string;
  isSandbox: boolean;
  clientId: string;
  clientSecret: string;
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** Profile URL of a provider without ID tokens. */
  profileUrl: string | undefined;
  scope: string;
}

export type SocialProviders = Partial<Record<SocialId, SocialProvider>>;

/** Sources: accounts.google.com/.well-known/openid-configuration; Facebook Login's manual flow, Graph API v23.0. */
const LIVE: Record<SocialId, Pick<SocialProvider, 'issuer' | 'authorizeUrl' | 'tokenUrl' | 'profileUrl' | 'scope'>> = {
  google: {
    issuer: 'https://accounts.google.com',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    profileUrl: undefined,
    scope: 'openid email profile',
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorizeUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    profileUrl: 'https://graph.facebook.com/v23.0/me?fields=id,email,first_name,last_name',
    scope: 'email public_profile',
  },
};
export const SOCIAL_IDS = Object.keys(LIVE) as SocialId[];

/** Our client at the sandbox's emulators. */
export interface SandboxClient {
  clientId: string;
  clientSecret: string;
}

/**
 * Available identity providers: the configured ones, else the sandbox's emulators while it is on. Those let anyone be
 * anyone, so they are offered only on a machine that others can't reach.
 */
export function socialProviders(
  config: Config,
  sandbox: { baseUrl: string; client: SandboxClient } | undefined,
): SocialProviders {
  const found: SocialProviders = {};
  for (const id of SOCIAL_IDS) {
    const live = config.social[id];
    if (live) found[id] = { id, realm: id, isSandbox: false, ...live, ...LIVE[id] };
    else if (sandbox && config.appUrl === undefined && LOOPBACK.has(config.host)) {
      const base = `${sandbox.baseUrl}/social/${id}`;
      found[id] = {
        id,
        realm: `${id}:sandbox`,
        isSandbox: true,
        ...sandbox.client,
        issuer: base,
        authorizeUrl: `${base}/auth`,
        tokenUrl: `${base}/token`,
        profileUrl: id === 'facebook' ? `${base}/me` : undefined,
        scope: LIVE[id].scope,
      };
    }
  }
  return found;
}
