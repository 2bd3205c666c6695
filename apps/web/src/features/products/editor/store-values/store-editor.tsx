import { Button } from '@mantine/core';
import type { ProductDetail } from '@quayside/contracts';
import { CircleAlert, GitMerge } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../../kit/may-button.tsx';
import classes from '../editor.module.css';
import { LeaveGuard } from '../leave-guard.tsx';
import { StoreFieldInputs } from './store-fields.tsx';
import { useStoreValues } from './use-store-values.ts';
import { hasOwn, NO_OWN, type StoreEntry } from './values.ts';

interface Props {
  product: ProductDetail;
  entry: StoreEntry;
  onDirty(isDirty: boolean): void;
}

/** What a product has in one store only. */
export function StoreEditor({ product, entry, onDirty }: Props) {
  const { t } = useTranslation(['storeValues', 'products']);
  const { draft, both, isDirty, saving, failure, set, discard, save, forget } = useStoreValues(product.id, entry);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const canSave = isDirty && draft.title?.trim() !== '';
  return (
    <>
      {failure || both.length > 0 ? (
        <div className={classes.notices}>
          {failure ? (
            <div className={classes.notice} data-tone="broken" role="alert">
              <CircleAlert size={18} aria-hidden />
              <p>
                <strong>{t('products:editor.notSaved')}</strong> {failure}
              </p>
            </div>
          ) : null}
          {both.length > 0 ? (
            <div className={classes.notice} data-tone="moving" role="status">
              <GitMerge size={18} aria-hidden />
              <p>{t('merged')}</p>
            </div>
          ) : null}
        </div>
      ) : null}
      <div className={classes.storeBar}>
        <p className={classes.quiet}>{t('intro', { name: entry.store_name })}</p>
        {hasOwn(draft) ? (
          <Button variant="subtle" disabled={saving} onClick={() => set(NO_OWN)}>
            {t('resetAll')}
          </Button>
        ) : null}
        {isDirty ? (
          <Button variant="subtle" disabled={saving} onClick={discard}>
            {t('products:editor.discard')}
          </Button>
        ) : null}
        <MayButton
          needs="products.change"
          variant={isDirty ? 'filled' : 'default'}
          disabled={!canSave}
          loading={saving}
          onClick={() => void save()}
        >
          {t(isDirty ? 'products:editor.save' : 'products:editor.saved')}
        </MayButton>
      </div>
      <StoreFieldInputs product={product} draft={draft} set={set} />
      <LeaveGuard isDirty={isDirty} onLeave={forget} />
    </>
  );
}
