import { ActionIcon } from '@mantine/core';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMobile } from '../../lib/use-media.ts';
import MoreSheet, { type MorePage } from './more-sheet.tsx';

/**
 * What is behind the tab More, at the head of Home, where a phone app hides billing and with it that tab (rule B032): nothing
 * of billing or settings is in it then, but the way back, the notifications and the sign-out are.
 */
export default function MoreButton() {
  const { t } = useTranslation('shell');
  const mobile = useIsMobile();
  const [page, setPage] = useState<MorePage>();
  if (!mobile) return null;
  return (
    <>
      <ActionIcon aria-label={t('tabs.more')} aria-haspopup="dialog" onClick={() => setPage('main')}>
        <Menu size={20} aria-hidden />
      </ActionIcon>
      <MoreSheet page={page} onPage={setPage} />
    </>
  );
}
