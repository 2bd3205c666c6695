import { expect, it } from 'vitest';
import { notedRole, roleNote } from './role-note.ts';

it('knows the role of last time in the workspace that it was noted for, and in no other', () => {
  const note = roleNote('w1', 'lister');
  expect(notedRole(note, 'w1')).toBe('lister');
  expect(notedRole(note, 'w2')).toBeUndefined();
  expect(notedRole(note, undefined)).toBeUndefined();
});

it('takes no word for a role that is none', () => {
  for (const note of [undefined, '', 'w1', 'w1 king', ' lister']) expect(notedRole(note, 'w1')).toBeUndefined();
});
