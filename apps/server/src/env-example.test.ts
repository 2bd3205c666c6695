import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getManifests, installed } from './installed/index.ts';

const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');

it('.env.example lists the settings of every connector', () => {
  const names = getManifests(installed).flatMap(({ settings }) => settings.map(({ env }) => env));
  expect(names).toContain('CJ_API_KEY');
  expect(names.filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))).toEqual([]);
});
