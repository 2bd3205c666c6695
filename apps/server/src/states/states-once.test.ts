import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LISTING_OPEN } from './listing.ts';
import { REPORT_OPEN } from './parcel-report.ts';
import { PAY_OPEN, PLACE_OPEN } from './supplier-order.ts';

const source = join(import.meta.dirname, '..');

it('the open states of an effect are listed nowhere else', async () => {
  const sets = [PLACE_OPEN, PAY_OPEN, LISTING_OPEN, REPORT_OPEN];
  const lists = sets.map((states) => states.map((state) => `'${state}'`).join(', '));
  const found: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: source })) {
    if (path.endsWith('.test.ts') || path.startsWith('states/')) continue;
    const text = readFileSync(join(source, path), 'utf8');
    if (lists.some((list) => text.includes(list))) found.push(path);
  }
  expect(found).toEqual([]);
});
