import type { MigrationFile } from '../migration-files.ts';
import { compareVersions } from '../oldest-version.ts';
import { parseSchema } from '../schema/schema-text.ts';
import { longLocks } from './long-locks.ts';
import type { ReleaseFacts } from './release-facts.ts';
import { breakingChanges, changedBehavior } from './schema-changes.ts';

interface Checked {
  facts: ReleaseFacts;
  /** Texts of schema.sql. */
  releasedSchema: string;
  schema: string;
  migrations: readonly MigrationFile[];
}

const DECLARED = /^-- contracts (.+?) \(unused since (\d+\.\d+\.\d+)\): \S.*$/gm;
const ANY_DECLARED = /^-- contracts\b.*$/gm;
const KEPT = /^-- keeps (.+?): \S.*$/gm;

/** Objects that a migration takes away from processes before a version, by its lines `-- contracts`. */
export const declaredContractions = ({ text }: Pick<MigrationFile, 'text'>): { object: string; since: string }[] =>
  [...text.matchAll(DECLARED)].map(([, object = '', since = '']) => ({ object, since }));

/** Sentences about migrations since the last release that its processes can't stand, and about released ones that changed. */
export function migrationFaults({ facts, releasedSchema, schema, migrations }: Checked): string[] {
  const byName = new Map(migrations.map((file) => [file.name, file]));
  const before = parseSchema(releasedSchema);
  const tables = new Set([...before.keys()].filter((one) => one.startsWith('table ')).map((one) => one.slice(6)));
  const added = migrations.filter(({ name }) => !(name in facts.migrations));
  const released = Object.entries(facts.migrations).flatMap(([name, checksum]) => {
    const file = byName.get(name);
    if (file?.checksum === checksum) return [];
    return [`Migration ${name} is released and was ${file ? 'edited' : 'deleted'}: restore it and write a new one.`];
  });
  const declared = added.flatMap((file) => declaredContractions(file).map((one) => ({ ...one, file: file.name })));
  const now = parseSchema(schema);
  const changes = breakingChanges(before, now);
  const behavior = changedBehavior(before, now);
  const kept = added.flatMap(({ name, text }) =>
    [...text.matchAll(KEPT)].map(([, object = '']) => ({ object, file: name })),
  );
  return [
    ...released,
    ...added.flatMap((file) => longLocks(file, tables).map((what) => `Migration ${file.name} ${what}`)),
    ...added.flatMap(malformed),
    ...declared.flatMap(({ object, since, file }) => declarationFaults(object, since, file, facts, changes)),
    ...changes
      .filter(({ object }) => !declared.some((one) => one.object === object))
      .map(
        ({ object, what }) =>
          `${object} ${what}. Processes of the last release still run then: expand first (docs/guides/upgrade.md), or state in the migration since which release none uses it: -- contracts ${object} (unused since X.Y.Z): the reason`,
      ),
    ...kept
      .filter(({ object }) => !behavior.some((one) => one.object === object))
      .map(
        ({ object, file }) =>
          `Migration ${file} keeps ${object}, but the schema shows no change of it: remove the line.`,
      ),
    ...behavior
      .filter(({ object }) => !kept.some((one) => one.object === object))
      .map(
        ({ object, what }) =>
          `${object} ${what}. Processes of the last release run it too: state in the migration why they still work: -- keeps ${object}: the reason`,
      ),
  ];
}

const malformed = (file: MigrationFile): string[] =>
  [...file.text.matchAll(ANY_DECLARED)]
    .filter(([line]) => declaredContractions({ text: line }).length === 0)
    .map(
      ([line]) =>
        `Migration ${file.name}: expected "-- contracts OBJECT (unused since X.Y.Z): the reason", got "${line}".`,
    );

function declarationFaults(
  object: string,
  since: string,
  file: string,
  facts: ReleaseFacts,
  changes: readonly { object: string }[],
): string[] {
  if (!changes.some((change) => change.object === object))
    return [`Migration ${file} contracts ${object}, but the schema shows no such change: remove the line.`];
  if (facts.version === null || compareVersions(since, facts.version) > 0)
    return [
      `Migration ${file} contracts ${object}, unused since ${since}, but the last release is ${facts.version ?? 'still to come'}: its processes may use it.`,
    ];
  return [];
}
