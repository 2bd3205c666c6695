import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { helpPage } from '../../lib/outside/help-links.ts';
import { useAccount } from '../../lib/use-account.ts';
import { findArticle } from './articles.ts';
import { ArticleView, HelpIndex, NoArticle } from './help-center.tsx';

/** The help center inside the app. Where the operator set another help center, this address leads there. */
export default function HelpPage() {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  const { account } = useAccount();
  const { article: name } = useParams({ strict: false });
  const elsewhere = helpPage(account?.links.help, name);
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere);
  }, [elsewhere]);
  if (elsewhere) return <p className="visually-hidden">{t('leading')}</p>;
  const article = name === undefined ? undefined : findArticle(name);
  if (article)
    return (
      <>
        <PageHeader
          title={<span lang="en">{article.title}</span>}
          pageTitle={article.title}
          onBack={() => void navigate({ to: '/app/help' })}
        />
        <ArticleView article={article} base="/app/help" />
      </>
    );
  return (
    <>
      <PageHeader title={t('title')} />
      {name === undefined ? <HelpIndex base="/app/help" /> : <NoArticle base="/app/help" />}
    </>
  );
}
