import { ActionIcon } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChartColumn, ClipboardPaste, MessageSquareText, MoreHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../kit/menu.tsx';
import { useMay } from '../../lib/use-may.ts';
import { useTask } from './use-task.ts';

/** Further pages of the order area, which need no tab; on a page with tasks, also those for all orders. */
export default function SectionMenu({ hasTasks }: { hasTasks: boolean }) {
  const begin = useTask();
  const { may } = useMay();
  const { t } = useTranslation('orders');
  const navigate = useNavigate();
  return (
    <Menu
      label={t('sections.more')}
      align="end"
      trigger={(props) => (
        <ActionIcon aria-label={t('sections.more')} data-hint={t('sections.more')} {...props}>
          <MoreHorizontal size={18} aria-hidden />
        </ActionIcon>
      )}
      items={[
        ...(hasTasks && may('orders.change')
          ? [{ key: 'paste', label: t('paste.title'), icon: ClipboardPaste, run: () => begin({ kind: 'paste' }) }]
          : []),
        {
          key: 'analyses',
          label: t('sections.analyses'),
          icon: ChartColumn,
          run: () => void navigate({ to: '/app/orders/analyses' }),
        },
        {
          key: 'feedback',
          label: t('sections.feedback'),
          icon: MessageSquareText,
          run: () => void navigate({ to: '/app/orders/feedback' }),
        },
      ]}
    />
  );
}
