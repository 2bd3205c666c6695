import { Parser } from 'htmlparser2';

/** A description as paragraphs, lists and images in order. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'picture'; src: string; alt: string };

const BREAKS: ReadonlySet<string> = new Set(
  'p div br hr h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd table caption tr figure figcaption'.split(' '),
);
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);

/** Parses HTML into blocks. Table rows become list items, "name: value" for two cells. */
export function parseBlocks(html: string): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let cells: string[] | undefined;
  let silent = 0;
  let inItem = 0;

  const take = (): string => {
    const taken = text.replace(/[\s\u00A0]+/gu, ' ').trim();
    text = '';
    return taken;
  };
  const item = (said: string): void => {
    if (said === '') return;
    const last = blocks.at(-1);
    if (last?.kind === 'list') last.items.push(said);
    else blocks.push({ kind: 'list', items: [said] });
  };
  const flush = (): void => {
    const said = take();
    if (said === '') return;
    if (inItem > 0) item(said);
    else blocks.push({ kind: 'text', text: said });
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      if (SILENT.has(name)) silent += 1;
      if (name === 'img') {
        flush();
        if (attributes.src) blocks.push({ kind: 'picture', src: attributes.src, alt: attributes.alt ?? '' });
      } else if (name === 'tr') {
        flush();
        cells = [];
      } else if (name === 'td' || name === 'th') text = '';
      else if (BREAKS.has(name)) flush();
      if (name === 'li') inItem += 1;
    },
    ontext(piece) {
      if (silent === 0) text += piece;
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent -= 1;
      if (name === 'td' || name === 'th') cells?.push(take());
      else if (name === 'tr') {
        const said = (cells ?? []).filter((cell) => cell !== '');
        cells = undefined;
        item(said.length === 2 ? `${said[0]?.replace(/\s*:$/, '')}: ${said[1]}` : said.join(', '));
      } else if (BREAKS.has(name)) flush();
      if (name === 'li') inItem = Math.max(0, inItem - 1);
    },
  });
  parser.end(html);
  flush();
  return blocks;
}

/** Text content of HTML as plain lines. */
export const toText = (html: string): string =>
  parseBlocks(html)
    .flatMap((block) => (block.kind === 'text' ? [block.text] : block.kind === 'list' ? block.items : []))
    .join('\n');

export const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

export const pictureHtml = ({ src, alt }: { src: string; alt: string }): string =>
  `<img src="${escaped(src)}"${alt === '' ? '' : ` alt="${escaped(alt)}"`} />`;
