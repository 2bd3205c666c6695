import { ConnectorError } from '@quayside/connector-kit';

const MINUTE = 60_000;
const LONGEST = 60 * MINUTE;

/**
 * How long a supplier is left alone that could not be asked, in milliseconds: as long as he says; a minute when he is busy and
 * five when he does not answer, twice as long each time; an hour when a person has to do something first.
 */
export function getPause(cause: unknown, pauses: number): number {
  if (!(cause instanceof ConnectorError)) return LONGEST;
  const grown = (first: number) => Math.min(LONGEST, first * 2 ** Math.min(pauses, 10));
  if (cause.kind === 'rate-limited') return Math.max(cause.retryAfterMs ?? 0, grown(MINUTE));
  return cause.kind === 'auth' ? LONGEST : grown(5 * MINUTE);
}
