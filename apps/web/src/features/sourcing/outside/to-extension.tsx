import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Puzzle } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const PAGE = '/app/setting/extension' as never;

/** The way to where the browser extension is installed and looked after. */
export function ToExtension({ asText, size = 'sm' }: { asText?: boolean; size?: 'xs' | 'sm' }) {
  const { t } = useTranslation('extension');
  if (asText) return <Link to={PAGE}>{t('title')}</Link>;
  return (
    <Button
      component={Link}
      to={PAGE}
      size={size}
      variant="default"
      leftSection={<Puzzle size={size === 'xs' ? 14 : 16} aria-hidden />}
    >
      {t('title')}
    </Button>
  );
}
