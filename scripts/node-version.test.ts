import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { engines } = read('package.json') as { engines: { node: string } };
const lock = read('package-lock.json') as {
  packages: Record<string, { engines?: { node?: string }; os?: string[]; optional?: boolean }>;
};

type Version = readonly number[];
const parse = (text: string): Version => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
const isAtLeast = (version: Version, least: Version): boolean => {
  const at = [0, 1, 2].find((part) => (version[part] ?? 0) !== (least[part] ?? 0));
  return at === undefined || (version[at] ?? 0) > (least[at] ?? 0);
};
/** Ranges as packages write them: alternatives of `>=`, `^` or a major version. */
const accepts = (range: string, version: Version): boolean =>
  range.split('||').some((one) => {
    const [, operator, text = ''] = /^(>=|\^)? ?([\d.x*]+)/.exec(one.trim()) ?? [];
    return isAtLeast(version, parse(text)) && (operator === '>=' || parse(text)[0] === version[0]);
  });

it('the oldest Node that is accepted, and the one that npm ci brings, run every package', () => {
  expect(engines.node).toBe('>=24');
  expect(lock.packages['']?.engines).toEqual(engines);
  const { optionalDependencies } = read('tools/node/package.json') as { optionalDependencies: Record<string, string> };
  for (const version of new Set(['24.0.0', ...Object.values(optionalDependencies)])) {
    const refused = Object.entries(lock.packages).filter(
      // A package of one platform that isn't ours: 32-bit Windows.
      ([path, { engines: wanted }]) =>
        !path.endsWith('-ia32') && wanted?.node !== undefined && !accepts(wanted.node, parse(version)),
    );
    expect(refused.map(([path, { engines: wanted }]) => `${path} ${wanted?.node}`)).toEqual([]);
  }
  expect([accepts('>=22.15.0', [20, 20, 2]), accepts('^20.9.0', [24, 0, 0]), accepts('>=24.1', [24, 0, 9])]).toEqual([
    false,
    false,
    false,
  ]);
});

/** Runs a file by this Node under another version. */
const runAs = (version: string, file: string) => {
  const preload = `Object.defineProperties(process, { version: { value: 'v${version}' }, versions: { value: { node: '${version}' } } })`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, join(root, file)],
    { encoding: 'utf8', timeout: 20_000 },
  );
  return [status, stderr.trim()];
};

it.each([
  [
    'scripts/install-node.mjs',
    '18.19.0',
    'Quayside needs Node 24; from 20.11 on, npm ci can install it. This is v18.19.0.',
  ],
  [
    'scripts/install-node.mjs',
    '20.10.0',
    'Quayside needs Node 24; from 20.11 on, npm ci can install it. This is v20.10.0.',
  ],
  [
    'scripts/start.mjs',
    '22.22.0',
    'Quayside needs Node 24 or newer; this is v22.22.0. Install Node 24, or on Linux and Windows run "npm ci" and start with npm.',
  ],
  ['apps/server/src/main.ts', '22.22.0', 'Quayside did not start. It needs Node 24 or newer; this is v22.22.0.'],
])('%s refuses Node %s', (file, version, message) => {
  expect(runAs(version, file)).toEqual([1, message]);
});

it('files that refuse an old Node import only what it has, or it would fail before the sentence', () => {
  for (const file of ['scripts/install-node.mjs', 'scripts/start.mjs']) {
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    expect(code).not.toMatch(/^import .*(?:node:module|tools\.mjs)/m);
    expect(code).not.toMatch(/import\.meta\.(?:dirname|filename|main)/);
  }
});
