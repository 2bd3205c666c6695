import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import classes from './verify-banner.module.css';

/** Until somebody has settled them: suppliers have orders that the restored data does not know. */
export function UnrecordedBanner({ of }: { of: 'workspace' | 'operator' }) {
  const { t } = useTranslation('shell');
  const to = of === 'operator' ? '/app/unclaimed-orders' : '/app/orders/unrecorded';
  return (
    <div className={classes.banner} role="status">
      <FileQuestion size={16} aria-hidden />
      <span className={classes.text}>{of === 'operator' ? t('unrecorded.unclaimed') : t('unrecorded.text')}</span>
      <LinkButton to={to} variant="subtle" size="compact-sm">
        {t('unrecorded.review')}
      </LinkButton>
    </div>
  );
}
