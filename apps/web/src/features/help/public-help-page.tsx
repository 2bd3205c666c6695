import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { helpPage } from '../../lib/outside/help-links.ts';
import { useMeta } from '../auth/index.ts';
import { PublicFrame } from '../public/index.ts';
import { findArticle } from './articles.ts';
import classes from './help.module.css';
import { ArticleView, HelpIndex, NoArticle, ToIndex } from './help-center.tsx';

/** The help center for anyone. Where the operator set another help center, this address leads there. */
export default function PublicHelpPage() {
  const { t } = useTranslation('help');
  const { article: name } = useParams({ strict: false });
  const elsewhere = helpPage(useMeta()?.links.help, name);
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere);
  }, [elsewhere]);
  const article = name === undefined ? undefined : findArticle(name);
  return (
    <PublicFrame title={article?.title ?? t('title')}>
      <div className={classes.public}>
        {article ? (
          <>
            <ToIndex base="/help" />
            <h1 className={classes.title} lang="en" dir="ltr">
              {article.title}
            </h1>
            <ArticleView article={article} base="/help" />
          </>
        ) : (
          <>
            <h1 className={classes.title}>{t('title')}</h1>
            {name === undefined ? <HelpIndex base="/help" /> : <NoArticle base="/help" />}
          </>
        )}
      </div>
    </PublicFrame>
  );
}
