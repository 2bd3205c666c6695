import type { Marketplace } from '@quayside/contracts/extension-messages.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { SettingCard, SettingList } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { NOT_INSTALLED } from '../../lib/outside/extension.ts';
import { askInstalled } from '../../lib/outside/extension-ask.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useProblemWords } from './problem-words.ts';
import { SignInRow } from './sign-in-row.tsx';

const LISTS = queryKeys.part('extension', 'regions');

/** At which marketplaces this browser is signed in, and at which of their sites it looks. */
export function SignInsCard() {
  const { t } = useTranslation('extension');
  const words = useProblemWords();
  const client = useQueryClient();
  const [refused, setRefused] = useState<string>();
  const { data } = useQuery({
    queryKey: LISTS,
    queryFn: () => askInstalled('REGION_LISTS', {}),
    staleTime: 0,
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
  });

  async function choose(marketplace: Marketplace, region: string): Promise<void> {
    setRefused(undefined);
    // A list that is on its way says what was chosen before.
    await client.cancelQueries({ queryKey: LISTS });
    const answer = await askInstalled('REGION_LISTS', { choose: { marketplace, region } });
    if (answer !== NOT_INSTALLED && answer.ok) client.setQueryData(LISTS, answer);
    else setRefused(words(answer));
  }

  const lists = data !== undefined && data !== NOT_INSTALLED && data.ok ? data.data.marketplaces : undefined;
  const refusal = data !== undefined && (data === NOT_INSTALLED || !data.ok) ? data : undefined;
  return (
    <SettingCard title={t('signIns.title')} note={t('signIns.note')}>
      {data === undefined ? (
        <div aria-busy="true">
          <SkeletonBox width="100%" height={232} />
        </div>
      ) : null}
      <Failure text={refusal ? words(refusal) : refused} />
      {lists ? (
        <SettingList>
          {lists.map((list) => (
            <SignInRow key={list.marketplace} list={list} onChoose={(region) => choose(list.marketplace, region)} />
          ))}
        </SettingList>
      ) : null}
    </SettingCard>
  );
}
