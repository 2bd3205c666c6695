// npm run release [-- X.Y.Z]: the version from the changelog, into package.json files, the changelog, a commit and a tag.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const UNRELEASED = '## Unreleased';

/** An expected refusal; the message is for the person who releases. */
export class ReleaseRefused extends Error {
  name = 'ReleaseRefused';
}

/** What the changelog says about the next release. */
function unreleased(changelog) {
  const at = changelog.indexOf(`${UNRELEASED}\n`);
  if (at < 0) throw new ReleaseRefused(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const rest = changelog.slice(at + UNRELEASED.length);
  const end = rest.indexOf('\n## ');
  return end < 0 ? rest : rest.slice(0, end);
}

/** The next version: fixes alone are a patch, everything else a minor version; the first release is the current one. */
export function nextVersion(changelog, current, isFirst) {
  const section = unreleased(changelog);
  if (!/^- /m.test(section)) throw new ReleaseRefused(`CHANGELOG.md has nothing under "${UNRELEASED}".`);
  if (isFirst) return current;
  const [major, minor, patch] = current.split('.').map(Number);
  const isPatch = [...section.matchAll(/^### (.+)$/gm)].every(([, kind]) => kind === 'Fixed' || kind === 'Security');
  return isPatch ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}

/** The changelog with its unreleased changes under the version, and an empty section for the next ones. */
export const datedChangelog = (changelog, version, date) =>
  changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${date})\n`);

const isNewer = (one, other) => {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = a.findIndex((part, place) => part !== b[place]);
  return at >= 0 && a[at] > b[at];
};

/** Releases the checkout in `root`, and returns the version. Throws ReleaseRefused before anything is written. */
export function release(root, { date, version: wanted }) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const read = (file) => readFileSync(join(root, file), 'utf8');
  if (git('status', '--porcelain') !== '')
    throw new ReleaseRefused('The checkout has changes that are not committed: commit or discard them first.');
  const changelog = read('CHANGELOG.md');
  const { version: current } = JSON.parse(read('package.json'));
  const isFirst = git('tag', '--list', 'v*') === '';
  const counted = nextVersion(changelog, current, isFirst);
  const version = wanted ?? counted;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseRefused(`Expected a version like 1.2.3, got ${version}.`);
  if (!isFirst && !isNewer(version, current))
    throw new ReleaseRefused(`Version ${version} is not newer than ${current}.`);
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseRefused(`The tag v${version} exists already.`);

  const manifests = git('ls-files', '--', 'package.json', '*/package.json').split('\n');
  const files = new Map([['CHANGELOG.md', datedChangelog(changelog, version, date)]]);
  // Packages with a version of their own stand in for one of another publisher.
  const names = new Set(
    manifests
      .map((file) => JSON.parse(read(file)))
      .filter((manifest) => manifest.version === current)
      .map((manifest) => manifest.name),
  );
  const update = (manifest) => {
    if (names.has(manifest.name)) manifest.version = version;
    for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'])
      for (const name of Object.keys(manifest[kind] ?? {}))
        if (names.has(name) && manifest[kind][name] === current) manifest[kind][name] = version;
    return manifest;
  };
  const print = (value) => `${JSON.stringify(value, null, 2)}\n`;
  for (const file of manifests) files.set(file, print(update(JSON.parse(read(file)))));
  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) if (!path.includes('node_modules')) update(entry);
  files.set('package-lock.json', print(lock));

  for (const [file, text] of files) writeFileSync(join(root, file), text);
  git('add', '--', ...files.keys());
  git('commit', '--quiet', '-m', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '-m', `Quayside ${version}`);
  return version;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const [wanted] = process.argv.slice(2);
    const version = release(join(import.meta.dirname, '..'), {
      date: new Date().toISOString().slice(0, 10),
      ...(wanted ? { version: wanted } : {}),
    });
    console.log(`Version ${version} is committed and tagged as v${version}. Publish it with: git push --follow-tags`);
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
