import { expect, it } from 'vitest';
import { nameOfOwner } from './owner-name.ts';

it('makes two names of what a shop says of its owner', () => {
  expect(nameOfOwner('Nora Pierce', 'North Pier')).toEqual({ firstName: 'Nora', lastName: 'Pierce' });
  expect(nameOfOwner(' Ana  Maria de Souza ', 'X')).toEqual({ firstName: 'Ana', lastName: 'Maria de Souza' });
  expect(nameOfOwner('Plato', 'Academy')).toEqual({ firstName: 'Plato', lastName: '' });
  expect(nameOfOwner('', 'North Pier')).toEqual({ firstName: 'North Pier', lastName: '' });
  expect(nameOfOwner(undefined, 'x'.repeat(200)).firstName).toHaveLength(80);
});
