import { describe, expect, it } from 'vitest';
import { changeTags, type Edit, joinNotes, judgeEdit } from './judge-edit.ts';

const note = (more: Partial<Edit> = {}): Edit => ({ kind: 'note', text: 'Ours', seen: '', known_notes: [], ...more });
const tag = (kind: 'add_tag' | 'remove_tag'): Edit => ({ kind, text: 'VIP', seen: '', known_notes: [] });
const staff = (id: string, text: string) => ({ id, text, at: '2026-01-01T00:00:00Z' });

describe('a tag', () => {
  it.each([
    ['add_tag', [], 'write'],
    ['add_tag', ['other', 'vip'], 'done'],
    ['remove_tag', ['vip'], 'write'],
    ['remove_tag', ['other'], 'done'],
  ] as const)('%s while the store has %j: %s', (kind, tags, verdict) =>
    expect(judgeEdit(tag(kind), { tags: [...tags] }, 'replace', false).kind).toBe(verdict),
  );

  it('comes and goes without touching others', () => {
    expect(changeTags(['a'], 'add_tag', 'VIP')).toEqual(['a', 'VIP']);
    expect(changeTags(['a', 'vip'], 'add_tag', 'VIP')).toEqual(['a', 'vip']);
    expect(changeTags(['a', 'vip'], 'remove_tag', 'VIP')).toEqual(['a']);
  });
});

describe('a note that replaces', () => {
  it.each([
    ['', '', 'write'],
    ['Old', 'Old', 'write'],
    ['Old\r\n', ' Old', 'write'],
    ['Ours', 'Old', 'done'],
    ['Theirs', 'Old', 'conflict'],
    ['', 'Old', 'conflict'],
  ] as const)('the store has %j, its author saw %j: %s', (stored, seen, verdict) =>
    expect(judgeEdit(note({ seen }), { note: stored }, 'replace', false).kind).toBe(verdict),
  );

  it("names the store's text in a conflict", () =>
    expect(judgeEdit(note(), { note: 'Theirs' }, 'replace', true)).toEqual({ kind: 'conflict', storeText: 'Theirs' }));
});

describe('a note that is added', () => {
  const there = { staffNotes: [staff('1', 'Ours')] };
  it('is written although an older one has the same text', () => {
    expect(judgeEdit(note(), there, 'add', false).kind).toBe('write');
    expect(judgeEdit(note({ known_notes: ['1'] }), there, 'add', true).kind).toBe('write');
  });
  it('is found by its text after a call without response', () =>
    expect(judgeEdit(note(), there, 'add', true).kind).toBe('done'));
});

it('both notes keep both texts', () => {
  expect(joinNotes('Theirs', 'Ours')).toBe('Theirs\n\nOurs');
  expect(joinNotes('', 'Ours')).toBe('Ours');
});
