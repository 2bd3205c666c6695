import { expect, it } from 'vitest';
import { keptValue } from './kept-value.ts';

it.each([
  ['title', ' Tasse ', { title: 'Tasse' }],
  ['vendor', '', { vendor: '' }],
  ['description_html', ' <p>Gut</p>', { description_html: ' <p>Gut</p>' }],
  ['status', 'draft', { status: 'draft' }],
] as const)('keeps a %s of %j', (field, held, value) => expect(keptValue(field, held)).toEqual(value));

it.each([
  ['title', ' '],
  ['title', 'a'.repeat(256)],
  ['status', 'archived'],
  ['vendor', 5],
  ['vendor', null],
] as const)('refuses a %s of %j', (field, held) => expect(keptValue(field, held)).toBeUndefined());
