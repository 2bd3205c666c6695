import type { ConnectorError } from '@quayside/connector-kit';
import type { StatusName } from '@quayside/kernel';
import type { Problem } from './reachability.ts';

/** A connection problem as a message with a solution, and its response status. */
export interface ConnectorProblem extends Problem {
  status: StatusName;
  /** true: requires new credentials. */
  needsPerson: boolean;
}

type ConnectorFailure = Pick<ConnectorError, 'kind' | 'code' | 'detail'>;

const refused = (key: string, params: Problem['params'], needsPerson = false): ConnectorProblem => ({
  key,
  params,
  status: 'STORE_INSTALL_FAILURE',
  needsPerson,
});

/** `name`: display name of the other side, a store's domain or a supplier's label. */
export function toProblem(error: ConnectorFailure, name: string): ConnectorProblem {
  const params = { name, detail: error.detail.slice(0, 300) };
  switch (error.code) {
    case 'unreachable':
      return refused('OUTSIDE_UNREACHABLE', params);
    case 'certificate_untrusted':
      return refused('OUTSIDE_CERTIFICATE_UNTRUSTED', params);
    case 'certificate_invalid':
      return refused('OUTSIDE_CERTIFICATE_INVALID', params);
    case 'not_a_shop':
      return refused('OUTSIDE_NOT_A_SHOP', params);
    case 'version_too_old':
      return refused('OUTSIDE_TOO_OLD', params);
    case 'missing_scope':
      return refused('OUTSIDE_MISSING_SCOPE', params, true);
    case 'stock_location_gone':
      return refused('STOCK_LOCATION_GONE', params);
    case 'price_list_gone':
      return refused('MARKET_PRICE_LIST_GONE', params);
    case 'store_plan_limit':
      return refused('OUTSIDE_PLAN_LIMIT', params);
    default:
  }
  switch (error.kind) {
    case 'auth':
      return refused('OUTSIDE_KEY_REFUSED', params, true);
    case 'rate-limited':
      return refused('OUTSIDE_BUSY', params);
    case 'not-found':
      return refused('OUTSIDE_NOT_A_SHOP', params);
    case 'temporary':
    case 'unknown':
      return refused('OUTSIDE_NOT_ANSWERING', params);
    case 'unexpected':
      return refused('OUTSIDE_NOT_UNDERSTOOD', params);
    case 'rejected':
      return refused('OUTSIDE_REFUSED', params);
  }
}
