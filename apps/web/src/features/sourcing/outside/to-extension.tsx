import { Puzzle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';

/** The way to where the browser extension is installed and looked after. */
export function ToExtension() {
  const { t } = useTranslation('extension');
  return (
    <LinkButton to="/app/setting/extension" size="xs" variant="default" leftSection={<Puzzle size={14} aria-hidden />}>
      {t('title')}
    </LinkButton>
  );
}
