/** What a semicolon does not end: strings (also of functions, in dollars), quoted names and comments. */
const QUOTED = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\//y;

/** The statements of an SQL text. Bodies of the form `begin atomic` are not known. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let from = 0;
  let at = 0;
  const take = () => {
    const statement = text.slice(from, at).trim();
    // A comment alone is not a statement.
    if (statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '') statements.push(statement);
  };
  while (at < text.length) {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(text);
    if (quoted) at += quoted[0].length;
    else {
      if (text[at] === ';') {
        take();
        from = at + 1;
      }
      at += 1;
    }
  }
  take();
  return statements;
}
