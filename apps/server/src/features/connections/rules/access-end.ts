/** How early a person is told that access to a store ends: he may not look in every day. */
export const WARN_DAYS = 14;

const timeOf = (millis: string | undefined): string | null =>
  millis && Number.isFinite(Number(millis)) ? new Date(Number(millis)).toISOString() : null;

/**
 * When a connection's keys stop working for good unless a person steps in: the end of the token that renews the others, or,
 * without one, the end of the access token itself. null: they do not end by themselves.
 */
export function accessEnd(credentials: Readonly<Record<string, string | undefined>>): string | null {
  if (credentials.refreshToken) return timeOf(credentials.refreshTokenExpiresAt);
  // An app of the owner's own is given a new token whenever it asks.
  if (credentials.clientId && credentials.clientSecret) return null;
  return timeOf(credentials.accessTokenExpiresAt);
}

/** How many days before the end a person is told, each time once: early, late, at last. */
const WARNINGS = [1, 3, WARN_DAYS] as const;

/** Which warning is due before the end of access; undefined: none yet, or it has ended. */
export function warningDue(endsAt: string | null, nowMillis: number): number | undefined {
  if (endsAt === null) return undefined;
  const left = Date.parse(endsAt) - nowMillis;
  return left <= 0 ? undefined : WARNINGS.find((days) => left < days * 86_400_000);
}

/** Whether it is time to tell the person. */
export const endsSoon = (endsAt: string | null, nowMillis: number): boolean =>
  endsAt !== null && Date.parse(endsAt) - nowMillis < WARN_DAYS * 86_400_000;
