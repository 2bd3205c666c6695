import { type HelpArticle, parseArticle } from './parse.ts';
import { HELP_SECTIONS, type HelpSection, OWNER_SECTIONS } from './sections.ts';

// Read when the help center's chunk is: the articles are part of it, so that they open and are searched without a request.
const help = import.meta.glob<string>('../../../../../docs/help/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const guides = import.meta.glob<string>('../../../../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const project = import.meta.glob<string>('../../../../../{CHANGELOG,CONTRIBUTING}.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const texts = new Map(
  Object.entries({ ...project, ...guides, ...help }).map(([path, text]) => [
    (path.split('/').at(-1) ?? '').replace(/\.md$/, '').toLowerCase(),
    text,
  ]),
);

const sectionOfArticle = new Map<string, HelpSection>(
  HELP_SECTIONS.flatMap(({ key, articles }) => articles.map((name) => [name, key] as const)),
);

/** Returns the section that an article is in. */
export const getSection = (name: string): HelpSection | undefined => sectionOfArticle.get(name);

const parsed = new Map<string, HelpArticle>();

/** Returns an article, or undefined where there is none by that name. */
export function findArticle(name: string): HelpArticle | undefined {
  const text = texts.get(name);
  if (text === undefined || !sectionOfArticle.has(name)) return undefined;
  const article = parsed.get(name) ?? parseArticle(name, text);
  parsed.set(name, article);
  return article;
}

/** Returns every article, in the order of the sections. */
export const allArticles = (): HelpArticle[] => [...sectionOfArticle.keys()].flatMap((name) => findArticle(name) ?? []);

/** Articles for owners come before those for operators, and the changelog, which names everything, comes last. */
export function articleRank(name: string): number {
  const section = sectionOfArticle.get(name);
  if (section && OWNER_SECTIONS.includes(section)) return 3;
  return section === 'project' ? 0.5 : 1;
}

export type LinkTarget =
  | { kind: 'article'; name: string; anchor?: string }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'screen'; path: string }
  | { kind: 'outside'; url: string };

/**
 * Tells what a link of an article leads to: another article, a part of this one, a screen, or a page elsewhere. Undefined for anything
 * else, such as a source file or a script: its text is shown without a link.
 */
export function linkTarget(href: string): LinkTarget | undefined {
  if (/^https?:\/\//i.test(href)) return { kind: 'outside', url: href };
  if (href.startsWith('#')) return { kind: 'anchor', anchor: href.slice(1) };
  if (/^\/(?:app|public|api\/docs|recommended|store-dropshipping|login|signup)(?:[/?#]|$)/.test(href))
    return { kind: 'screen', path: href };
  const [, name, anchor] = /^(?:(?:\.\.\/|docs\/)?(?:guides|help)\/)?([\w-]+)\.md(?:#([\w-]+))?$/.exec(href) ?? [];
  const article = name?.toLowerCase();
  if (!article || !sectionOfArticle.has(article)) return undefined;
  return { kind: 'article', name: article, ...(anchor ? { anchor } : {}) };
}
