import { TextInput } from '@mantine/core';
import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Search, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/states.tsx';
import { useKeys } from '../../lib/use-keys.ts';
import { ArticleAnchor, type HelpBase, useDrawLink } from './article-links.tsx';
import { ArticleText } from './article-text.tsx';
import { allArticles, articleRank, findArticle, getSection } from './articles.ts';
import classes from './help.module.css';
import type { HelpArticle } from './parse.ts';
import { highlightParts, searchArticles } from './search.ts';
import { HELP_SECTIONS, OWNER_SECTIONS } from './sections.ts';

const MOST_HITS = 20;

/** Says in other languages that the articles are English. */
export function EnglishNote() {
  const { t, i18n } = useTranslation('help');
  return i18n.language === 'en' ? null : <p className={classes.quiet}>{t('english')}</p>;
}

/** The search with all articles, or what it finds. */
export function HelpIndex({ base }: { base: HelpBase }) {
  const { t } = useTranslation(['help', 'common']);
  const { q = '' } = useSearch({ strict: false });
  const [words, setWords] = useState(q);
  const [seen, setSeen] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  // Changed from outside: Back, or a link with another query.
  if (seen !== q) {
    setSeen(q);
    if (words.trim() !== q) setWords(q);
  }
  function search(next: string): void {
    setWords(next);
    const query = next.trim();
    setSeen(query);
    void navigate({ to: '.', search: query ? { q: query } : {}, replace: true });
  }
  useKeys([{ keys: '/', label: t('search'), group: t('common:keys.list'), run: () => field.current?.select() }]);
  const hits = useMemo(() => searchArticles(allArticles(), words, articleRank).slice(0, MOST_HITS), [words]);
  const asked = words.trim() !== '';
  return (
    <div className={classes.index}>
      <EnglishNote />
      <TextInput
        ref={field}
        type="search"
        size="md"
        className={classes.search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={words}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && words) search('');
        }}
        leftSection={<Search size={18} aria-hidden />}
        rightSection={
          words ? (
            <button type="button" className={classes.clear} aria-label={t('common:clear')} onClick={() => search('')}>
              <X size={16} aria-hidden />
            </button>
          ) : null
        }
      />
      <p role="status" className={asked && hits.length > 0 ? classes.quiet : 'visually-hidden'}>
        {asked ? t('found', { count: hits.length }) : ''}
      </p>
      {!asked ? (
        <Sections base={base} />
      ) : hits.length === 0 ? (
        <EmptyState
          picture={<Search size={28} strokeWidth={1.5} aria-hidden />}
          title={t('none')}
          text={t('noneText')}
        />
      ) : (
        <ul className={classes.hits}>
          {hits.map((hit) => (
            <li key={hit.article}>
              <ArticleAnchor base={base} name={hit.article} anchor={hit.heading?.id} className={classes.hit}>
                <span className={classes.hitTitle} lang="en" dir="ltr">
                  <Marked text={hit.heading ? `${hit.title} › ${hit.heading.text}` : hit.title} query={words} />
                </span>
                <span className={classes.excerpt} lang="en" dir="ltr">
                  <Marked text={hit.excerpt} query={words} />
                </span>
                <SectionName article={hit.article} />
              </ArticleAnchor>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SectionName({ article }: { article: string }) {
  const { t } = useTranslation('help');
  const section = getSection(article);
  return section ? <span className={classes.quiet}>{t(`section.${section}`)}</span> : null;
}

function Marked({ text, query }: { text: string; query: string }) {
  let at = 0;
  return highlightParts(text, query).map((part) => {
    at += part.text.length;
    return part.match ? <mark key={at}>{part.text}</mark> : part.text;
  });
}

/** All articles by section, those for owners first. */
function Sections({ base }: { base: HelpBase }) {
  const { t } = useTranslation('help');
  const groups = [
    { key: 'owners', sections: HELP_SECTIONS.filter(({ key }) => OWNER_SECTIONS.includes(key)) },
    { key: 'others', sections: HELP_SECTIONS.filter(({ key }) => !OWNER_SECTIONS.includes(key)) },
  ];
  return groups.map((group) => (
    <div key={group.key} className={classes.sections} data-group={group.key}>
      {group.sections.map(({ key, articles }) => (
        <section key={key} className={classes.section} aria-labelledby={`help-${key}`}>
          <h2 id={`help-${key}`} className={classes.heading}>
            {t(`section.${key}`)}
          </h2>
          <ul>
            {articles.map((name) => {
              const article = findArticle(name);
              return article ? (
                <li key={name}>
                  <ArticleAnchor base={base} name={name}>
                    <span lang="en" dir="ltr">
                      {article.title}
                    </span>
                  </ArticleAnchor>
                </li>
              ) : null;
            })}
          </ul>
        </section>
      ))}
    </div>
  ));
}

/** Leads back to the list of articles. */
export function ToIndex({ base }: { base: HelpBase }) {
  const { t } = useTranslation('help');
  return (
    <Link to={base} className={classes.back}>
      <ArrowLeft size={16} className="flip" aria-hidden />
      {t('all')}
    </Link>
  );
}

/** An article with its table of contents, beside the other articles of its section. */
export function ArticleView({ article, base }: { article: HelpArticle; base: HelpBase }) {
  const { t } = useTranslation('help');
  const hash = useRouterState({ select: (state) => state.location.hash });
  const link = useDrawLink(
    useCallback(
      (name: string, anchor: string | undefined, children: ReactNode) => (
        <ArticleAnchor base={base} name={name} anchor={anchor}>
          {children}
        </ArticleAnchor>
      ),
      [base],
    ),
  );
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash))?.scrollIntoView();
    else if (article) scrollTo(0, 0);
  }, [hash, article]);
  const section = HELP_SECTIONS.find(({ key }) => key === getSection(article.name));
  const names: readonly string[] = section?.articles ?? [];
  const next = findArticle(names[names.indexOf(article.name) + 1] ?? '');
  // A changelog has a heading for every kind of change: only what a table of contents can hold is listed.
  const contents = article.headings.filter(({ depth }) => depth <= 2);
  return (
    <div className={classes.reading}>
      <div className={classes.columns}>
        <nav className={classes.siblings} aria-label={section ? t(`section.${section.key}`) : t('title')}>
          {section ? <h2 className={classes.heading}>{t(`section.${section.key}`)}</h2> : null}
          <ul>
            {names.map((name) => (
              <li key={name} data-current={name === article.name || undefined}>
                <ArticleAnchor base={base} name={name}>
                  <span lang="en" dir="ltr">
                    {findArticle(name)?.title}
                  </span>
                </ArticleAnchor>
              </li>
            ))}
          </ul>
        </nav>
        <article className={classes.article}>
          <EnglishNote />
          {contents.length > 1 ? (
            <details className={classes.foldedContents}>
              <summary>{t('contents')}</summary>
              <Contents headings={contents} />
            </details>
          ) : null}
          <ArticleText article={article} link={link} />
          {next ? (
            <p className={classes.next}>
              <span className={classes.quiet}>{t('next')}</span>
              <ArticleAnchor base={base} name={next.name}>
                <span lang="en" dir="ltr">
                  {next.title}
                </span>
                <ArrowRight size={16} className="flip" aria-hidden />
              </ArticleAnchor>
            </p>
          ) : null}
        </article>
        {contents.length > 1 ? (
          <nav className={classes.contents} aria-label={t('contents')}>
            <h2 className={classes.heading}>{t('contents')}</h2>
            <Contents headings={contents} />
          </nav>
        ) : null}
      </div>
    </div>
  );
}

function Contents({ headings }: { headings: HelpArticle['headings'] }) {
  return (
    <ul lang="en" dir="ltr">
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

/** There is no article by the name in the address. */
export function NoArticle({ base }: { base: HelpBase }) {
  const { t } = useTranslation('help');
  return (
    <EmptyState
      picture={<Search size={28} strokeWidth={1.5} aria-hidden />}
      title={t('missing')}
      text={t('missingText')}
      action={<ToIndex base={base} />}
    />
  );
}
