import { ActionIcon } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/index.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useAccount } from '../../lib/use-account.ts';
import { articleForScreen } from './screen-articles.ts';

const HelpDrawer = lazyChunk(async () => {
  const [part] = await Promise.all([import('./help-drawer.tsx'), loadTexts(['help'])]);
  return part;
});

/** Help for the screen in sight: its article beside it, or the help center that the operator set. */
export default function HelpButton() {
  const { t } = useTranslation('shell');
  const path = useLocation({ select: (location) => location.pathname });
  const help = useAccount().account?.links.help;
  const [article, setArticle] = useState<string>();
  const named = { 'aria-label': t('pageHelp'), 'data-hint': t('pageHelp') };
  if (help)
    return (
      <ActionIcon component="a" href={help} target="_blank" rel="noreferrer" {...named}>
        <CircleHelp size={18} aria-hidden />
      </ActionIcon>
    );
  return (
    <>
      <ActionIcon {...named} onClick={() => setArticle(articleForScreen(path))}>
        <CircleHelp size={18} aria-hidden />
      </ActionIcon>
      {article ? (
        <Suspense fallback={null}>
          <HelpDrawer article={article} onClose={() => setArticle(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
