import type { Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { type LinkTarget, linkTarget } from './articles.ts';
import classes from './help.module.css';
import type { HelpArticle } from './parse.ts';

/** Draws a link of an article. Where articles open depends on the place that shows them. */
export type DrawLink = (target: LinkTarget, children: ReactNode) => ReactNode;

interface Drawing {
  anchors: ReadonlyMap<Token, string>;
  link: DrawLink;
}

const HEADINGS: Record<number, string> = { 1: 'h2', 2: 'h2', 3: 'h3', 4: 'h4' };

/**
 * Draws an article as elements. HTML in it is shown as the text it is written in, pictures as their descriptions, and only the addresses
 * that `linkTarget` knows become links.
 */
export function ArticleText({ article, link }: { article: HelpArticle; link: DrawLink }) {
  const drawn = useMemo(() => drawAll(article.tokens, { anchors: article.anchors, link }), [article, link]);
  return (
    <div className={classes.text} lang="en" dir="ltr">
      {drawn}
    </div>
  );
}

/** Children are passed one by one: tokens never change places, so they need no keys. */
const element = (tag: string | typeof Fragment, props: object | null, children: readonly ReactNode[]): ReactNode =>
  createElement(tag, props, ...children);

const drawAll = (tokens: readonly Token[] | undefined, drawing: Drawing): ReactNode =>
  element(
    Fragment,
    null,
    (tokens ?? []).map((token) => draw(token, drawing)),
  );

function draw(token: Token, drawing: Drawing): ReactNode {
  const inside = () => drawAll('tokens' in token ? token.tokens : undefined, drawing);
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    case 'heading':
      return element(HEADINGS[(token as Tokens.Heading).depth] ?? 'h5', { id: drawing.anchors.get(token) }, [inside()]);
    case 'paragraph':
      return <p>{inside()}</p>;
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'del':
      return <del>{inside()}</del>;
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'code':
      return (
        // A box that scrolls has to be reachable by the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'list':
      return drawList(token as Tokens.List, drawing);
    case 'table':
      return drawTable(token as Tokens.Table, drawing);
    case 'link': {
      const target = linkTarget((token as Tokens.Link).href);
      return target ? drawing.link(target, inside()) : inside();
    }
    case 'text':
    case 'escape':
    case 'html':
    case 'image':
      return 'tokens' in token && token.tokens && token.type === 'text'
        ? inside()
        : String((token as Tokens.Text).text);
    default:
      return token.raw;
  }
}

function drawList({ ordered, start, items }: Tokens.List, drawing: Drawing): ReactNode {
  const lines = items.map((item) => element('li', null, [drawAll(item.tokens, drawing)]));
  return ordered ? element('ol', { start: start === '' ? undefined : start }, lines) : element('ul', null, lines);
}

function drawTable({ header, rows, align }: Tokens.Table, drawing: Drawing): ReactNode {
  const cell = (tag: 'th' | 'td', props: object) => (one: Tokens.TableCell, at: number) =>
    element(tag, { ...props, ...(align[at] ? { style: { textAlign: align[at] } } : {}) }, [
      drawAll(one.tokens, drawing),
    ]);
  const head = element('tr', null, header.map(cell('th', { scope: 'col' })));
  const body = rows.map((row) => element('tr', null, row.map(cell('td', {}))));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by the keyboard
    <div className={classes.table} tabIndex={0}>
      <table>
        <thead>{head}</thead>
        {element('tbody', null, body)}
      </table>
    </div>
  );
}
