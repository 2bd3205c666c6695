/** What schema.sql says about a table, as far as it matters to a process that was written for an earlier schema. */
export interface TableShape {
  columns: ReadonlyMap<string, Column>;
  /** Definitions by kind; names don't matter to a process. */
  checks: ReadonlyMap<string, string>;
  foreignKeys: ReadonlyMap<string, string>;
  /** Primary keys, unique constraints and unique indexes by name, in one spelling. */
  uniques: ReadonlyMap<string, string>;
  exclusions: ReadonlyMap<string, string>;
  policies: readonly string[];
  grants: readonly string[];
}

export interface Column {
  type: string;
  default: string | undefined;
  /** Expression of a generated or identity column. */
  generated: string | undefined;
  isNotNull: boolean;
}

const COLUMN = /^ {2}("[^"]+"|[a-z_][a-z0-9_]*) (.*)$/s;
const CONSTRAINT = /^ {2}constraint ("[^"]+"|\S+) (.*)$/s;
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX (\S+) ON \S+ (.*);$/;

/** Reads the lines of one table as printSchema() writes them. */
export function readTable(lines: readonly string[]): TableShape {
  const end = lines.indexOf(');');
  const inside = joined(lines.slice(1, end), (line) => /^ {2}\S/.test(line)).map((line) => line.replace(/,$/, ''));
  const after = joined(lines.slice(end + 1), (line) => /^\S/.test(line));
  const columns = new Map<string, Column>();
  const kinds = {
    CHECK: new Map<string, string>(),
    FOREIGN: new Map<string, string>(),
    UNIQUE: new Map<string, string>(),
    EXCLUDE: new Map<string, string>(),
  };
  for (const line of inside) {
    const [, name, definition] = CONSTRAINT.exec(line) ?? [];
    if (name && definition) {
      const text = definition.replace(/^PRIMARY KEY/, 'UNIQUE');
      kinds[text.split(' ')[0] as keyof typeof kinds].set(name, text.replace(/^UNIQUE (?=\()/, ''));
    } else {
      const [, column, rest] = COLUMN.exec(line) ?? [];
      if (column && rest) columns.set(column, readColumn(rest));
    }
  }
  for (const line of after) {
    const [, name, definition] = UNIQUE_INDEX.exec(line) ?? [];
    if (name && definition) kinds.UNIQUE.set(name, definition.replace('USING btree ', ''));
  }
  return {
    columns,
    checks: kinds.CHECK,
    foreignKeys: kinds.FOREIGN,
    uniques: kinds.UNIQUE,
    exclusions: kinds.EXCLUDE,
    policies: after.filter((line) => /^create policy|row level security;$/.test(line)),
    grants: after.filter((line) => line.startsWith('grant ')),
  };
}

function readColumn(text: string): Column {
  const isNotNull = text.endsWith(' not null');
  const rest = isNotNull ? text.slice(0, -' not null'.length) : text;
  const [head = '', generated] = rest.split(/ generated (.*)$/s);
  const [type = '', value] = head.split(/ default (.*)$/s);
  return { type: type.replace(/ storage \w+/, ''), default: value, generated, isNotNull };
}

/** A definition may have lines of its own; `begins` recognizes the first. */
function joined(lines: readonly string[], begins: (line: string) => boolean): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    if (begins(line) || whole.length === 0) whole.push(line);
    else whole[whole.length - 1] += `\n${line}`;
  }
  return whole;
}
