import { Parser } from 'htmlparser2';

/** What is kept of a page, whatever its size; what comes after is not looked at. */
const MOST_LINKS = 3_000;
const MOST_SCRIPTS = 1_000;
const MOST_INLINE = 600_000;
const MOST_TEXT = 2_000;
/** Deeper than any page is: browsers stop at 512. Each level makes the next one dearer, so a page of nothing else would take minutes. */
const MOST_DEPTH = 2_000;
const SLICE = 65_536;

/** The parts of a store's page that say something of the store. Addresses are as they stand there. */
export interface PageParts {
  title: string;
  /** `name` or `property` of meta elements, in small letters, to their content; the first of each. */
  metas: ReadonlyMap<string, string>;
  links: readonly string[];
  /** Addresses of scripts and style sheets. */
  sources: readonly string[];
  icons: readonly string[];
  /** Text of scripts that stand in the page itself, structured data among it. */
  inline: string;
}

/**
 * Takes a page apart in one pass, as browsers read it: what is broken is read as far as it goes. No script runs and nothing
 * is fetched. Bounded in all that is kept.
 */
export function readPage(html: string): PageParts {
  const metas = new Map<string, string>();
  const links: string[] = [];
  const sources: string[] = [];
  const icons: string[] = [];
  let title = '';
  let inline = '';
  let inTitle = false;
  let inScript = false;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        const href = attributes.href ?? '';
        inTitle = name === 'title' && title === '';
        inScript = name === 'script';
        if (name === 'a' && href && links.length < MOST_LINKS) links.push(href);
        else if (name === 'script' && attributes.src && sources.length < MOST_SCRIPTS) sources.push(attributes.src);
        else if (name === 'link' && href) {
          const rel = (attributes.rel ?? '').toLowerCase();
          if (/\b(?:stylesheet|preload|modulepreload)\b/.test(rel) && sources.length < MOST_SCRIPTS) sources.push(href);
          if (/\bicon\b/.test(rel) && icons.length < 20) icons.push(href);
        } else if (name === 'meta') {
          const key = (attributes.property ?? attributes.name ?? attributes.id ?? '').toLowerCase();
          if (key && !metas.has(key) && metas.size < 300)
            metas.set(key, (attributes.content ?? '').slice(0, MOST_TEXT));
        }
      },
      ontext(text) {
        if (inTitle && title.length < MOST_TEXT) title += text;
        else if (inScript && inline.length < MOST_INLINE) inline += text.slice(0, MOST_INLINE - inline.length);
      },
      onclosetag(name) {
        depth -= 1;
        if (name === 'title') inTitle = false;
        if (name === 'script') {
          inScript = false;
          inline += '\n';
        }
      },
    },
    { decodeEntities: true },
  );
  for (let at = 0; at < html.length && depth < MOST_DEPTH; at += SLICE) parser.write(html.slice(at, at + SLICE));
  parser.end();
  return { title, metas, links, sources, icons, inline };
}
