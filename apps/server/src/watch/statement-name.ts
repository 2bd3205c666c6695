/**
 * A short name of an SQL text for traces, such as `select sales_order`: its first command and the first table that it
 * names. The text itself isn't recorded.
 */
export function statementName(text: string): string {
  const plain = text.replace(/'(?:[^']|'')*'/g, "''");
  const command = /\b(select|insert|update|delete|merge|call|with|lock|set|truncate|refresh)\b/i
    .exec(plain)?.[1]
    ?.toLowerCase();
  // A CTE's command is the one that follows its parts, which reads nothing new; its tables name it well enough.
  // A set-returning function isn't a table.
  const called = /\b(?:from|into|update|join|table)\s+(?:only\s+)?((?:[a-z_]\w*\.)?[a-z_]\w*)(\s*\()?/i.exec(plain);
  const isFunction = called?.[2] !== undefined && command !== 'insert';
  const table = isFunction ? undefined : called?.[1];
  return [command ?? 'statement', table].filter(Boolean).join(' ').toLowerCase();
}
