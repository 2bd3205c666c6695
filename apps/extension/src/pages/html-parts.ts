import { parse } from './parse.ts';

/** What is kept of a page, whatever its size; what comes after is not looked at. */
const MOST_SCRIPT = 2_000_000;
const MOST_SCRIPTS = 100;
const MOST_METAS = 300;
const MOST_TEXT = 2_000;
/** Of a head alone: enough for its title. */
const HEAD = 100_000;

/** The parts of a page that speak to machines. */
export interface PageParts {
  title: string;
  /** `property` or `name` of meta elements, in small letters, to all their contents in order. */
  metas: ReadonlyMap<string, readonly string[]>;
  /** Texts of scripts that hold JSON-LD. */
  data: readonly string[];
}

const isData = (type: string | undefined): boolean => /^\s*application\/ld\+json\b/i.test(type ?? '');

function parts(html: string, wantsData: boolean): PageParts {
  const metas = new Map<string, string[]>();
  const data: string[] = [];
  let count = 0;
  let title = '';
  let inTitle = false;
  let titled = false;
  let script: string | undefined;
  let inSvg = 0;
  parse(html, {
    opened(name, attributes) {
      if (name === 'svg') inSvg += 1;
      if (name === 'title') inTitle = !titled && inSvg === 0;
      else if (name === 'script') script = wantsData && isData(attributes.type) ? '' : undefined;
      else if (name === 'meta') {
        const key = (attributes.property ?? attributes.name ?? '').trim().toLowerCase();
        if (!key || count >= MOST_METAS) return;
        count += 1;
        const content = (attributes.content ?? '').slice(0, MOST_TEXT);
        const known = metas.get(key);
        if (known) known.push(content);
        else metas.set(key, [content]);
      }
    },
    text(text) {
      if (inTitle && title.length < MOST_TEXT) title += text;
      else if (script !== undefined && script.length < MOST_SCRIPT) script += text;
    },
    closed(name) {
      if (name === 'svg') inSvg = Math.max(0, inSvg - 1);
      if (name === 'title' && inTitle) {
        inTitle = false;
        titled = true;
      }
      if (name === 'script' && script !== undefined) {
        if (data.length < MOST_SCRIPTS) data.push(script);
        script = undefined;
      }
    },
  });
  return { title: title.slice(0, MOST_TEXT), metas, data };
}

/** Takes a page apart in one pass; what is broken is read as far as it goes. No script runs and nothing is fetched. */
export const readParts = (html: string): PageParts => parts(html, true);

/** The same for the beginning of a page alone, without its data. */
export const readHead = (html: string): PageParts => parts(html.slice(0, HEAD), false);
