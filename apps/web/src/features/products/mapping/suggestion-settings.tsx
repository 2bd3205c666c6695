import { Button, NativeSelect } from '@mantine/core';
import type { SuggestionSetting } from '@quayside/contracts';
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

const THRESHOLDS = [100, 98, 95, 90, 80] as const;
const NEVER = 'never';
const LOOK_MS = 2_000;

function Checked({ setting }: { setting: SuggestionSetting }) {
  const { t } = useTranslation('mapping');
  const { timeAgo } = useFormats();
  const now = useNow();
  if (setting.checking) return <>{t('unsold.settings.checking')}</>;
  if (!setting.checked_at) return <>{t('unsold.settings.none')}</>;
  return <>{t('unsold.settings.checked', { time: timeAgo(setting.checked_at, now) })}</>;
}

/** From which confidence on recommendations are mapped without asking; a choice is saved immediately. */
export function SuggestionSettings() {
  const { t } = useTranslation('mapping');
  const { percent } = useFormats();
  const { workplaceId } = useAccount();
  const why = useMay().why('products.change');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: queryKeys.part('products', 'suggestion-setting', { workplaceId }),
    queryFn: ({ signal }) => api('GET /mapping/suggestions/setting', { signal }),
    refetchInterval: (query) => (query.state.data?.checking ? LOOK_MS : false),
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
  const off = busy || why !== undefined;
  const from = data.map_from;
  const thresholds = [...new Set([...THRESHOLDS, ...(from === null ? [] : [from])])].sort((a, b) => b - a);
  return (
    <div className={classes.healing}>
      <div className={classes.tools}>
        <NativeSelect
          size="xs"
          label={t('unsold.settings.label')}
          value={from === null ? NEVER : String(from)}
          disabled={off}
          onChange={(event) => {
            const { value } = event.currentTarget;
            void run(() =>
              api('PUT /mapping/suggestions/setting', { body: { map_from: value === NEVER ? null : Number(value) } }),
            );
          }}
          data={[
            { value: NEVER, label: t('unsold.settings.never') },
            ...thresholds.map((one) => ({
              value: String(one),
              label: t('unsold.settings.from', { percent: percent(one / 100) }),
            })),
          ]}
        />
        <Button
          size="xs"
          variant="default"
          loading={busy}
          disabled={off || data.checking}
          onClick={() => void run(() => api('POST /mapping/suggestions/check'))}
        >
          {t('unsold.settings.check')}
        </Button>
      </div>
      <p className={classes.quiet}>
        <Checked setting={data} /> {why ?? null}
      </p>
    </div>
  );
}
