// npm run release [-- X.Y.Z] [--dry-run]: the version from the changelog, into package.json files, the names of images, the changelog and
// the facts that later migrations are checked against (apps/server/src/db/released); then a commit and a tag. `--baseline` writes those
// facts before the first release, without releasing.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readMigrations } from '../apps/server/src/db/migration-files.ts';
import { hasOldestVersion } from '../apps/server/src/db/oldest-version.ts';
import { declaredContractions, migrationFaults } from '../apps/server/src/db/released/migration-faults.ts';
import {
  factsOfCheckout,
  readFacts,
  readReleasedSchema,
  writeFacts,
} from '../apps/server/src/db/released/release-facts.ts';

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

/** Files other than manifests that name the version, and how. */
const NAMED_IN = [
  ['compose.yaml', 'image: quayside:'],
  ['deploy/kubernetes/web.yaml', '/quayside:'],
  ['deploy/kubernetes/worker.yaml', '/quayside:'],
  ['docs/guides/containers.md', '--tag quayside:'],
  ['apps/extension/public/manifest.json', '"version": "'],
];

/** Refuses migrations that processes of the last release can't stand, or that a patch can't contain. */
function checkMigrations(root, version, read) {
  const facts = readFacts(root);
  const migrations = readMigrations(join(root, 'apps/server/src/db/migrations'));
  const faults = migrationFaults({
    facts,
    releasedSchema: readReleasedSchema(root),
    schema: read('apps/server/src/db/schema.sql'),
    migrations,
  });
  if (faults.length > 0) throw new ReleaseRefused(faults.join('\n'));
  if (facts.version === null || minorOf(facts.version) !== minorOf(version)) return;
  for (const file of migrations)
    if (!(file.name in facts.migrations) && declaredContractions(file).length > 0 && !hasOldestVersion(file))
      throw new ReleaseRefused(
        `Migration ${file.name} contracts the schema, and ${version} is a patch of ${facts.version}: release a minor version, or add a line "-- oldest version: X.Y.Z" to it.`,
      );
}

const minorOf = (version) => version.split('.').slice(0, 2).join('.');

/**
 * Releases the checkout in `root`, and returns the version and the changed files. Throws ReleaseRefused before anything is
 * written. `dryRun`: writes nothing.
 */
export function release(root, { date, version: wanted, dryRun = false }) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const read = (file) => readFileSync(join(root, file), 'utf8');
  if (git('status', '--porcelain') !== '')
    throw new ReleaseRefused('The checkout has changes that are not committed: commit or discard them first.');
  const changelog = read('CHANGELOG.md');
  const { version: current } = JSON.parse(read('package.json'));
  // Not by tags: a clone may have none.
  const isFirst = readFacts(root).version === null;
  const counted = nextVersion(changelog, current, isFirst);
  const version = wanted ?? counted;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseRefused(`Expected a version like 1.2.3, got ${version}.`);
  if (!isFirst && !isNewer(version, current))
    throw new ReleaseRefused(`Version ${version} is not newer than ${current}.`);
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseRefused(`The tag v${version} exists already.`);

  checkMigrations(root, version, read);

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

  for (const [file, before] of NAMED_IN) {
    if (!read(file).includes(before + current))
      throw new ReleaseRefused(`${file} has no "${before}${current}", so its version can't be set.`);
    files.set(file, read(file).replaceAll(before + current, before + version));
  }
  for (const [file, text] of factsOfCheckout(root, version)) files.set(file, text);
  const changed = [...files].filter(([file, text]) => read(file) !== text).map(([file]) => file);
  if (dryRun) return { version, changed };

  for (const [file, text] of files) writeFileSync(join(root, file), text);
  git('add', '--', ...files.keys());
  git('commit', '--quiet', '-m', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '-m', `Quayside ${version}`);
  return { version, changed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..');
  try {
    const args = process.argv.slice(2);
    const [wanted] = args.filter((arg) => !arg.startsWith('--'));
    if (args.includes('--baseline')) {
      const { version } = readFacts(root);
      if (version !== null) throw new ReleaseRefused(`Version ${version} is released: its facts stay.`);
      writeFacts(root, null);
      console.log('Migrations from now on are checked against the present schema. Commit apps/server/src/db/released.');
    } else {
      const dryRun = args.includes('--dry-run');
      const { version, changed } = release(root, {
        date: new Date().toISOString().slice(0, 10),
        dryRun,
        ...(wanted ? { version: wanted } : {}),
      });
      console.log(
        dryRun
          ? `The next version is ${version}. It would change:\n${changed.join('\n')}`
          : `Version ${version} is committed and tagged as v${version}. Publish it with: git push --follow-tags`,
      );
    }
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
