import { expect, it } from 'vitest';
import { toImageName, toLinkName } from './image-name.ts';

it.each([
  ['C:\\photos\\cup.png', 'cup.png'],
  ['../../etc/cup.png', 'cup.png'],
  ['cup\u202Egnp.exe', 'cupgnp.exe'],
  ['   ', 'image'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('shows %j as %j', (given, name) => expect(toImageName(given)).toBe(name));

it.each([
  ['https://a.test/img/cup.png?v=2', 'cup.png'],
  ['https://a.test/tasse%20bleue.webp', 'tasse bleue.webp'],
  ['https://a.test/%E0%A4%A', '%E0%A4%A'],
  ['https://a.test/', 'a.test'],
])('names the image behind %s %s', (link, name) => expect(toLinkName(link)).toBe(name));
