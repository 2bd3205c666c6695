import { Parser } from 'htmlparser2';

/** Deeper than any page is: browsers themselves stop at 512. A page that only goes deeper would keep the parser for minutes. */
const MOST_DEPTH = 2_000;
const SLICE = 65_536;

export interface Hears {
  opened(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  closed(name: string): void;
}

/** Reads html as browsers do, what is broken as far as it goes, and tells what it meets. */
export function parse(html: string, hears: Hears): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        hears.opened(name, attributes);
      },
      ontext: (text) => hears.text(text),
      onclosetag(name) {
        depth -= 1;
        hears.closed(name);
      },
    },
    { decodeEntities: true },
  );
  for (let at = 0; at < html.length && depth < MOST_DEPTH; at += SLICE) parser.write(html.slice(at, at + SLICE));
  parser.end();
}
