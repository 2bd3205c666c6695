/**
 * How a response of the server is presented: which toast it shows and where it leads. Pure, so that the rules are in
 * one place and testable.
 */
export const STATUS = {
  OK: 200,
  UNAUTHORIZED: 101,
  FORBIDDEN: 103,
  EMAIL_NOT_VERIFIED: 110,
  STORE_EXIST_ANOTHER_OWNER: 111,
  STORE_INSTALL_FAILURE: 113,
  STORE_INSTALL_WITHOUT_SIGNIN: 114,
  STORE_INSTALL_WITH_SIGNIN: 115,
  CONNECT_ACCOUNT_WITH_DUE_PACKAGE: 116,
  CONNECT_ACCOUNT_AH_WITH_DUE_PACKAGE: 117,
  BAD_REQUEST: 201,
  NOT_FOUND: 202,
  METHOD_NOT_ALLOWED: 203,
  UNPROCESSABLE_ENTITY: 204,
  RATE_LIMIT: 229,
  QUOTA_EXPIRED: 401,
  FIRST_CYCLE_DOWNGRADE_FAILED: 4002,
  VERIFY_OWNER_STORE_MIGRATE_ERROR: 510,
  VERIFY_OWNER_STORE_MIGRATE_PROCESS: 512,
  CURRENT_SHOP_ID_INVALID: 801,
} as const;

/** HTTP statuses with their own text when the body is not ours; all others share one. */
const HTTP_TEXTS = { 404: 'http404', 500: 'http500', 504: 'http504' } as const;
export type HttpText = (typeof HTTP_TEXTS)[keyof typeof HTTP_TEXTS] | 'unexpected';

/** Text key for an HTTP status without a response body of ours. */
export const httpText = (status: number): HttpText => HTTP_TEXTS[status as keyof typeof HTTP_TEXTS] ?? 'unexpected';

/** Maps an HTTP status without our body: 401 means signed out (decision A55). */
export const bareStatus = (status: number): number => (status === 401 ? STATUS.UNAUTHORIZED : status);

export type FieldErrors = Record<string, string[]>;

/** The envelope of every response. */
export interface Answer<T = unknown> {
  status: number;
  code: string;
  message: string;
  data: T;
  errors?: FieldErrors;
}

const SILENT_STATUSES: ReadonlySet<number> = new Set([
  STATUS.STORE_INSTALL_FAILURE,
  STATUS.STORE_INSTALL_WITHOUT_SIGNIN,
  STATUS.STORE_INSTALL_WITH_SIGNIN,
  STATUS.QUOTA_EXPIRED,
  STATUS.RATE_LIMIT,
  STATUS.CONNECT_ACCOUNT_WITH_DUE_PACKAGE,
  STATUS.FIRST_CYCLE_DOWNGRADE_FAILED,
]);

/** Calls whose failures the screen itself explains: deleting the account, importing from AliExpress and CJ. */
const SILENT_CALLS: readonly RegExp[] = [
  /^DELETE \/auth\/account\/delete$/,
  /^POST \/center\/products\/import\/(aliexpress|cj)$/,
];

export interface ToastChoice {
  kind: 'success' | 'error';
  text: string;
}

/**
 * The toast for a response, or none: successes only for writes with a message, errors with their first field error or
 * message.
 *
 * @param callKey method and path as sent, for example `POST /center/products/import/cj`.
 */
export function toastFor(
  callKey: string,
  answer: Pick<Answer, 'status' | 'message' | 'errors'>,
): ToastChoice | undefined {
  if (answer.status === STATUS.OK) {
    if (callKey.startsWith('GET ') || !answer.message) return undefined;
    return { kind: 'success', text: answer.message };
  }
  if (SILENT_STATUSES.has(answer.status)) return undefined;
  if (SILENT_CALLS.some((pattern) => pattern.test(callKey))) return undefined;
  const text = firstError(answer.errors) ?? answer.message;
  if (!text || text === 'Server error!') return undefined;
  return { kind: 'error', text };
}

/** The first text of a set of field errors. */
export function firstError(errors: FieldErrors | undefined): string | undefined {
  for (const texts of Object.values(errors ?? {})) {
    if (texts[0]) return texts[0];
  }
  return undefined;
}

export type AfterAnswer = 'sign-out' | 'choose-store';

/** Where a response leads after its message was shown for a second. */
export function afterAnswer(status: number): AfterAnswer | undefined {
  if (status === STATUS.UNAUTHORIZED) return 'sign-out';
  if (status === STATUS.CURRENT_SHOP_ID_INVALID) return 'choose-store';
  return undefined;
}

/** `api-version` is v2 for paths that contain `center/`, else v1. */
export function apiVersion(path: string): 'v1' | 'v2' {
  return path.includes('center/') ? 'v2' : 'v1';
}
