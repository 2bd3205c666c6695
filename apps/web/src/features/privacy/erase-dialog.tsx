import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { api } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './privacy.module.css';
import type { Shopper, Wanted } from './shopper.ts';

interface Props {
  wanted: Wanted;
  shopper: Shopper;
  onClose(): void;
  onErased(): void;
}

/** Says exactly what is lost and what stays before a shopper's personal data is erased. */
export function EraseDialog({ wanted, shopper, onClose, onErased }: Props) {
  const { t } = useTranslation('privacy');
  const { list, number } = useFormats();
  const client = useQueryClient();
  const waits = shopper.under_way > 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('erase.title')}
      text={
        <span className={classes.dialog}>
          <span>{t('erase.lost', { n: number(shopper.total) })}</span>
          <span>{t('erase.kept')}</span>
          {waits ? <span>{t('erase.waits', { n: number(shopper.under_way) })}</span> : null}
          {shopper.suppliers.length > 0 ? <span>{t('suppliers', { names: list(shopper.suppliers) })}</span> : null}
        </span>
      }
      undo={t('erase.undo')}
      verb={t(waits ? 'erase.later' : 'erase.now')}
      danger
      onConfirm={async () => {
        await api('POST /privacy/shoppers/erase', {
          body: { ...wanted, when: waits ? 'completed' : 'now' },
          quiet: true,
        });
        await client.invalidateQueries({ queryKey: ['privacy'] });
        onErased();
      }}
    />
  );
}
