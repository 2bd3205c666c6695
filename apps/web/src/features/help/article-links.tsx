import { Link, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useCallback } from 'react';
import type { DrawLink } from './article-text.tsx';
import type { LinkTarget } from './articles.ts';

/** Where the help center is shown: inside the app, or as a page for anyone. */
export type HelpBase = '/app/help' | '/help';

/** A plain click, which stays in this tab. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Leads to an article of the help center. */
export function ArticleAnchor(props: {
  base: HelpBase;
  name: string;
  anchor?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { base, name, anchor, className, children } = props;
  const where = { params: { article: name }, ...(anchor ? { hash: anchor } : {}), className };
  return base === '/help' ? (
    <Link to="/help/$article" {...where}>
      {children}
    </Link>
  ) : (
    <Link to="/app/help/$article" {...where}>
      {children}
    </Link>
  );
}

/** A screen of the app by its written address: articles name screens in their text. */
function ScreenAnchor({ path, children }: { path: string; children: ReactNode }) {
  const router = useRouter();
  // The API reference is a page of the server's, not a screen.
  const isPage = path.startsWith('/api/');
  return (
    <a
      href={path}
      target={isPage ? '_blank' : undefined}
      rel={isPage ? 'noreferrer' : undefined}
      onClick={(event) => {
        if (isPage || !isPlain(event)) return;
        event.preventDefault();
        void router.navigate({ href: path });
      }}
    >
      {children}
    </a>
  );
}

/** Draws an article's links; `article` draws those to other articles. */
export function useDrawLink(article: (name: string, anchor: string | undefined, children: ReactNode) => ReactNode) {
  return useCallback<DrawLink>(
    (target: LinkTarget, children) => {
      switch (target.kind) {
        case 'article':
          return article(target.name, target.anchor, children);
        case 'anchor':
          return <a href={`#${target.anchor}`}>{children}</a>;
        case 'screen':
          return <ScreenAnchor path={target.path}>{children}</ScreenAnchor>;
        case 'outside':
          return (
            <a href={target.url} target="_blank" rel="noreferrer">
              {children}
            </a>
          );
      }
    },
    [article],
  );
}
