import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const server = join(root, 'apps/server/src');
const MAX_LINES = 30;
const HEADINGS = ['Owns', 'Tables', 'States', 'Door', 'Invariants'];

const foldersOf = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const owners: Record<string, string[]> = JSON.parse(readFileSync(join(server, 'db/table-owners.json'), 'utf8'));

/** The tables that a README names: everything in backticks on its Tables item, which may run over several lines. */
function readTables(text: string): string[] {
  const [, item = ''] = /^- \*\*Tables\*\*:(.*(?:\n {2}\S.*)*)/m.exec(text) ?? [];
  return [...item.matchAll(/`([^`]+)`/g)].map(([, table = '']) => table);
}

describe.each(foldersOf(join(server, 'features')))('the README of the feature %s', (feature) => {
  const path = join(server, 'features', feature, 'README.md');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';

  it('exists, is short and has the same headings as every other', () => {
    expect(text.split('\n')[0]).toBe(`# ${feature}`);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    expect([...text.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
  });

  it('lists the tables that db/table-owners.json gives it', () => {
    expect(readTables(text).toSorted()).toEqual((owners[feature] ?? []).toSorted());
  });
});

it('the README of the web app says what each of its features shows', () => {
  const text = readFileSync(join(root, 'apps/web/README.md'), 'utf8');
  const [, table = ''] = /^\| Feature \| What it shows \|\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(text) ?? [];
  const rows = [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, feature]) => feature);
  expect(rows).toEqual(foldersOf(join(root, 'apps/web/src/features')).toSorted());
});
