import { describe, expect, it } from 'vitest';
import { firstIdAt, isId, madeAt, newId, newToken } from './ids.ts';

describe('ids', () => {
  it('sort in the order in which they were made, also within one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => newId());
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('begin at the first one of their moment', () => {
    const before = Date.now();
    const id = newId();
    expect(id >= firstIdAt(before)).toBe(true);
    expect(id < firstIdAt(madeAt(id) + 1)).toBe(true);
    expect(isId(firstIdAt(before))).toBe(true);
  });

  it('are UUIDs of version 7', () => {
    const id = newId();
    expect(isId(id)).toBe(true);
    expect(id[14]).toBe('7');
    expect(id[19]).toMatch(/[89ab]/);
    expect(Math.abs(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(5_000);
  });

  it('tells what is no id, and makes tokens of the asked length', () => {
    expect(isId('no id')).toBe(false);
    expect(newToken(16)).toMatch(/^[0-9a-f]{32}$/);
  });
});
