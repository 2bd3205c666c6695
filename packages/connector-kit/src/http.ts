/** A request as a connector asks for it. `effect` tells whether repeating it could do something twice. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** true for a call that changes something outside: a lost answer is then `unknown`, not `temporary`. */
  effect: boolean;
  timeoutMs?: number;
  /** Largest answer accepted, in bytes. */
  maxBytes?: number;
  /** Ends the request early; the outcome is then as after a time-out. */
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The body as UTF-8 text. */
  text: string;
  /** The address that answered: another than the one asked for when a read was redirected. */
  url?: string;
}

/**
 * The only way a connector reaches the network. Implemented by the guarded client (no private addresses but those
 * allowed, no redirects followed to them, bounds on size and time). Throws ConnectorError: `temporary` when the request
 * surely did not arrive, `unknown` when it may have (for `effect` requests), `rejected`/`unreachable` when the address
 * is refused. Answers of any status are returned, not thrown.
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}
