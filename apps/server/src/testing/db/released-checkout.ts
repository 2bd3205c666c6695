import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FACTS, readFacts } from '../../db/released/release-facts.ts';

const root = join(import.meta.dirname, '../../../../..');

export interface ReleasedCheckout {
  root: string;
  main: string;
  remove(): void;
}

/** What a process reads; web app and extension are not built here. */
const PARTS = ['package.json', 'apps/server', 'packages', 'messages', 'scripts'];

const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: root, maxBuffer: 512 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] });
const tryGit = (...args: string[]): string | undefined => {
  try {
    return git(...args)
      .toString()
      .trim();
  } catch {
    return undefined;
  }
};

/**
 * The commit of the last release: the last one that wrote its facts. A shallow clone doesn't know it, so the tag is used,
 * and fetched where it is missing. undefined with the reason: it can't be found here.
 */
function commitOfRelease(): { commit: string } | { missing: string } {
  if (tryGit('rev-parse', '--git-dir') === undefined) return { missing: 'this is no git checkout' };
  const { version } = readFacts(root);
  const facts = readFileSync(join(root, FACTS), 'utf8').trim();
  const has = (commit: string | undefined): commit is string =>
    Boolean(commit) && tryGit('show', `${commit}:${FACTS}`) === facts;
  if (tryGit('rev-parse', '--is-shallow-repository') !== 'true') {
    const commit = tryGit('log', '-1', '--format=%H', '--', FACTS);
    return has(commit) ? { commit } : { missing: `the facts of the release (${FACTS}) are not committed` };
  }
  if (version === null) return { missing: 'the clone is shallow and no version is released yet' };
  const tag = `refs/tags/v${version}`;
  if (!has(tryGit('rev-parse', '--verify', '--quiet', `${tag}^{commit}`)))
    tryGit('fetch', '--quiet', '--depth=1', 'origin', `+${tag}:${tag}`);
  const commit = tryGit('rev-parse', '--verify', '--quiet', `${tag}^{commit}`);
  return has(commit) ? { commit } : { missing: `the clone is shallow and the tag v${version} can't be fetched` };
}

/**
 * The code of the last release in a folder of its own, with the packages that are installed here. `missing`: why there is
 * none.
 */
export function checkOutRelease(): ReleasedCheckout | { missing: string } {
  const found = commitOfRelease();
  if ('missing' in found) return found;
  const dir = mkdtempSync(join(tmpdir(), 'quayside-released-'));
  const archive = join(dir, 'code.tar');
  writeFileSync(archive, git('archive', '--format=tar', found.commit, ...PARTS));
  execFileSync('tar', ['-xf', archive, '-C', dir]);
  rmSync(archive);
  const installed = join(root, 'node_modules');
  const own = join(dir, 'node_modules');
  mkdirSync(join(own, '@quayside'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@quayside' && !name.startsWith('.')) symlinkSync(join(installed, name), join(own, name), 'junction');
  // Relative, so that they lead to the packages of the release.
  for (const name of readdirSync(join(installed, '@quayside')))
    symlinkSync(readlinkSync(join(installed, '@quayside', name)), join(own, '@quayside', name));
  return {
    root: dir,
    main: join(dir, 'apps/server/src/main.ts'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
