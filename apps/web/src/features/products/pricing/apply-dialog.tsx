import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { defaultPriceRule } from '@quayside/contracts/pricing-choices.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { BatchResult } from './batch-result.tsx';
import { PreviewTotals } from './preview-card.tsx';
import classes from './pricing.module.css';
import { batchQuery, previewQuery, settingQuery } from './pricing-queries.ts';

/** A placeholder: the preview waits for the saved rule. */
const UNREAD = defaultPriceRule('USD');

interface Props {
  open: boolean;
  onClose(): void;
  /** The store whose rule is chosen first; null: the rule for all stores. */
  storeId?: string | null;
  /** Absent: all products. */
  productIds?: readonly string[];
}

/** Sets prices by a saved rule: a preview, then the result. */
export default function ApplyDialog({ open, onClose, storeId: first = null, productIds }: Props) {
  const { t } = useTranslation('pricing');
  const [batchId, setBatchId] = useState<string>();
  return (
    <Dialog open={open} onClose={onClose} title={t('apply.title')} width={520}>
      {batchId ? (
        <Outcome batchId={batchId} onClose={onClose} />
      ) : (
        <Choice first={first} productIds={productIds} onStarted={setBatchId} />
      )}
    </Dialog>
  );
}

function Outcome({ batchId, onClose }: { batchId: string; onClose(): void }) {
  const { t } = useTranslation('pricing');
  const { data, error, refetch } = useQuery(batchQuery(batchId));
  return (
    <div className={classes.dialog}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {data ? <BatchResult batch={data} /> : <SkeletonBox width="100%" height={48} />}
      <p className={classes.note}>
        {t('apply.undoNote')}{' '}
        <Link to="/app/setting/selling-price" onClick={onClose}>
          {t('title')}
        </Link>
      </p>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('apply.close')}</Button>
      </div>
    </div>
  );
}

interface ChoiceProps {
  first: string | null;
  productIds: readonly string[] | undefined;
  onStarted(batchId: string): void;
}

function Choice({ first, productIds, onStarted }: ChoiceProps) {
  const { t } = useTranslation('pricing');
  const client = useQueryClient();
  const [storeId, setStoreId] = useState(first);
  const [includeEdited, setIncludeEdited] = useState(false);
  const [push, setPush] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const setting = useQuery(settingQuery(storeId));
  const rule = setting.data?.rule;
  const preview = useInfiniteQuery({
    ...previewQuery({
      storeId,
      rule: rule ?? UNREAD,
      includeEdited,
      productIds,
    }),
    enabled: rule !== undefined,
  });
  const totals = preview.data?.pages[0]?.totals;
  const error = setting.error ?? preview.error;
  const withRule = setting.data?.stores.filter((store) => store.has_rule) ?? [];

  async function run(): Promise<void> {
    if (!setting.data) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const batch = await api('POST /center/products/setup-selling-price', {
        body: {
          store_id: storeId,
          revision: setting.data.revision,
          include_edited: includeEdited,
          push,
          ...(productIds ? { product_ids: [...productIds] } : {}),
        },
        quiet: true,
      });
      await client.invalidateQueries({ queryKey: ['products'] });
      onStarted(batch.batch_id);
    } catch (reason) {
      setFailure(errorText(reason));
      void client.invalidateQueries({ queryKey: settingQuery(storeId).queryKey });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.dialog}>
      <p className={classes.note}>
        {productIds ? t('apply.chosen', { count: productIds.length }) : t('apply.all')}{' '}
        <Link to="/app/setting/selling-price">{t('apply.change')}</Link>
      </p>
      {withRule.length > 0 ? (
        <NativeSelect
          label={t('scope.label')}
          value={storeId ?? ''}
          data={[
            { value: '', label: t('scope.workspace') },
            ...withRule.map((store) => ({ value: store.store_id, label: store.name })),
          ]}
          onChange={(event) => setStoreId(event.currentTarget.value || null)}
        />
      ) : null}
      {error && !totals ? <ErrorState error={error} small onRetry={() => void preview.refetch()} /> : null}
      {totals ? <PreviewTotals totals={totals} /> : error ? null : <SkeletonBox width="100%" height={72} />}
      <Checkbox
        label={t('preview.includeEdited')}
        checked={includeEdited}
        onChange={(event) => setIncludeEdited(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('apply.push')}
        description={t('apply.pushNote')}
        checked={push}
        onChange={(event) => setPush(event.currentTarget.checked)}
      />
      <Failure text={failure} />
      {totals?.changing === 0 ? <p className={classes.note}>{t('apply.none')}</p> : null}
      <div className={classes.buttons}>
        <MayButton
          needs={push ? 'products.push' : 'products.change'}
          loading={busy}
          disabled={!totals || totals.changing === 0 || preview.isPlaceholderData}
          onClick={() => void run()}
        >
          {t('apply.verb', { count: totals?.changing ?? 0 })}
        </MayButton>
      </div>
    </div>
  );
}
