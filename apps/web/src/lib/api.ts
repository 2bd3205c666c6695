import type { CallMap } from '@quayside/contracts';
import { type Answer, afterAnswer, apiVersion, bareStatus, type FieldErrors, httpText, toastFor } from './answers.ts';
import { saveProblem } from './problems.ts';
import { session } from './session.ts';

/** Every declared call, named `METHOD /path/{with}/{params}`. */
export type CallKey = keyof CallMap & string;
export type CallData<K extends CallKey> = CallMap[K]['data'];
export type CallBody<K extends CallKey> = CallMap[K]['body'];
export type CallQuery<K extends CallKey> = CallMap[K]['query'];

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [P in Name]?: undefined }
  : object extends Value
    ? { [P in Name]?: Value }
    : { [P in Name]: Value };

interface CallOptions {
  signal?: AbortSignal;
  /**
   * Suppresses the toast because the screen shows the outcome. Reads are always quiet here; the query cache reports
   * them.
   */
  quiet?: boolean;
  /** For calls about one store by its header, whatever store is shown. */
  storeId?: string;
}

type CallInput<K extends CallKey> = Part<'params', CallMap[K]['params']> &
  Part<'query', CallMap[K]['query']> &
  Part<'body', CallMap[K]['body']> &
  CallOptions;

type CallArguments<K extends CallKey> = object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];

export const TIMEOUT_MS = 60_000;

const CONFIRM_IDENTITY = 'CONFIRM_IDENTITY';

/** An error response, or none at all (`status` 0, `code` NETWORK or TIMEOUT). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  /** The declared call, for example `POST /auth/login`. */
  readonly call: string;
  /** Data beside the message, for example the numbers of an exhausted plan. */
  readonly data: unknown;

  constructor(call: string, answer: Pick<Answer, 'status' | 'code' | 'message' | 'errors'> & { data?: unknown }) {
    super(answer.message);
    this.name = 'ApiError';
    this.call = call;
    this.status = answer.status;
    this.code = answer.code;
    this.errors = answer.errors ?? {};
    this.data = answer.data;
  }
}

/** Reactions of the app to calls, set once at start, so that this file depends on no screen. */
export interface ApiHooks {
  /** `key`: the call that the message is about. */
  toast(kind: 'success' | 'error', text: string, key: string): void;
  /** A call succeeded, so messages about its earlier failures are obsolete. */
  settled(key: string): void;
  /** Called for 101, 801 and a workspace the person has left, after the toast; the app navigates. */
  leave(reason: 'sign-out' | 'choose-store' | 'choose-workspace'): void;
  /** Texts for failures without a message from the server. */
  text(key: 'network' | 'timeout' | 'http404' | 'http500' | 'http504' | 'unexpected'): string;
  locale(): string;
  /**
   * Called for CONFIRM_IDENTITY: asks the person to confirm their identity. The call is repeated when it resolves to
   * true.
   */
  confirmIdentity(): Promise<boolean>;
}

let hooks: ApiHooks = {
  toast: () => undefined,
  settled: () => undefined,
  leave: () => undefined,
  text: (key) => key,
  locale: () => 'en',
  confirmIdentity: () => Promise.resolve(false),
};

/** Connects the client with toasts, navigation and language. */
export function connectApi(next: ApiHooks): void {
  hooks = next;
}

let heard: ((key: string, input: { query?: object }) => void) | undefined;

/** Sets the listener for successful calls. Only one; it must not throw. */
export function hearCalls(listener: typeof heard): void {
  heard = listener;
}

let zone: string | undefined;
/** The browser's time zone, looked up once: a lookup takes milliseconds. */
const timeZone = (): string => {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
};

/** Request headers for a path, from the session of this tab. */
export function callHeaders(path: string): Record<string, string> {
  const port = session();
  const headers: Record<string, string> = {
    accept: 'application/json',
    app: port.mode === 'wrapper' ? 'omni_mobile' : 'omni_dropshipping',
    'api-version': apiVersion(path),
    'time-zone': timeZone(),
    locale: hooks.locale(),
  };
  const token = port.read('token');
  const store = port.read('store');
  const workplace = port.read('workplace');
  if (token) headers.authorization = `Bearer ${token}`;
  if (store) headers['store-id'] = store;
  if (port.shop) headers['platform-domain-embedded'] = port.shop;
  if (workplace && path !== '/auth/account') headers['workplace-id'] = workplace;
  return headers;
}

/** Builds the URL of a call: fills in parameters, drops undefined query values, repeats lists. */
export function callUrl(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new Error(`The call ${path} needs ${name}.`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  const text = search.toString();
  return `/api${filled}${text ? `?${text}` : ''}`;
}

/** A call with its parameters filled in, for example `POST /center/products/import/cj`. */
const sentKey = (key: string, params: object | undefined): string =>
  key.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String((params as Record<string, unknown>)?.[name] ?? whole));

interface RawInput extends CallOptions {
  params?: object;
  query?: object;
  body?: unknown;
}

async function send(key: string, input: RawInput): Promise<Answer> {
  const space = key.indexOf(' ');
  const method = key.slice(0, space);
  const path = key.slice(space + 1);
  const url = callUrl(path, { ...input.params }, { ...input.query });
  const headers = callHeaders(path);
  if (input.storeId) headers['store-id'] = input.storeId;
  const file = input.body instanceof Blob ? input.body : undefined;
  const form = input.body instanceof FormData ? input.body : undefined;
  // The browser names a form's boundary in the type itself.
  if (input.body !== undefined && !form) headers['content-type'] = file?.type ?? 'application/json';
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout;
  const body = file ?? form ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  let response: Response;
  try {
    response = await fetch(url, { method, headers, body, signal });
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    const late = timeout.aborted;
    const message = hooks.text(late ? 'timeout' : 'network');
    return { status: 0, code: late ? 'TIMEOUT' : 'NETWORK', message, data: undefined };
  }
  const parsed: unknown = await response.json().catch(() => undefined);
  if (isAnswer(parsed)) return parsed;
  const text = hooks.text(httpText(response.status));
  return { status: bareStatus(response.status), code: `HTTP_${response.status}`, message: text, data: undefined };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number';
}

/**
 * Makes a declared call and returns its data. Writes show the toast chosen by answers.ts unless `quiet`; 101 and 801
 * always navigate, and a call that needs an identity confirmation waits for it and is repeated.
 *
 * @throws ApiError when the response is not OK or missing.
 */
export async function api<K extends CallKey>(key: K, ...[input]: CallArguments<K>): Promise<CallData<K>> {
  const raw: RawInput = input ?? {};
  let answer = await send(key, raw);
  if (answer.code === CONFIRM_IDENTITY && (await hooks.confirmIdentity())) answer = await send(key, raw);
  // The person cancelled the dialog, so no toast is needed.
  const quiet = raw.quiet || answer.code === CONFIRM_IDENTITY;
  const leave = afterAnswer(answer.status);
  const isRead = key.startsWith('GET ');
  if (!isRead && answer.status === 200) hooks.settled(key);
  if (leave || (!isRead && !quiet)) {
    const choice = toastFor(sentKey(key, raw.params), answer);
    if (choice) hooks.toast(choice.kind, choice.text, key);
  }
  if (leave) hooks.leave(leave);
  else if (answer.code === 'WORKPLACE_NOT_YOURS' || answer.code === 'MEMBER_SUSPENDED') hooks.leave('choose-workspace');
  if (answer.status !== 200) {
    const { status, code, message } = answer;
    saveProblem({ at: new Date().toISOString(), call: key, status, code, message });
    throw new ApiError(key, answer);
  }
  heard?.(key, raw);
  return answer.data as CallData<K>;
}

/** Hints of an error for the operator of the installation; undefined without any. */
export function errorDetails(error: unknown): string | undefined {
  const data = error instanceof ApiError ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'details' in data && typeof data.details === 'string'
    ? data.details
    : undefined;
}

/** The message of any thrown value. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.message) return error.message;
  return hooks.text('unexpected');
}
