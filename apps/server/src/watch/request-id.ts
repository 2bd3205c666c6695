import type { IncomingMessage } from 'node:http';
import { newId } from '@quayside/kernel';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Characters that can neither end a log line nor carry an address or a name. */
const VALID = /^[A-Za-z0-9_.-]{8,64}$/;
/** Version 00 of W3C Trace Context, section 3.2; ids of zeros are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const single = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** The trace that a trusted proxy began for a request. */
export function acceptedTraceparent(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string) => boolean,
): string | undefined {
  const text = single(headers.traceparent);
  return isProxy(socket.remoteAddress ?? '') && TRACEPARENT.test(text) ? text : undefined;
}

/**
 * The id of a request: the one that a trusted proxy gave it, as `X-Request-Id` or as the trace id of `traceparent`, else
 * a new one. Ids of other callers are ignored, so that no one can attach lines to another person's request.
 */
export function requestIdOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string) => boolean,
): string {
  if (isProxy(request.socket.remoteAddress ?? '')) {
    const given = single(request.headers[REQUEST_ID_HEADER]);
    if (VALID.test(given)) return given;
    const trace = TRACEPARENT.exec(acceptedTraceparent(request, isProxy) ?? '')?.[1];
    if (trace) return trace;
  }
  return newId();
}
