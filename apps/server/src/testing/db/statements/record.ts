import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

interface Completed {
  text?: string;
}
interface QueryClass {
  handleCommandComplete(this: Completed, ...rest: unknown[]): void;
}

/** Collects the texts of all statements that succeed in this process until it is stopped, also those of libraries. */
export function recordStatements(): { recorded: ReadonlySet<string>; stop(): void } {
  const recorded = new Set<string>();
  const query = pg.Query.prototype as unknown as QueryClass;
  const { handleCommandComplete } = query;
  query.handleCommandComplete = function (...rest) {
    if (this.text) recorded.add(this.text);
    handleCommandComplete.apply(this, rest);
  };
  return {
    recorded,
    stop() {
      query.handleCommandComplete = handleCommandComplete;
    },
  };
}

/** Adds statements to a folder, under a file of their own: several processes record at once. */
export function saveStatements(folder: string, texts: Iterable<string>): void {
  writeFileSync(join(folder, `${process.pid}-${randomUUID()}.json`), JSON.stringify(distinct(texts)));
}

export function readStatements(folder: string): string[] {
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[]);
  return distinct(files.flat());
}

/** One text of those that differ only in numbers and ids. */
function distinct(texts: Iterable<string>): string[] {
  const byShape = new Map<string, string>();
  for (const text of texts) {
    const shape = text.replace(/\b[0-9a-f-]*\d[0-9a-f-]*\b/gi, '0');
    if (!byShape.has(shape)) byShape.set(shape, text);
  }
  return [...byShape.values()];
}
