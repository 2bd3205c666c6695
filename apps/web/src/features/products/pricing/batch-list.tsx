import type { PriceBatchView } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../../kit/confirm-money.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { SettingCard, SettingNote } from '../../../kit/setting-card.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { BatchResult } from './batch-result.tsx';
import classes from './pricing.module.css';
import { batchesQuery, batchQuery } from './pricing-queries.ts';

/** The variants that a price change left as they were. */
function LeftVariants({ batchId }: { batchId: string }) {
  const { t } = useTranslation('pricing');
  const { data } = useQuery(batchQuery(batchId));
  if (!data || data.left.length === 0) return null;
  return (
    <details className={classes.left}>
      <summary>{t('history.left')}</summary>
      <ul>
        {data.left.map((one) => (
          <li key={one.variant_id}>
            <bdi>{one.title}</bdi> <code dir="ltr">{one.sku}</code> <span>{t(`history.${one.state}Note`)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Asks before a price change is undone. */
export function UndoDialog({ batch, onClose }: { batch: PriceBatchView | undefined; onClose(): void }) {
  const { t } = useTranslation('pricing');
  const client = useQueryClient();
  return (
    <ConfirmMoney
      open={batch !== undefined}
      onClose={onClose}
      title={t('history.undoTitle')}
      text={t(batch?.push ? 'history.undoPushText' : 'history.undoText')}
      verb={t('history.undoVerb')}
      onConfirm={async () => {
        if (!batch) return;
        await api('POST /center/products/price-batches/{batch_id}/undo', {
          params: { batch_id: batch.batch_id },
          body: {},
        });
        await client.invalidateQueries({ queryKey: ['products'] });
        onClose();
      }}
    />
  );
}

/** The latest price changes by rule, each with its undo. */
export function BatchList() {
  const { t } = useTranslation('pricing');
  const { dateTime } = useFormats();
  const { data } = useQuery(batchesQuery);
  const [undoing, setUndoing] = useState<PriceBatchView>();
  const isAnyRunning = data?.items.some((one) => one.state === 'applying' || one.state === 'undoing') ?? false;
  return (
    <SettingCard title={t('history.title')}>
      {data?.items.length === 0 ? <SettingNote>{t('history.empty')}</SettingNote> : null}
      <ul className={classes.history}>
        {data?.items.map((batch) => (
          <li key={batch.batch_id} className={classes.change}>
            <div className={classes.names}>
              <span>
                <bdi>{batch.store_name ?? t('scope.workspace')}</bdi>
              </span>
              <span className={classes.note}>
                {t('history.by', { name: batch.requested_by, time: dateTime(batch.created_at) })}
              </span>
            </div>
            <BatchResult batch={batch} />
            {batch.state === 'applied' ? (
              <MayButton
                needs="products.change"
                size="xs"
                variant="default"
                leftSection={<Undo2 size={14} className="flip" aria-hidden />}
                disabled={isAnyRunning}
                onClick={() => setUndoing(batch)}
              >
                {t('history.undo')}
              </MayButton>
            ) : null}
            {batch.skipped + batch.kept > 0 ? <LeftVariants batchId={batch.batch_id} /> : null}
          </li>
        ))}
      </ul>
      <UndoDialog batch={undoing} onClose={() => setUndoing(undefined)} />
    </SettingCard>
  );
}
