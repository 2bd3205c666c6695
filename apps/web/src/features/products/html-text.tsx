import { ImageOff } from 'lucide-react';
import { createElement, type ReactNode, useMemo, useState } from 'react';
import classes from './html-text.module.css';

/** Tags that are drawn as they are; everything else gives only its text. */
const TAGS: ReadonlySet<string> = new Set(
  'p br ul ol li strong b em i u s h2 h3 h4 blockquote table thead tbody tr th td hr code pre span div sub sup'.split(
    ' ',
  ),
);
/** Headings of a supplier never stand above those of the screen. */
const INSTEAD: Readonly<Record<string, string>> = { h1: 'h4', h2: 'h4', h3: 'h4', h5: 'h4', h6: 'h4' };
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'svg']);
const SAFE_LINK = /^(https?:|mailto:)/i;
const SAFE_PICTURE = /^(https?:\/\/|\/pictures\/)/i;
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr']);

/** A picture among the words; a quiet place where it cannot be shown. */
function TextPicture({ src, alt }: { src: string; alt: string }) {
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <span className={classes.missing}>
        <ImageOff size={16} strokeWidth={1.5} aria-hidden />
        {alt}
      </span>
    );
  return <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(true)} />;
}

function draw(node: Node, key: number): ReactNode {
  if (node.nodeType === 3) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.tagName.toLowerCase();
  if (SILENT.has(name)) return null;
  if (name === 'img') {
    const src = node.getAttribute('src') ?? '';
    return SAFE_PICTURE.test(src) ? <TextPicture key={key} src={src} alt={node.getAttribute('alt') ?? ''} /> : null;
  }
  const children = [...node.childNodes].map(draw);
  if (name === 'a') {
    const href = node.getAttribute('href') ?? '';
    if (!SAFE_LINK.test(href)) return createElement('span', { key }, ...children);
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer nofollow">
        {children}
      </a>
    );
  }
  const tag = INSTEAD[name] ?? name;
  if (EMPTY.has(tag)) return createElement(tag, { key });
  return createElement(TAGS.has(tag) ? tag : 'span', { key }, ...children);
}

/**
 * A supplier's or an owner's rich text, drawn from a list of known tags: no attribute and no script of it ever reaches
 * the page, whatever the server let through.
 */
export function HtmlText({ html }: { html: string }) {
  const content = useMemo(() => {
    const page = new DOMParser().parseFromString(html, 'text/html');
    return [...page.body.childNodes].map(draw);
  }, [html]);
  return (
    <div className={classes.text} dir="auto">
      {content}
    </div>
  );
}
