import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ArticleText } from './article-text.tsx';
import { allArticles, articleRank, findArticle, getSection, linkTarget } from './articles.ts';
import { parseArticle } from './parse.ts';
import { articleForScreen } from './screen-articles.ts';
import { HELP_SECTIONS, OWNER_SECTIONS } from './sections.ts';

const docs = join(import.meta.dirname, '../../../../../docs');
const filesIn = (folder: string) =>
  readdirSync(join(docs, folder)).flatMap((file) => (file.endsWith('.md') ? [file.replace(/\.md$/, '')] : []));

it('has every article that is written, each in one section', () => {
  const listed = HELP_SECTIONS.flatMap(({ articles }) => [...articles] as string[]);
  expect(new Set(listed).size).toBe(listed.length);
  expect([...listed].sort()).toEqual([...filesIn('help'), ...filesIn('guides'), 'changelog', 'contributing'].sort());
  expect(allArticles().map(({ name }) => name)).toEqual(listed);
});

it('gives articles for owners a title, short text and headings that a table of contents can hold', () => {
  for (const name of filesIn('help')) {
    const article = findArticle(name);
    const words = article?.passages.map(({ text }) => text.split(' ').length).reduce((one, other) => one + other) ?? 0;
    expect(words, name).toBeGreaterThan(130);
    expect(words, name).toBeLessThan(450);
    expect(article?.headings.length, name).toBeGreaterThan(1);
    expect(OWNER_SECTIONS, name).toContain(getSection(name));
  }
});

it('leads to articles, parts and screens that exist', () => {
  const routes = readFileSync(join(import.meta.dirname, '../../app/routes.tsx'), 'utf8');
  for (const name of filesIn('help')) {
    const text = readFileSync(join(docs, 'help', `${name}.md`), 'utf8');
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const target = linkTarget(href);
      expect(target, `${name}: ${href}`).toBeDefined();
      if (target?.kind === 'article' && target.anchor)
        expect(
          findArticle(target.name)?.headings.map(({ id }) => id),
          `${name}: ${href}`,
        ).toContain(target.anchor);
      if (target?.kind === 'screen' && !target.path.startsWith('/api/')) {
        const path = target.path
          .replace(/[?#].*$/, '')
          .replace(/^\/app\/setting(?=\/)/, '')
          .replace(/^\/app(?=\/)/, '');
        expect(routes, `${name}: ${href}`).toContain(`'${path === '/app' ? '/app' : path}'`);
      }
    }
  }
  const screens = [...routes.matchAll(/\b(screen|section)\(\s*'(\/[^']+)'/g)];
  expect(screens.length).toBeGreaterThan(30);
  for (const [, kind, path] of screens) {
    const name = articleForScreen(`${kind === 'section' ? '/app/setting' : '/app'}${path}`);
    expect(findArticle(name), path).toBeDefined();
  }
  expect(findArticle('connect-a-store')?.headings.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['shopify', 'woocommerce']),
  );
  expect(findArticle('shipments-and-tracking')?.headings.map(({ id }) => id)).toContain('the-tracking-page');
});

it('ranks articles for owners before guides for operators, and those before the changelog', () => {
  expect(articleRank('payment-failed')).toBeGreaterThan(articleRank('operators'));
  expect(articleRank('operators')).toBeGreaterThan(articleRank('changelog'));
});

it('makes links only of addresses that it knows', () => {
  expect(linkTarget('push-products.md')).toEqual({ kind: 'article', name: 'push-products' });
  expect(linkTarget('../guides/operators.md#pending-refunds')).toEqual({
    kind: 'article',
    name: 'operators',
    anchor: 'pending-refunds',
  });
  expect(linkTarget('#status')).toEqual({ kind: 'anchor', anchor: 'status' });
  expect(linkTarget('/app/orders?tab=failed')).toEqual({ kind: 'screen', path: '/app/orders?tab=failed' });
  expect(linkTarget('https://example.com/')).toEqual({ kind: 'outside', url: 'https://example.com/' });
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com/',
    '/applied',
    '/signout',
    '../security.md',
    '../../.env.example',
    'vbscript:x',
    'JAVASCRIPT:alert(1)//x.md',
  ])
    expect(linkTarget(href), href).toBeUndefined();
});

const html = (markdown: string) =>
  renderToStaticMarkup(
    <ArticleText
      article={parseArticle('x', markdown)}
      link={(target, children) => (target.kind === 'outside' ? <a href={target.url}>{children}</a> : <b>{children}</b>)}
    />,
  ).replace(/^<div[^>]*>|<\/div>$/g, '');

it('draws markdown, and never HTML or scripts that are written in it', () => {
  expect(html('# T\n\nA **b** `c<d>` [e](https://f.example)\n\n- g\n- h\n\n3. i')).toBe(
    '<p>A <strong>b</strong> <code>c&lt;d&gt;</code> <a href="https://f.example">e</a></p><ul><li>g</li><li>h</li></ul><ol start="3"><li>i</li></ol>',
  );
  expect(html('# T\n\n| a | b |\n| - | - |\n| c | **d** |')).toContain(
    '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>c</td><td><strong>d</strong></td></tr></tbody>',
  );
  const hostile = html(
    '# T\n\n<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![y](https://z.example/p.png)\n\n<iframe src="https://z.example"></iframe>',
  );
  expect(hostile).not.toMatch(/<(?:script|img|iframe|a)\b/);
  expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(hostile).toContain('&lt;iframe');
});

it('gives headings the anchors that links to them use, each once', () => {
  const article = parseArticle('x', '# T\n\n## If `a` fails, retry\n\nb\n\n## Again\n\n### Again\n');
  expect(article.title).toBe('T');
  expect(article.headings).toEqual([
    { id: 'if-a-fails-retry', text: 'If a fails, retry', depth: 2 },
    { id: 'again', text: 'Again', depth: 2 },
    { id: 'again-1', text: 'Again', depth: 3 },
  ]);
  expect(html('# T\n\n## Again\n\n## Again')).toBe('<h2 id="again">Again</h2><h2 id="again-1">Again</h2>');
});
