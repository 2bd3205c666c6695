/**
 * Status codes in response bodies (document 1, section 8) with their HTTP status. The only place that maps errors to
 * HTTP.
 */
export const BODY_STATUS = {
  OK: { body: 200, http: 200 },
  UNAUTHORIZED: { body: 101, http: 401 },
  FORBIDDEN: { body: 103, http: 403 },
  EMAIL_NOT_VERIFIED: { body: 110, http: 403 },
  STORE_EXIST_ANOTHER_OWNER: { body: 111, http: 409 },
  STORE_INSTALL_FAILURE: { body: 113, http: 409 },
  STORE_INSTALL_WITHOUT_SIGNIN: { body: 114, http: 409 },
  STORE_INSTALL_WITH_SIGNIN: { body: 115, http: 409 },
  CONNECT_ACCOUNT_WITH_DUE_PACKAGE: { body: 116, http: 409 },
  CONNECT_ACCOUNT_AH_WITH_DUE_PACKAGE: { body: 117, http: 409 },
  BAD_REQUEST: { body: 201, http: 400 },
  TOO_LARGE: { body: 201, http: 413 },
  NOT_FOUND: { body: 202, http: 404 },
  METHOD_NOT_ALLOWED: { body: 203, http: 405 },
  UNPROCESSABLE_ENTITY: { body: 204, http: 422 },
  RATE_LIMIT: { body: 229, http: 429 },
  QUOTA_EXPIRED: { body: 401, http: 402 },
  FIRST_CYCLE_DOWNGRADE_FAILED: { body: 4002, http: 409 },
  VERIFY_OWNER_STORE_MIGRATE_ERROR: { body: 510, http: 409 },
  VERIFY_OWNER_STORE_MIGRATE_PROCESS: { body: 512, http: 409 },
  CURRENT_SHOP_ID_INVALID: { body: 801, http: 409 },
  SERVER_ERROR: { body: 500, http: 500 },
} as const satisfies Record<string, { body: number; http: number }>;

export type StatusName = keyof typeof BODY_STATUS;

export type MessageParams = Record<string, string | number>;

/**
 * An expected error. `code` is the stable key for clients and the message key; `fields` maps invalid inputs to message
 * keys.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: StatusName;
  readonly code: string;
  /** Message key, if it differs from the code. */
  readonly messageKey: string;
  readonly params: MessageParams;
  readonly fields: Record<string, string[]> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Data for the client besides the message, sent as `data` of the response. */
  readonly data: Readonly<Record<string, string | number>> | undefined;

  constructor(
    status: StatusName,
    code: string,
    options: {
      params?: MessageParams;
      messageKey?: string;
      fields?: Record<string, string[]>;
      retryAfterSeconds?: number;
      data?: Readonly<Record<string, string | number>>;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.messageKey = options.messageKey ?? code;
    this.params = options.params ?? {};
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.data = options.data;
  }
}

export const notFound = (code: string, params?: MessageParams): AppError => new AppError('NOT_FOUND', code, { params });
/** A referenced item does not exist or is not the caller's; the response never tells which. */
export const notFoundField = (field: string, code: string, params?: MessageParams): AppError =>
  new AppError('NOT_FOUND', code, { params, fields: { [field]: [code] } });
export const badRequest = (code: string, params?: MessageParams): AppError =>
  new AppError('BAD_REQUEST', code, { params });
/** An error about one input. */
export const invalidField = (field: string, code: string, params?: MessageParams): AppError =>
  new AppError('UNPROCESSABLE_ENTITY', code, { params, fields: { [field]: [code] } });
