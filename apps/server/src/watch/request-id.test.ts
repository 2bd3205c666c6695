import { isId } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { acceptedTraceparent, requestIdOf } from './request-id.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const isProxy = (address: string): boolean => address === '10.0.0.1';
const request = (headers: Record<string, string | string[]>, from = '10.0.0.1') =>
  ({ headers, socket: { remoteAddress: from } }) as never;

describe('the id of a request', () => {
  it('is the one of a trusted proxy', () => {
    expect(requestIdOf(request({ 'x-request-id': 'edge-7f3a.91_2' }), isProxy)).toBe('edge-7f3a.91_2');
    expect(requestIdOf(request({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }), isProxy)).toBe(TRACE);
  });

  it.each([
    ['too short', { 'x-request-id': 'short' }],
    ['too long', { 'x-request-id': 'a'.repeat(65) }],
    ['an address', { 'x-request-id': 'ada@example.com' }],
    ['a second line', { 'x-request-id': 'aaaaaaaa\n{"level":"error"}' }],
    ['two headers', { 'x-request-id': ['aaaaaaaa', 'bbbbbbbb'] }],
    ['a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['a parent of zeros', { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }],
    ['another version', { traceparent: `ff-${TRACE}-00f067aa0ba902b7-01` }],
    ['nothing', {}],
  ])('is a new one for %s', (_what, headers) => {
    const ids = [requestIdOf(request(headers), isProxy), requestIdOf(request(headers), isProxy)];
    expect(ids.every(isId)).toBe(true);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('is never the one that anyone else sends', () => {
    const headers = { 'x-request-id': 'edge-7f3a9112', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    expect(isId(requestIdOf(request(headers, '203.0.113.9'), isProxy))).toBe(true);
    expect(acceptedTraceparent(request(headers, '203.0.113.9'), isProxy)).toBeUndefined();
  });
});
