import { Button } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The way to a page elsewhere, in a tab of its own. */
export function OpenPage({ address, small }: { address: string; small?: boolean }) {
  const { t } = useTranslation('saved');
  return (
    <Button
      component="a"
      href={address}
      target="_blank"
      rel="noreferrer"
      {...(small ? { size: 'xs' } : {})}
      variant="subtle"
      leftSection={<ExternalLink size={small ? 14 : 16} className="flip" aria-hidden />}
    >
      {t('open')}
    </Button>
  );
}
