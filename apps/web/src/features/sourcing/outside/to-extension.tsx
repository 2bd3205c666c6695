import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Puzzle } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The way to where the browser extension is installed and looked after. */
export function ToExtension() {
  const { t } = useTranslation('extension');
  return (
    <Button
      component={Link}
      to={'/app/setting/extension' as '/app'}
      size="xs"
      variant="default"
      leftSection={<Puzzle size={14} aria-hidden />}
    >
      {t('title')}
    </Button>
  );
}
