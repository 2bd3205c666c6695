import { NumberInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SettingCard, SettingNote } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './privacy.module.css';

const MOST = 120;

/** After how many months the personal data of ended orders is erased; its effect is shown before it is switched on. */
export function RetentionCard() {
  const { t } = useTranslation('privacy');
  const { number } = useFormats();
  const client = useQueryClient();
  const [typed, setTyped] = useState<number | null>();
  const [asking, setAsking] = useState(false);
  const months = typeof typed === 'number' ? typed : undefined;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('privacy', 'retention', { months }),
    queryFn: ({ signal }) => api('GET /privacy/retention', { query: months ? { months } : {}, signal }),
    placeholderData: (before) => before,
  });
  const shown = typed === undefined ? (data?.months ?? null) : typed;
  const preview = data?.preview?.months === shown ? data?.preview : undefined;
  async function save(): Promise<void> {
    await api('PUT /privacy/retention', { body: { months: shown } });
    setTyped(undefined);
    await client.invalidateQueries({ queryKey: ['privacy'] });
  }
  const counted = preview ? `${number(preview.orders)}${preview.is_more ? '+' : ''}` : undefined;
  return (
    <SettingCard title={t('retention.title')} note={t('retention.note')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={64} /> : null}
      {data ? (
        <div className={classes.form}>
          <NumberInput
            label={t('retention.months')}
            value={shown ?? ''}
            min={1}
            max={MOST}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            onChange={(value) => setTyped(value === '' ? null : Number(value))}
          />
          <MayButton
            needs="privacy.change"
            variant="default"
            disabled={typed === undefined || shown === data.months}
            onClick={() => (shown === null ? void save().catch(() => undefined) : setAsking(true))}
          >
            {t('retention.save')}
          </MayButton>
        </div>
      ) : null}
      {counted === undefined ? null : <SettingNote>{t('retention.concerns', { n: counted })}</SettingNote>}
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('retention.ask', { n: number(shown ?? 0) })}
          text={t('erase.kept')}
          {...(counted === undefined ? {} : { lines: [{ label: t('place.orders'), value: counted }] })}
          undo={t('erase.undo')}
          verb={t('retention.start')}
          danger
          onConfirm={save}
        />
      ) : null}
    </SettingCard>
  );
}
