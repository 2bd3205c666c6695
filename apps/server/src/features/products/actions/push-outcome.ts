import type { ConnectorErrorKind, RejectionCode } from '@quayside/connector-kit';
import type { Again } from '../../../db/effect-row.ts';
import type { GiveUpRule, Refusal } from '../../../jobs/effect/effect.ts';
import { pauseMs } from '../../../jobs/effect/pauses.ts';
import type { PushClaim, Pushed } from '../listing-repo.ts';

/** Tries before a push is given up and left to a person. */
export const MOST_TRIES = 7;

/** Nothing is lost with a push that is given up: trying it again looks for what was made. */
export const GIVES_UP: GiveUpRule = { after: MOST_TRIES - 1, key: 'OUTSIDE_NOT_ANSWERING', inDoubt: true };

const REJECTED: Partial<Record<RejectionCode, string>> = {
  store_plan_limit: 'OUTSIDE_PLAN_LIMIT',
  missing_scope: 'OUTSIDE_MISSING_SCOPE',
  unreachable: 'OUTSIDE_UNREACHABLE',
  not_a_shop: 'OUTSIDE_NOT_A_SHOP',
  picture_unreachable: 'LISTING_PICTURE_REFUSED',
  picture_refused: 'LISTING_PICTURE_KIND',
  // A stranger's, as it was looked for time and again.
  already_exists: 'LISTING_SKU_TAKEN',
};

function keyOf(kind: ConnectorErrorKind, code: RejectionCode | undefined): string {
  switch (kind) {
    case 'auth':
      return code === 'missing_scope' ? 'OUTSIDE_MISSING_SCOPE' : 'OUTSIDE_KEY_REFUSED';
    case 'rate-limited':
    case 'temporary':
      return 'OUTSIDE_NOT_ANSWERING';
    case 'unknown':
    case 'unexpected':
      return 'PUSH_OUTCOME_UNKNOWN';
    case 'not-found':
      return 'LISTING_REFUSED';
    case 'rejected':
      return REJECTED[code ?? 'other'] ?? 'LISTING_REFUSED';
  }
}

/** A listing that a store refuses, or that is given up. */
export interface Refused {
  claim: PushClaim;
  /** The store's. */
  name: string;
  /** The pictures lie where the store will never fetch them. */
  hidden: boolean;
}

/** What a refusal means for a listing. */
export function refusePush({ key, params, error, code }: Refusal, { claim, name, hidden }: Refused): Pushed | Again {
  if (error === undefined) return { kind: 'failed', key, params };
  // A store fetches pictures from us, and we may be restarting just then; it refuses the whole product, so nothing is there.
  if (code === 'picture_unreachable' && !hidden && claim.pauses < GIVES_UP.after)
    return { kind: 'requested', afterMs: pauseMs(claim.pauses), before: claim };
  const inDoubt = error === 'unknown' || error === 'unexpected';
  return { kind: 'failed', key: keyOf(error, code), params: { name, ...params }, inDoubt };
}
