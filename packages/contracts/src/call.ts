import type { z } from 'zod';
import type { BodyLimits } from './body-limits.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call. public: anyone. account: a signed-in person. workplace: a member of the workplace in the
 * workplace-id header (default: their first). operator: an account in QUAYSIDE_OPERATORS that was claimed.
 */
export type Access = 'public' | 'account' | 'workplace' | 'operator';

type Shape = z.ZodType;

export interface Call {
  /** Row of the specification, e.g. "C223"; "own" for additional calls. */
  id: string;
  method: Method;
  /** Below /api, parameters in braces: /orders/v5/detail/{order_id}. */
  path: string;
  access: Access;
  /** Required permission in the workplace; every call of access workplace has one. */
  needs?: Permission;
  /** An operator call that the demo account may make for its own data. */
  alsoDemo?: true;
  /** A public call that does more when a bearer token is sent. */
  mayBeSignedIn?: true;
  /**
   * Creates access that outlives the session: requires an identity confirmation within the last 10 minutes, else
   * CONFIRM_IDENTITY. API tokens are always refused.
   */
  confirm?: true;
  /**
   * Creates something that outlives the session, or changes how the account is accessed: access is checked again inside
   * each transaction (http/hold-session.ts). Calls with `confirm` always are.
   */
  recheck?: true;
  /** One sentence for the API reference. */
  summary: string;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** The body is a raw file instead of JSON: allowed content types and maximum bytes. */
  file?: { types: readonly string[]; most: number };
  /** The body is form data: text fields, and at most one file, in the part `file`. `most`: bytes of the file. */
  form?: { fields: Shape; most: number };
  /** JSON limits, where the defaults of body-limits.ts are too small. */
  limits?: Partial<BodyLimits>;
  data: Shape;
  /** Calls per minute from one address, to slow down guessing. */
  perMinute?: number;
}

type Guarded = { access: 'workplace'; needs: Permission } | { access: Exclude<Access, 'workplace'>; needs?: undefined };

/** Declares a call: the source of validation, the OpenAPI document and the client's types. */
export const call = <const C extends Call & Guarded>(spec: C): C => spec;

/** A file of a form. */
export interface FormFile {
  name: string;
  bytes: Uint8Array;
}

type InputOf<S> = S extends Shape ? z.input<S> : undefined;
type OutputOf<S> = S extends Shape ? z.output<S> : undefined;

/** A call's types for the client. */
export interface ClientSide<C extends Call> {
  params: InputOf<C['params']>;
  query: InputOf<C['query']>;
  body: C extends { file: object } ? Blob : C extends { form: object } ? FormData : InputOf<C['body']>;
  data: OutputOf<C['data']>;
}

/** A call's types for the handler. */
export interface ServerSide<C extends Call> {
  params: OutputOf<C['params']>;
  query: OutputOf<C['query']>;
  body: C extends { file: object }
    ? Uint8Array
    : C extends { form: { fields: infer F } }
      ? { fields: OutputOf<F>; file: FormFile | undefined }
      : OutputOf<C['body']>;
  data: z.input<C['data']>;
}
