/** Days of advance warning before access to a store expires. */
export const WARN_DAYS = 14;

const timeOf = (millis: string | undefined): string | null =>
  millis && Number.isFinite(Number(millis)) ? new Date(Number(millis)).toISOString() : null;

/**
 * When credentials expire unless a person acts: the refresh token's end or, without one, the access token's. null:
 * never.
 */
export function accessEnd(credentials: Readonly<Record<string, string | undefined>>): string | null {
  if (credentials.refreshToken) return timeOf(credentials.refreshTokenExpiresAt);
  // A custom app gets a new token on request.
  if (credentials.clientId && credentials.clientSecret) return null;
  return timeOf(credentials.accessTokenExpiresAt);
}

/** Days before the end at which a warning is sent, once each. */
const WARNINGS = [1, 3, WARN_DAYS] as const;

/** The warning due before access ends; undefined: none, or already ended. */
export function warningDue(endsAt: string | null, nowMillis: number): number | undefined {
  if (endsAt === null) return undefined;
  const left = Date.parse(endsAt) - nowMillis;
  return left <= 0 ? undefined : WARNINGS.find((days) => left < days * 86_400_000);
}

/** Whether to warn now. */
export const endsSoon = (endsAt: string | null, nowMillis: number): boolean =>
  endsAt !== null && Date.parse(endsAt) - nowMillis < WARN_DAYS * 86_400_000;
