import { describe, expect, it } from 'vitest';
import { afterAnswer, apiVersion, toastFor } from './answers.ts';

const answer = (status: number, message = 'Words', errors?: Record<string, string[]>) => ({ status, message, errors });

describe('toasts', () => {
  it('shows success only for what changes something and says so', () => {
    expect(toastFor('POST /x', answer(200, 'Saved'))).toEqual({ kind: 'success', text: 'Saved' });
    expect(toastFor('POST /x', answer(200, ''))).toBeUndefined();
    expect(toastFor('GET /x', answer(200, 'Fine'))).toBeUndefined();
  });
  it('shows the first field error, else the message', () => {
    const errors = { email: ['Email is required'], name: ['Name is required'] };
    expect(toastFor('POST /x', answer(204, 'Invalid', errors))?.text).toBe('Email is required');
    expect(toastFor('POST /x', answer(204, 'Invalid', {}))?.text).toBe('Invalid');
    expect(toastFor('GET /x', answer(103, 'No'))).toEqual({ kind: 'error', text: 'No' });
  });
  it.each([113, 114, 115, 116, 229, 401, 4002])('is silent for status %i', (status) => {
    expect(toastFor('POST /x', answer(status))).toBeUndefined();
  });
  it.each([101, 801, 110, 111, 117, 201, 202, 203, 204, 510, 512])('speaks for status %i', (status) => {
    expect(toastFor('POST /x', answer(status))?.kind).toBe('error');
  });
  it('is silent for calls whose failures the screen explains', () => {
    expect(toastFor('DELETE /auth/account/delete', answer(201))).toBeUndefined();
  });
  it('is silent for Server error!', () => {
    expect(toastFor('POST /x', answer(500, 'Server error!'))).toBeUndefined();
  });
});

describe('what follows an answer', () => {
  it('signs out on 101 and asks for a store on 801, nothing else', () => {
    expect(afterAnswer(101)).toBe('sign-out');
    expect(afterAnswer(801)).toBe('choose-store');
    expect(afterAnswer(103)).toBeUndefined();
    expect(afterAnswer(401)).toBeUndefined();
  });
  it('names version 2 for the product center', () => {
    expect(apiVersion('/center/products/count')).toBe('v2');
    expect(apiVersion('/orders/v5/list')).toBe('v1');
  });
});
