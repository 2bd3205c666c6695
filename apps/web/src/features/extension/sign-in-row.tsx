import { Button } from '@mantine/core';
import type { MarketplaceSignIn, RegionLists } from '@quayside/contracts/extension-messages.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SettingRow } from '../../kit/setting-card.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { connectorName } from '../../lib/connectors.ts';
import { NOT_INSTALLED } from '../../lib/outside/extension.ts';
import { askInstalled } from '../../lib/outside/extension-ask.ts';
import { SIGN_IN_CHECKS } from '../../lib/outside/sign-in-checks.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './extension.module.css';
import { useProblemWords } from './problem-words.ts';
import { RegionPicker } from './region-picker.tsx';
import { GLOBAL, getHost } from './regions.ts';

const TONES: Record<MarketplaceSignIn, Tone> = { signed_in: 'done', signed_out: 'waiting', unknown: 'closed' };

interface Props {
  list: RegionLists[number];
  onChoose(region: string): Promise<void>;
}

/** One marketplace: asked by itself, so that a slow one holds up no other; again when the tab comes back to the front. */
export function SignInRow({ list, onChoose }: Props) {
  const { t } = useTranslation('extension');
  const { country } = useFormats();
  const words = useProblemWords();
  const { marketplace, chosen, regions } = list;
  const name = connectorName(marketplace);
  const host = getHost(regions, chosen);
  const { data } = useQuery({
    queryKey: queryKeys.part('extension', 'sign-in', { marketplace, chosen }),
    queryFn: () => askInstalled(SIGN_IN_CHECKS[marketplace], { region: chosen }),
    staleTime: 0,
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
  });
  const told = data !== undefined && data !== NOT_INSTALLED && data.ok ? data.data : undefined;
  const refusal = data !== undefined && (data === NOT_INSTALLED || !data.ok) ? data : undefined;
  const regionName = (code: string): string => (code === GLOBAL ? t('signIns.global') : country(code));
  return (
    <SettingRow name={name} note={host ? <bdi>{host}</bdi> : regionName(chosen)}>
      <div className={classes.told} role="status" aria-busy={data === undefined || undefined}>
        {data === undefined ? <SkeletonLine width={96} height={14} /> : null}
        {told ? <StatusBadge tone={TONES[told.state]} label={t(`signIns.state.${told.state}`)} /> : null}
        {refusal ? <span className={classes.quiet}>{words(refusal)}</span> : null}
      </div>
      <div className={classes.region}>
        {regions.length > 1 ? (
          <RegionPicker
            label={t('signIns.region', { name })}
            regions={regions}
            value={chosen}
            nameOf={regionName}
            onChange={onChoose}
          />
        ) : (
          <span className={classes.quiet}>{regionName(chosen)}</span>
        )}
      </div>
      <div className={classes.way}>
        {told && told.state !== 'signed_in' ? (
          <Button
            component="a"
            href={told.sign_in}
            target="_blank"
            rel="noreferrer"
            variant="default"
            rightSection={<ExternalLink size={14} aria-hidden />}
            aria-label={t('signIns.signInAt', { name })}
          >
            {t('signIns.signIn')}
          </Button>
        ) : null}
      </div>
    </SettingRow>
  );
}
