import { BODY_STATUS } from '@quayside/kernel/errors.ts';
import { describe, expect, it } from 'vitest';
import { afterAnswer, apiVersion, bareStatus, httpText, STATUS, toastFor } from './answers.ts';

const answer = (status: number, message = 'Words', errors?: Record<string, string[]>) => ({ status, message, errors });

describe('the catalogue of codes', () => {
  it('B120 to B122: is the server’s, code by code', () => {
    const { SERVER_ERROR: _own, TOO_LARGE, ...named } = BODY_STATUS;
    // HTTP status only: its body has the status of every bad request.
    expect(TOO_LARGE.body).toBe(BODY_STATUS.BAD_REQUEST.body);
    expect(STATUS).toEqual(Object.fromEntries(Object.entries(named).map(([name, { body }]) => [name, body])));
  });
  it('B123: has words for HTTP 404, 500 and 504 alone', () => {
    expect([404, 500, 504].map(httpText)).toEqual(['http404', 'http500', 'http504']);
    for (const status of [429, 501, 502, 503, 505, 507, 511])
      expect(httpText(status), String(status)).toBe('unexpected');
  });
  it('A55: takes a bare HTTP 401 for a missing sign-in', () => {
    expect(bareStatus(401)).toBe(101);
    expect(bareStatus(403)).toBe(403);
  });
});

describe('toasts', () => {
  it('B124: shows success only for what changes something and says so', () => {
    expect(toastFor('POST /x', answer(200, 'Saved'))).toEqual({ kind: 'success', text: 'Saved' });
    expect(toastFor('POST /x', answer(200, ''))).toBeUndefined();
    expect(toastFor('GET /x', answer(200, 'Fine'))).toBeUndefined();
  });
  it('B125: shows the first field error, else the message', () => {
    const errors = { email: ['Email is required'], name: ['Name is required'] };
    expect(toastFor('POST /x', answer(204, 'Invalid', errors))?.text).toBe('Email is required');
    expect(toastFor('POST /x', answer(204, 'Invalid', {}))?.text).toBe('Invalid');
    expect(toastFor('GET /x', answer(103, 'No'))).toEqual({ kind: 'error', text: 'No' });
  });
  it.each([113, 114, 115, 116, 229, 401, 4002])('B126: is silent for status %i', (status) => {
    expect(toastFor('POST /x', answer(status))).toBeUndefined();
  });
  it.each([101, 801, 110, 111, 117, 201, 202, 203, 204, 510, 512])('B129: speaks for status %i', (status) => {
    expect(toastFor('POST /x', answer(status))?.kind).toBe('error');
  });
  it('B127: is silent for calls whose failures the screen explains', () => {
    expect(toastFor('DELETE /auth/account/delete', answer(201))).toBeUndefined();
    for (const source of ['aliexpress', 'cj'])
      expect(toastFor(`POST /center/products/import/${source}`, answer(201)), source).toBeUndefined();
    expect(toastFor('POST /center/products/import/quayside', answer(201))?.kind).toBe('error');
  });
  it('B128: is silent for Server error!', () => {
    expect(toastFor('POST /x', answer(500, 'Server error!'))).toBeUndefined();
  });
});

describe('what follows an answer', () => {
  it('B060, B062: signs out on 101 and asks for a store on 801, nothing else', () => {
    expect(afterAnswer(101)).toBe('sign-out');
    expect(afterAnswer(801)).toBe('choose-store');
    expect(afterAnswer(103)).toBeUndefined();
    expect(afterAnswer(401)).toBeUndefined();
  });
  it('B113: names version 2 for the product center', () => {
    expect(apiVersion('/center/products/count')).toBe('v2');
    expect(apiVersion('/orders/v5/list')).toBe('v1');
  });
});
