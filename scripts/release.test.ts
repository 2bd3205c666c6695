import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFacts, writeFacts } from '../apps/server/src/db/released/release-facts.ts';
import { nextVersion, release } from './release.mjs';

let root: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}
const versions = () =>
  ['package.json', 'apps/a/package.json', 'packages/other/package.json'].map((file) => JSON.parse(read(file)).version);
const changes = (kind: string) =>
  write(
    'CHANGELOG.md',
    read('CHANGELOG.md').replace('## Unreleased\n', `## Unreleased\n\n### ${kind}\n\n- A change.\n`),
  );
const DB = 'apps/server/src/db';
const writeSchema = (...columns: string[]) =>
  write(`${DB}/schema.sql`, `-- The schema.\n\n--- table thing\ncreate table thing (\n${columns.join('\n')}\n);\n`);
const commitAll = () => {
  git('add', '--all');
  git('commit', '--quiet', '-m', 'db: change something');
};
const commit = () => git('commit', '--quiet', '--all', '-m', 'web: change something');
const date = '2026-12-01';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quayside-release-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  write('package.json', { name: 'quayside', version: '0.1.0', workspaces: ['apps/*', 'packages/*'] });
  write('apps/a/package.json', {
    name: '@quayside/a',
    version: '0.1.0',
    dependencies: { quayside: '0.1.0', b: '0.1.0' },
  });
  write('packages/other/package.json', { name: 'other', version: '1.4.0' });
  write('package-lock.json', {
    name: 'quayside',
    version: '0.1.0',
    packages: {
      '': { name: 'quayside', version: '0.1.0' },
      'apps/a': { name: '@quayside/a', version: '0.1.0' },
      'node_modules/b': { version: '0.1.0' },
      'packages/other': { name: 'other', version: '1.4.0' },
    },
  });
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Added\n\n- The first version.\n');
  for (const file of ['compose.yaml', 'deploy/kubernetes/web.yaml', 'deploy/kubernetes/worker.yaml'])
    write(file, 'image: quayside:0.1.0\nimage: example.com/quayside:0.1.0\nother: 0.1.0\n');
  write('docs/guides/containers.md', 'docker build --tag quayside:0.1.0 .');
  write('apps/extension/public/manifest.json', { version: '0.1.0' });
  write(`${DB}/migrations/1000_base.sql`, 'create table thing (a int, b text);');
  writeSchema('  a integer,', '  b text');
  writeFacts(root, null);
  git('add', '--all');
  git('commit', '--quiet', '-m', 'all: begin');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('releases the first version as it is, then patches and minor versions by what changed', () => {
  expect(release(root, { date }).version).toBe('0.1.0');
  expect(readFacts(root)).toEqual({ version: '0.1.0', migrations: { '1000_base': expect.any(String) } });
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-12-01)\n\n### Added\n\n- The first version.\n',
  );
  expect([git('tag'), git('log', '-1', '--format=%s'), git('status', '--porcelain')]).toEqual([
    'v0.1.0',
    'release: 0.1.0',
    '',
  ]);

  changes('Fixed');
  commit();
  expect(release(root, { date }).version).toBe('0.1.1');
  expect(versions()).toEqual(['0.1.1', '0.1.1', '1.4.0']);
  expect(JSON.parse(read('apps/a/package.json')).dependencies).toEqual({ quayside: '0.1.1', b: '0.1.0' });
  const { version, packages } = JSON.parse(read('package-lock.json'));
  expect([version, packages[''].version, packages['apps/a'].version]).toEqual(['0.1.1', '0.1.1', '0.1.1']);
  expect([packages['node_modules/b'].version, packages['packages/other'].version]).toEqual(['0.1.0', '1.4.0']);

  expect(read('compose.yaml')).toBe('image: quayside:0.1.1\nimage: example.com/quayside:0.1.0\nother: 0.1.0\n');
  expect(read('deploy/kubernetes/web.yaml')).toContain('example.com/quayside:0.1.1');
  expect(read('docs/guides/containers.md')).toContain('quayside:0.1.1');
  expect(JSON.parse(read('apps/extension/public/manifest.json'))).toEqual({ version: '0.1.1' });

  changes('Changed');
  changes('Fixed');
  commit();
  expect(release(root, { date }).version).toBe('0.2.0');
  changes('Added');
  commit();
  expect(release(root, { date, version: '1.0.0' }).version).toBe('1.0.0');
});

it('says what it would do, and does nothing', () => {
  const before = git('rev-parse', 'HEAD');
  const { version, changed } = release(root, { date, dryRun: true });
  expect([version, changed]).toEqual(['0.1.0', ['CHANGELOG.md', `${DB}/released/release.json`]]);
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', '']);
});

it('takes a contraction only into a minor version, or with the version that it needs', () => {
  release(root, { date });
  changes('Fixed');
  write(`${DB}/migrations/2000_drop.sql`, 'alter table thing drop b;');
  writeSchema('  a integer');
  commitAll();
  expect(() => release(root, { date })).toThrow('column thing.b is dropped or renamed');
  const declared = '-- contracts column thing.b (unused since 0.1.0): never used\nalter table thing drop b;';
  write(`${DB}/migrations/2000_drop.sql`, declared);
  commitAll();
  expect(() => release(root, { date })).toThrow('2000_drop contracts the schema, and 0.1.1 is a patch of 0.1.0');
  expect(release(root, { date, version: '0.2.0', dryRun: true }).changed).toContain(`${DB}/released/schema.sql`);
  write(`${DB}/migrations/2000_drop.sql`, `-- oldest version: 0.1.1\n${declared}`);
  commitAll();
  expect(release(root, { date }).version).toBe('0.1.1');
  expect(read(`${DB}/released/schema.sql`)).toBe(read(`${DB}/schema.sql`));
});

it('refuses with the reason, and changes nothing', () => {
  release(root, { date });
  const before = git('rev-parse', 'HEAD');
  expect(() => release(root, { date })).toThrow('nothing under "## Unreleased"');
  changes('Fixed');
  expect(() => release(root, { date })).toThrow('not committed');
  commit();
  expect(() => release(root, { date, version: '0.1.0' })).toThrow('0.1.0 is not newer than 0.1.0');
  expect(() => release(root, { date, version: 'next' })).toThrow('Expected a version like 1.2.3');
  git('tag', 'v0.1.1');
  expect(() => release(root, { date })).toThrow('The tag v0.1.1 exists already');
  expect([git('rev-parse', 'HEAD~1'), git('status', '--porcelain')]).toEqual([before, '']);
  expect(() => nextVersion('# Changelog\n', '0.1.0', false)).toThrow('has no section');
});
