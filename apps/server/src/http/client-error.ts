import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { BODY_STATUS } from '@quayside/kernel';
import type { Envelope } from './envelope.ts';

/** In English: the request was not parsed, so its language is unknown. */
const REFUSALS = {
  ERR_HTTP_REQUEST_TIMEOUT: { http: 408, code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { http: 431, code: 'HEADERS_TOO_LARGE', message: 'The headers of the request are too large.' },
} as const;
const MALFORMED = { http: 400, code: 'REQUEST_MALFORMED', message: 'This is not a valid HTTP request.' };

/** Responds to input that Node can't parse as a request, in our envelope and without echoing it. */
export function refuseUnreadable(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const { http, code, message } = REFUSALS[error.code as keyof typeof REFUSALS] ?? MALFORMED;
    const body = JSON.stringify({ status: BODY_STATUS.BAD_REQUEST.body, code, message, data: null } satisfies Envelope);
    socket.write(
      `HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
