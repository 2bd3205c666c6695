import { describe, expect, it } from 'vitest';
import { place } from '../ui/place.ts';
import { fitColumns } from './column-fit.ts';
import { fieldKind, sentValues, startValues, withValue } from './json-schema.ts';
import { linePath } from './line-path.ts';

describe('columns that fit', () => {
  const columns = [
    { key: 'a', width: 100, priority: 1 },
    { key: 'b', width: 100, priority: 3 },
    { key: 'c', width: 100, priority: 2 },
    { key: 'd', width: 100, priority: 3 },
  ];
  it('lets the highest number go first, from the end, and never priority 1', () => {
    expect([...fitColumns(columns, 400)]).toEqual(['a', 'b', 'c', 'd']);
    expect([...fitColumns(columns, 399)]).toEqual(['a', 'b', 'c']);
    expect([...fitColumns(columns, 250)]).toEqual(['a', 'c']);
    expect([...fitColumns(columns, 10)]).toEqual(['a']);
  });
});

describe('where a panel lies', () => {
  const view = { width: 1000, height: 800 };
  const anchor = { top: 100, left: 900, width: 80, height: 30 };
  it('lies below, within the window', () => {
    expect(place(anchor, { width: 200, height: 300 }, view, 'start', false)).toEqual({ top: 136, left: 792 });
  });
  it('lies above when there is more room', () => {
    expect(place({ ...anchor, top: 700 }, { width: 50, height: 300 }, view, 'start', false).top).toBe(394);
  });
  it('mirrors its edge in a language written from the right', () => {
    expect(place({ ...anchor, left: 400 }, { width: 200, height: 10 }, view, 'start', true).left).toBe(280);
    expect(place({ ...anchor, left: 400 }, { width: 200, height: 10 }, view, 'end', true).left).toBe(400);
  });
});

describe('forms from schemas', () => {
  const schema = {
    type: 'object',
    required: ['name', 'days'],
    properties: {
      name: { type: 'string' },
      note: { type: 'string', maxLength: 1000 },
      days: { type: 'integer', default: 3 },
      inner: { type: 'object', properties: { on: { type: 'boolean' } } },
    },
  };
  it('chooses the field', () => {
    expect(fieldKind({ type: 'string', format: 'uri' })).toBe('url');
    expect(fieldKind({ type: 'string', writeOnly: true })).toBe('secret');
    expect(fieldKind({ type: ['integer', 'null'] })).toBe('whole');
    expect(fieldKind({ enum: ['a'] })).toBe('choice');
    expect(fieldKind(schema.properties.note)).toBe('long');
  });
  it('begins with given values, else defaults, and sends required texts even empty', () => {
    expect(startValues(schema, { name: 'x' })).toEqual({ name: 'x', days: 3, inner: {} });
    expect(sentValues(schema, { note: '', inner: { on: true } })).toEqual({ name: '', inner: { on: true } });
    expect(withValue({ inner: { on: false } }, ['inner', 'on'], true)).toEqual({ inner: { on: true } });
  });
});

describe('a line', () => {
  it('runs from edge to edge', () => {
    expect(linePath([0, 10], 100, 24, 0, 10)).toBe('M0 22L100 2');
    expect(linePath([5], 100, 24, 0, 10)).toBe('');
  });
});
