import { Marked, type Token, type Tokens } from 'marked';

export interface HelpHeading {
  id: string;
  text: string;
  depth: number;
}

/** The text below one heading, as the search reads it. The text above the first heading has none. */
export interface HelpPassage {
  heading?: HelpHeading;
  text: string;
}

/** An article as screens draw it and as the search reads it. */
export interface HelpArticle {
  name: string;
  title: string;
  tokens: readonly Token[];
  /** The anchors of the headings among the tokens. */
  anchors: ReadonlyMap<Token, string>;
  headings: readonly HelpHeading[];
  passages: readonly HelpPassage[];
}

const reader = new Marked({ gfm: true });

/** Reads a token as plain text, without its markup. */
export function plainText(tokens: readonly Token[] | undefined): string {
  let text = '';
  for (const token of tokens ?? []) {
    if (token.type === 'br' || token.type === 'space') text += ' ';
    else if (token.type === 'list')
      for (const item of (token as Tokens.List).items) text += `${plainText(item.tokens)} `;
    else if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      for (const cell of [header, ...rows].flat()) text += `${plainText(cell.tokens)} `;
    } else if ('tokens' in token && token.tokens) text += plainText(token.tokens);
    else if ('text' in token) text += String(token.text);
    if (['paragraph', 'heading', 'code', 'blockquote'].includes(token.type)) text += ' ';
  }
  return text;
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the anchor of a heading, as GitHub makes it, so that links work in both places. */
export const getAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Parses an article. Its first heading is its title and is not part of its text. */
export function parseArticle(name: string, markdown: string): HelpArticle {
  const all = reader.lexer(markdown);
  const at = all.findIndex((token) => token.type === 'heading');
  const title = at < 0 ? name : tidy(plainText((all[at] as Tokens.Heading).tokens));
  const tokens = all.filter((_, index) => index !== at);
  const anchors = new Map<Token, string>();
  const headings: HelpHeading[] = [];
  const passages: { heading?: HelpHeading; text: string }[] = [{ text: '' }];
  const uses = new Map<string, number>();
  for (const token of tokens) {
    if (token.type === 'heading') {
      const text = tidy(plainText((token as Tokens.Heading).tokens));
      const anchor = getAnchor(text);
      const times = uses.get(anchor) ?? 0;
      uses.set(anchor, times + 1);
      const heading = { id: times > 0 ? `${anchor}-${times}` : anchor, text, depth: (token as Tokens.Heading).depth };
      headings.push(heading);
      anchors.set(token, heading.id);
      passages.push({ heading, text: '' });
      continue;
    }
    const passage = passages.at(-1);
    if (passage) passage.text = tidy(`${passage.text} ${plainText([token])}`);
  }
  return { name, title, tokens, anchors, headings, passages };
}
