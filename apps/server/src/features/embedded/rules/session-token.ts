import { decodeJwt, errors, jwtVerify } from 'jose';

/** Seconds that the platform's clock may be away from ours. Source: @shopify/shopify-api, decode-session-token. */
const LEEWAY_S = 10;
/** Longer lives than this are nobody's: a session token lives a minute. Source: shopify.dev, ID tokens. */
const LONGEST_LIFE_S = 600;
const UNIFIED_ADMIN = 'https://admin.shopify.com';

/** What a good session token says. */
export interface SessionToken {
  /** Host of the shop whose admin gave it, e.g. "north-pier.myshopify.com". */
  shop: string;
  /** The platform's id of the person, unique within the shop. */
  subject: string;
}

export type Fault = 'form' | 'signature' | 'time' | 'audience' | 'shop';

/** A session token that is not believed, with the kind of fault; nothing of its content. */
export class SessionTokenFault extends Error {
  override readonly name = 'SessionTokenFault';
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(`the session token is not good: ${fault}`);
    this.fault = fault;
  }
}

const hostOf = (url: unknown): string | undefined => {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { host, protocol } = new URL(url);
  return protocol === 'https:' ? host : undefined;
};

/** The shop that a token claims to come from, not believed yet: it says whose secret must have signed it. */
export function claimedShop(token: string): string {
  try {
    const host = hostOf(decodeJwt(token).dest);
    if (host) return host;
  } catch {
    // Falls through: it is no token at all.
  }
  throw new SessionTokenFault('form');
}

function faultOf(error: unknown): Fault {
  if (error instanceof errors.JWTExpired) return 'time';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return 'audience';
    return error.claim === 'nbf' || error.claim === 'iat' || error.claim === 'exp' ? 'time' : 'form';
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
    return 'signature';
  return 'form';
}

/** Whether the issuer is the admin of the shop: its own, or its place in the admin that all shops share. */
function isAdminOf(issuer: unknown, shop: string): boolean {
  if (typeof issuer !== 'string' || !URL.canParse(issuer)) return false;
  const { host, origin, pathname } = new URL(issuer);
  return host === shop || (origin === UNIFIED_ADMIN && pathname === `/store/${shop.split('.')[0]}`);
}

/**
 * Verifies a session token: signed with the app's secret by HS256 and nothing else, meant for this app, in its time, and
 * of one shop in every place that names one. Throws SessionTokenFault.
 *
 * @param now milliseconds.
 */
export async function readSessionToken(
  token: string,
  app: { clientId: string; clientSecret: string },
  shop: string,
  now: number,
): Promise<SessionToken> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(app.clientSecret), {
      algorithms: ['HS256'],
      audience: app.clientId,
      clockTolerance: LEEWAY_S,
      currentDate: new Date(now),
      requiredClaims: ['aud', 'dest', 'exp', 'iss', 'nbf', 'sub'],
    });
    const { dest, exp = 0, iss, sub } = payload;
    if (exp * 1000 > now + LONGEST_LIFE_S * 1000) throw new SessionTokenFault('time');
    if (!sub || sub.length > 200) throw new SessionTokenFault('form');
    if (hostOf(dest) !== shop || !isAdminOf(iss, shop)) throw new SessionTokenFault('shop');
    return { shop, subject: sub };
  } catch (error) {
    throw error instanceof SessionTokenFault ? error : new SessionTokenFault(faultOf(error));
  }
}
