import { Button, NativeSelect, Switch } from '@mantine/core';
import type { MappingSettingView } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useNow } from '../../../lib/use-now.ts';
import classes from './mapping.module.css';

const QUERY_KEY = queryKeys.part('products', 'mapping-setting');
const MODES = ['off', 'propose', 'apply'] as const;
const THRESHOLDS = [100, 98, 95, 90, 80] as const;

type Setting = Pick<MappingSettingView, 'healing' | 'min_confidence' | 'hold_orders'>;

function Checked({ setting }: { setting: MappingSettingView }) {
  const { t } = useTranslation('mapping');
  const { timeAgo } = useFormats();
  const now = useNow();
  if (setting.healing === 'off') return <>{t('missing.settings.offNote')}</>;
  if (setting.checking || !setting.checked_at) return <>{t('missing.settings.checking')}</>;
  return <>{t('missing.settings.checked', { time: timeAgo(setting.checked_at, now) })}</>;
}

/** How the workspace keeps its mappings up to date; each choice is saved immediately. */
export function HealingSettings() {
  const { t } = useTranslation('mapping');
  const { percent } = useFormats();
  const { workplaceId } = useAccount();
  const why = useMay().why('products.change');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: [...QUERY_KEY, workplaceId],
    queryFn: ({ signal }) => api('GET /mapping/settings', { signal }),
  });
  if (!data) return <SkeletonBox width="100%" height={72} />;

  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
      await client.invalidateQueries({ queryKey: ['products'] });
    } catch (error) {
      toast('error', errorText(error));
    } finally {
      setBusy(false);
    }
  }
  const { healing, hold_orders, min_confidence } = data;
  const save = (part: Partial<Setting>) =>
    void run(() => api('PUT /mapping/settings', { body: { healing, hold_orders, min_confidence, ...part } }));
  const off = busy || why !== undefined;
  return (
    <section className={classes.healing} aria-label={t('missing.settings.title')}>
      <div className={classes.tools}>
        <NativeSelect
          size="xs"
          label={t('missing.settings.mode')}
          value={healing}
          disabled={off}
          onChange={(event) => {
            const mode = MODES.find((one) => one === event.currentTarget.value);
            if (mode) save({ healing: mode });
          }}
          data={MODES.map((one) => ({ value: one, label: t(`missing.settings.modes.${one}`) }))}
        />
        {healing === 'apply' ? (
          <NativeSelect
            size="xs"
            label={t('missing.settings.from')}
            value={String(min_confidence)}
            disabled={off}
            onChange={(event) => save({ min_confidence: Number(event.currentTarget.value) })}
            data={[...new Set([...THRESHOLDS, min_confidence])]
              .sort((a, b) => b - a)
              .map((one) => ({ value: String(one), label: percent(one / 100) }))}
          />
        ) : null}
        {healing === 'off' ? null : (
          <Switch
            className={classes.hold}
            label={t('missing.settings.hold')}
            checked={hold_orders}
            disabled={off}
            onChange={(event) => save({ hold_orders: event.currentTarget.checked })}
          />
        )}
        {healing === 'off' ? null : (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            disabled={off || data.checking}
            onClick={() => void run(() => api('POST /mapping/check'))}
          >
            {t('missing.settings.check')}
          </Button>
        )}
      </div>
      <p className={classes.quiet}>
        <Checked setting={data} /> {why ?? null}
      </p>
    </section>
  );
}
