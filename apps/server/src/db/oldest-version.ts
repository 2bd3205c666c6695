import { MigrationRefused } from './migration-refused.ts';

type Version = readonly [major: number, minor: number, patch: number];

/** Suffixes such as -rc.1 count as their release. */
function parse(text: string): Version {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(text) ?? [];
  if (patch === undefined) throw new Error(`Expected a version like 1.2.3, got ${text}.`);
  return [Number(major), Number(minor), Number(patch)];
}

/** Negative: `one` is older than `other`. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

const SAID = /^-- oldest version: (\S+)$/m;
/** Whether a migration says itself which version may run on its schema. */
export const hasOldestVersion = ({ text }: { text: string }): boolean => SAID.test(text);

/**
 * Oldest version that may run on the schema after a migration. By default every release of the same minor version may,
 * because its migrations only expand the schema; one that contracts says so in a line `-- oldest version: 1.2.3`.
 */
export function oldestVersion({ name, text }: { name: string; text: string }, version: string): string {
  const said = SAID.exec(text)?.[1];
  if (said && compareVersions(said, version) > 0)
    throw new Error(`Migration ${name} needs version ${said}, which is newer than this one (${version}).`);
  const [major, minor] = parse(version);
  return said ?? `${major}.${minor}.0`;
}

/** A migration of a newer version. null: recorded before versions were. */
interface Unknown {
  name: string;
  oldest_version: string | null;
}

/** Refuses a schema that a newer version has changed so that this one can't run on it. */
export function refuseNewer(unknown: readonly Unknown[], version: string): void {
  for (const { name, oldest_version: oldest } of unknown) {
    if (oldest !== null && compareVersions(oldest, version) <= 0) continue;
    throw new MigrationRefused(
      `The database is newer than this version of Quayside (it contains migration ${name}): start ${oldest === null ? 'the version that applied it' : `version ${oldest}`} or later.`,
    );
  }
}
