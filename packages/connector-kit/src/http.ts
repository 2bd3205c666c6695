/** A connector's request. `effect`: whether repeating it could do something twice. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** true for a write: a lost response is then `unknown` instead of `temporary`. */
  effect: boolean;
  timeoutMs?: number;
  /** Maximum size of the response in bytes. */
  maxBytes?: number;
  /** Aborts the request; the outcome is then the same as after a timeout. */
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The body as UTF-8 text. */
  text: string;
  /** The final URL, which differs after a redirect of a read. */
  url?: string;
}

/**
 * The only network access of connectors (see guarded-http.ts for its limits); responses of any status are returned.
 * Throws ConnectorError: `temporary` when the request did not arrive, `unknown` when a write may have,
 * `rejected`/`unreachable` when the address is not allowed.
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}
