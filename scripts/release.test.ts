import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
  git('add', '--all');
  git('commit', '--quiet', '-m', 'all: begin');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('releases the first version as it is, then patches and minor versions by what changed', () => {
  expect(release(root, { date })).toBe('0.1.0');
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
  expect(release(root, { date })).toBe('0.1.1');
  expect(versions()).toEqual(['0.1.1', '0.1.1', '1.4.0']);
  expect(JSON.parse(read('apps/a/package.json')).dependencies).toEqual({ quayside: '0.1.1', b: '0.1.0' });
  const { version, packages } = JSON.parse(read('package-lock.json'));
  expect([version, packages[''].version, packages['apps/a'].version]).toEqual(['0.1.1', '0.1.1', '0.1.1']);
  expect([packages['node_modules/b'].version, packages['packages/other'].version]).toEqual(['0.1.0', '1.4.0']);

  changes('Changed');
  changes('Fixed');
  commit();
  expect(release(root, { date })).toBe('0.2.0');
  changes('Added');
  commit();
  expect(release(root, { date, version: '1.0.0' })).toBe('1.0.0');
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
