import { ActionIcon } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChartColumn, MessageSquareText, MoreHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../kit/menu.tsx';

/** Further pages of the order area, which need no tab. */
export function SectionMenu() {
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
