import type { ConnectorErrorKind, RejectionCode } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import { toProblem } from './connector-problem.ts';

it.each<[ConnectorErrorKind, RejectionCode | undefined, string, boolean]>([
  ['auth', undefined, 'OUTSIDE_KEY_REFUSED', true],
  ['auth', 'missing_scope', 'OUTSIDE_MISSING_SCOPE', true],
  ['rejected', 'missing_scope', 'OUTSIDE_MISSING_SCOPE', true],
  ['rejected', 'unreachable', 'OUTSIDE_UNREACHABLE', false],
  ['temporary', 'certificate_untrusted', 'OUTSIDE_CERTIFICATE_UNTRUSTED', false],
  ['temporary', 'certificate_invalid', 'OUTSIDE_CERTIFICATE_INVALID', false],
  ['rejected', 'not_a_shop', 'OUTSIDE_NOT_A_SHOP', false],
  ['not-found', undefined, 'OUTSIDE_NOT_A_SHOP', false],
  ['rejected', 'version_too_old', 'OUTSIDE_TOO_OLD', false],
  ['rejected', 'store_plan_limit', 'OUTSIDE_PLAN_LIMIT', false],
  ['rejected', 'other', 'OUTSIDE_REFUSED', false],
  ['temporary', undefined, 'OUTSIDE_NOT_ANSWERING', false],
  ['unknown', undefined, 'OUTSIDE_NOT_ANSWERING', false],
  ['rate-limited', undefined, 'OUTSIDE_BUSY', false],
  ['unexpected', undefined, 'OUTSIDE_NOT_UNDERSTOOD', false],
])('%s %s is told as %s', (kind, code, key, needsPerson) => {
  const problem = toProblem({ kind, code, detail: 'the store said so' }, 'shop.example.com');
  expect(problem).toMatchObject({ key, needsPerson, params: { name: 'shop.example.com' } });
});
