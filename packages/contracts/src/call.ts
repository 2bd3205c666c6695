import type { z } from 'zod';
import type { BodyLimits } from './body-limits.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call. public: anyone. account: a signed-in person. workplace: a signed-in member of the workplace named
 * by the workplace-id header (or the person's first one). operator: a person named in QUAYSIDE_OPERATORS who claimed their account.
 */
export type Access = 'public' | 'account' | 'workplace' | 'operator';

type Shape = z.ZodType;

export interface Call {
  /** The row of the specification, e.g. "C223"; "own" for calls that the specification does not have. */
  id: string;
  method: Method;
  /** Below /api, parameters in braces: /orders/v5/detail/{order_id}. */
  path: string;
  access: Access;
  /** What the caller must be allowed in the workplace; every call of access workplace names it. */
  needs?: Permission;
  /** A call of operators that the sandbox's demo account may make as well, for what is its own. */
  alsoDemo?: true;
  /** A public call that does something more for who sends a bearer. */
  mayBeSignedIn?: true;
  /**
   * Creates access that outlives the session: the caller must have proved who they are within the last 10 minutes, else
   * the call is refused with CONFIRM_IDENTITY. API tokens are always refused.
   */
  confirm?: true;
  /**
   * Creates something that outlives the session, or changes how the account is entered: the caller is judged again inside each
   * transaction of the call (http/hold-session.ts). Calls with `confirm` always are.
   */
  recheck?: true;
  /** One sentence for the reference. */
  summary: string;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** The body is a file as it is and not JSON: the content types that are meant, and the most bytes. */
  file?: { types: readonly string[]; most: number };
  /** How large its JSON may be, where the defaults of body-limits.ts are too small. */
  limits?: Partial<BodyLimits>;
  data: Shape;
  /** Highest number of these calls one address may make in a minute, where guessing must be slow. */
  perMinute?: number;
}

type Guarded = { access: 'workplace'; needs: Permission } | { access: Exclude<Access, 'workplace'>; needs?: undefined };

/** Declares one call; validation, the OpenAPI document and the web client's types come from it. */
export const call = <const C extends Call & Guarded>(spec: C): C => spec;

type InputOf<S> = S extends Shape ? z.input<S> : undefined;
type OutputOf<S> = S extends Shape ? z.output<S> : undefined;

/** What a client sends and gets. */
export interface ClientSide<C extends Call> {
  params: InputOf<C['params']>;
  query: InputOf<C['query']>;
  body: C extends { file: object } ? Blob : InputOf<C['body']>;
  data: OutputOf<C['data']>;
}

/** What a handler is given and answers. */
export interface ServerSide<C extends Call> {
  params: OutputOf<C['params']>;
  query: OutputOf<C['query']>;
  body: C extends { file: object } ? Uint8Array : OutputOf<C['body']>;
  data: z.input<C['data']>;
}
