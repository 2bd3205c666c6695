import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const ROWS = [
  ...readFileSync(join(root, 'docs/specification.md'), 'utf8').matchAll(/^\| ([BC]\d{3}) \| (\S+) \| (.+) \|$/gm),
].map(([, id = '', state = '', text = '']) => ({ id, state, text }));
const PARTS = ['first hour', 'orders', 'product center', 'sourcing', 'plans', 'automation', 'print on demand'];

/** Every rule and call that differed from the specification when the table was written. None is ever dropped. */
const IDS = (
  'B001 B006 B008 B011 B013 B015 B018 B022 B026 B029 B030 B031 B033 B034 B043 B044 B071 B081 B089 B090 ' +
  'B093 B103 B104 B105 B116 B127 B133 B134 B139 B144 B146 B151 B152 B159 B164 B166 B169 B175 B178 B179 B181 ' +
  'B182 B183 B184 B185 B186 B188 B193 B203 B204 B206 B212 B215 B217 B227 B229 B230 B235 B236 B252 B253 ' +
  'B261 B264 B274 B278 B279 B281 B290 B293 B297 B306 B307 B308 B309 B310 B312 B314 B318 B319 B321 B323 B325 B326 B327 B328 B329 B330 B333 ' +
  'B335 B336 B338 B342 B354 B355 B356 B365 B377 B384 B406 B407 B409 B432 B439 B442 B457 B463 C224 C252 ' +
  'C253 C267 '
)
  .trim()
  .split(' ');

it('names every rule once', () => expect(ROWS.map(({ id }) => id)).toEqual(IDS));

it.each(ROWS)('$id says what became of it', ({ state, text }) => {
  const files = [...text.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file = '']) => file);
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
  if (state === 'met') expect(files.length).toBeGreaterThan(0);
  else if (state === 'later') expect(PARTS.some((part) => text.includes(part))).toBe(true);
  else {
    expect(state).toBe('decision');
    expect(text.length).toBeGreaterThan(40);
  }
});
