import { createHash } from 'node:crypto';

const longestNamed = 20_000;
/**
 * Whole rows of a table. PostgreSQL refuses a kept plan once the table has another column, which a migration may add beside a
 * process that serves. Such statements are simple enough to be planned each time.
 */
const wholeRows = /^\s*select\s+(?:\w+\.)?\*(?!\s+from\s*\()|\breturning\s+(?:\w+\.)?\*/i;

/**
 * Assigns the name under which a connection caches a statement's plan. Texts are named from their second use on, so
 * that one-off texts don't fill the server's memory; beyond `limit` texts the rest go unnamed.
 */
export function statementNames(limit: number): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>();
  let named = 0;
  return (text) => {
    if (limit === 0 || text.length > longestNamed || wholeRows.test(text)) return undefined;
    const known = names.get(text);
    if (known !== undefined) return known;
    if (named >= limit) return undefined;
    if (!names.has(text)) {
      if (names.size >= limit * 8) dropUnnamed(names);
      names.set(text, undefined);
      return undefined;
    }
    const name = `q_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    names.set(text, name);
    named += 1;
    return name;
  };
}

function dropUnnamed(names: Map<string, string | undefined>): void {
  for (const [text, name] of names) if (name === undefined) names.delete(text);
}
