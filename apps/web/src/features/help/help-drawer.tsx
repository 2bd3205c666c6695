import { ExternalLink } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../kit/drawer.tsx';
import { useDrawLink } from './article-links.tsx';
import { ArticleText } from './article-text.tsx';
import { findArticle } from './articles.ts';
import classes from './help.module.css';
import { EnglishNote } from './help-center.tsx';

/** An article beside the screen that it is about. Links to other articles open in the same drawer. */
export default function HelpDrawer({ article: first, onClose }: { article: string; onClose(): void }) {
  const { t } = useTranslation('help');
  const [name, setName] = useState(first);
  const article = findArticle(name);
  const link = useDrawLink(
    useCallback(
      (to: string, _anchor: string | undefined, children: ReactNode) => (
        <button type="button" className={classes.inline} onClick={() => setName(to)}>
          {children}
        </button>
      ),
      [],
    ),
  );
  if (!article) return null;
  return (
    <Drawer open onClose={onClose} title={<span lang="en">{article.title}</span>} width={520}>
      <div className={classes.drawer}>
        <EnglishNote />
        <ArticleText article={article} link={link} />
        <p className={classes.next}>
          <a href={`/help/${article.name}`} target="_blank" rel="noreferrer">
            {t('open')}
            <ExternalLink size={14} aria-hidden />
          </a>
        </p>
      </div>
    </Drawer>
  );
}
