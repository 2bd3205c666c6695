import type { DeadLetter } from '@quayside/contracts';
import { decodeCursor, encodeCursor } from '@quayside/kernel';
import type { DeadLetterCursor, DeadLetterRow } from '../../jobs/dead-letters.ts';
import { withoutSecrets } from '../../jobs/reason.ts';
import { senderOf } from '../../watch/work-context.ts';

/** Ids of a payload by their names, and the request that sent it; whatever is no plain value is left out. */
function about(data: DeadLetterRow['data']): Record<string, string> {
  const requestId = senderOf(data);
  const plain = Object.entries({ ...data, ...(requestId ? { requestId } : {}) }).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return Object.fromEntries(plain.map(([name, value]) => [name, withoutSecrets(String(value))]));
}

const reason = (output: DeadLetterRow['output']): string => {
  const said = output?.message ?? output?.value?.message;
  return typeof said === 'string' ? withoutSecrets(said) : '';
};

/** A dead job as operators see it. */
export const deadLetterView = (row: DeadLetterRow): DeadLetter => ({
  job_id: row.job_id,
  kind: row.kind,
  about: about(row.data),
  reason: reason(row.output),
  tries: row.tries,
  asked_at: row.asked_at,
  gave_up_at: row.gave_up_at,
});

/** The place after a row, as text for the next page. */
export const toCursor = (row: DeadLetterRow): string => encodeCursor({ at: row.gave_up_at, id: row.job_id });

/** Undefined for a text that is no cursor of ours: the list then begins at its beginning. */
export function readCursor(text: string | undefined): DeadLetterCursor | undefined {
  const place = decodeCursor(text);
  return place && { gaveUpAt: place.at, jobId: place.id };
}
