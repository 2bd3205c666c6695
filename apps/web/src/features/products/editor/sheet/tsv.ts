/**
 * Cells as spreadsheets put them on the clipboard: tabs between columns, line breaks between rows, and quotes around cells
 * that contain either. A line break at the end ends the last row.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '' && hasClosingQuote(text, at)) quoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      endCell();
      rows.push([]);
    } else cell += sign;
  }
  if (cell !== '' || rows.at(-1)?.length) endCell();
  else if (rows.length > 1) rows.pop();
  else endCell();
  return rows;
}

/** Whether a quote that opens a cell is closed before the next tab or line break; `5" pipe` isn't quoted. */
function hasClosingQuote(text: string, at: number): boolean {
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] !== '"') continue;
    if (text[next + 1] === '"') next += 1;
    else return next + 1 >= text.length || /[\t\r\n]/.test(text[next + 1] ?? '');
  }
  return false;
}

/** Spreadsheets run a pasted cell that begins like this as a formula. */
const FORMULA = /^[=+@-]|^[\t\r]/;
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

export const formatTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell) => {
          const safe = FORMULA.test(cell) && !isNumber(cell) ? `'${cell}` : cell;
          return /["\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
        })
        .join('\t'),
    )
    .join('\n');
