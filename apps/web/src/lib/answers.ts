/**
 * What an answer of the server means for the person: which toast it shows and where it leads. Pure, so that the
 * rules can be read and tested in one place.
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

/** Answers without a body of ours: HTTP statuses that have words of their own; every other one has none. */
const HTTP_TEXTS = { 404: 'http404', 500: 'http500', 504: 'http504' } as const;
export type HttpText = (typeof HTTP_TEXTS)[keyof typeof HTTP_TEXTS] | 'unexpected';

/** The words for an HTTP status that came without an answer of ours. */
export const httpText = (status: number): HttpText => HTTP_TEXTS[status as keyof typeof HTTP_TEXTS] ?? 'unexpected';

/** Whether an HTTP status without a body says that nobody is signed in (decision A55). */
export const bareStatus = (status: number): number => (status === 401 ? STATUS.UNAUTHORIZED : status);

export type FieldErrors = Record<string, string[]>;

/** The envelope that every call answers with. */
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

/** Calls whose failures the screen explains itself: deleting the account, importing from AliExpress and CJ. */
const SILENT_CALLS: readonly RegExp[] = [
  /^DELETE \/auth\/account\/delete$/,
  /^POST \/center\/products\/import\/(aliexpress|cj)$/,
];

export interface ToastChoice {
  kind: 'success' | 'error';
  text: string;
}

/**
 * The toast for an answer, or none. Success speaks only for calls that change something and only when the server
 * sent words; an error speaks its first field error, else its message.
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

/** Where an answer leads once its message has been shown for a second. */
export function afterAnswer(status: number): AfterAnswer | undefined {
  if (status === STATUS.UNAUTHORIZED) return 'sign-out';
  if (status === STATUS.CURRENT_SHOP_ID_INVALID) return 'choose-store';
  return undefined;
}

/** `api-version` is v2 for paths that contain `center/`, else v1. */
export function apiVersion(path: string): 'v1' | 'v2' {
  return path.includes('center/') ? 'v2' : 'v1';
}
