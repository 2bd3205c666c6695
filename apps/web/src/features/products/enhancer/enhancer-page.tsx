import { Button, NativeSelect } from '@mantine/core';
import {
  type ContentStyle,
  type ContentTone,
  ENHANCEMENT_KINDS,
  type EnhancementKind,
  MOST_ENHANCED,
} from '@quayside/contracts/enhancer-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { isInDemoMode } from '../../../lib/account.ts';
import { api } from '../../../lib/api.ts';
import { demoPrompt } from '../../../lib/demo-prompt.ts';
import { useAccount } from '../../../lib/use-account.ts';
import type { Chosen } from '../use-enhance.ts';
import classes from './enhancer.module.css';
import { writerQuery, writingQuery } from './enhancer-queries.ts';
import { isReady } from './open-fields.ts';
import { ProductChoice } from './product-choice.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { type Enhancer, useEnhancer } from './use-enhancer.ts';
import { useManners } from './use-manners.ts';
import { WriterNote } from './writer-note.tsx';

/**
 * The AI enhancer, explained where it is used: who writes, for which products, what is proposed, and what became of it. "Done"
 * puts the onboarding key AI_ENHANCER away (rule B171); the screen goes on working after that, without its introduction.
 */
export default function EnhancerPage() {
  const { t } = useTranslation('products');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { account } = useAccount();
  const { data: writer, error, refetch } = useQuery(writerQuery);
  const enhancer = useEnhancer();
  const [leaving, setLeaving] = useState(false);
  const isNew = account?.remaining_meta_keys.AI_ENHANCER === true;

  async function done(): Promise<void> {
    setLeaving(true);
    try {
      if (isNew) {
        await api('POST /auth/account/update-meta', { body: { meta_key: 'AI_ENHANCER' } });
        await client.invalidateQueries({ queryKey: ['stores', 'part', 'account'] });
      }
      await navigate({ to: '/app/products-import' });
    } catch {
      // The call has told what went wrong.
      setLeaving(false);
    }
  }

  return (
    <>
      <PageHeader
        title={t('enhance.title')}
        actions={
          <Button variant="default" loading={leaving} onClick={() => void done()}>
            {t('enhance.done')}
          </Button>
        }
      />
      <div className={classes.page}>
        {isNew ? <p className={classes.intro}>{t('enhance.intro')}</p> : null}
        {error && !writer ? <ErrorState small error={error} onRetry={() => void refetch()} /> : null}
        {writer ? (
          <WriterNote writer={writer}>
            <Link to="/app/setting/integration/ai-writing">{t('writing.settings')}</Link>
          </WriterNote>
        ) : (
          <SkeletonBox width="100%" height={56} />
        )}
        <Choose enhancer={enhancer} hasManner={writer?.kind === 'ai'} />
        <Proposals enhancer={enhancer} />
      </div>
    </>
  );
}

function Choose({ enhancer, hasManner }: { enhancer: Enhancer; hasManner: boolean }) {
  const { t } = useTranslation('products');
  const { account, workplaceId } = useAccount();
  const brought = useLocation({
    select: ({ state }) => state.enhance,
  });
  const [chosen, setChosen] = useState<readonly Chosen[]>(brought ?? []);
  const { data: set } = useQuery(writingQuery);
  const { styles, tones } = useManners();
  const [kind, setKind] = useState<EnhancementKind>('content');
  const [askedStyle, setStyle] = useState<ContentStyle | ''>();
  const [askedTone, setTone] = useState<ContentTone | ''>();
  // What the workspace has set, until another one is chosen here.
  const style = askedStyle ?? set?.style ?? '';
  const tone = askedTone ?? set?.tone ?? '';

  async function begin(): Promise<void> {
    if (isInDemoMode(account, workplaceId)) {
      demoPrompt.ask();
      return;
    }
    const ids = chosen.map((one) => one.id);
    for (let at = 0; at < ids.length; at += MOST_ENHANCED) {
      const manner = { ...(style ? { style } : {}), ...(tone ? { tone } : {}) };
      if (!(await enhancer.begin(kind, { product_ids: ids.slice(at, at + MOST_ENHANCED), ...manner }))) return;
    }
    setChosen([]);
  }

  return (
    <section className={classes.part} aria-label={t('enhance.choose')}>
      <h2 className={classes.partTitle}>{t('enhance.choose')}</h2>
      <ProductChoice chosen={chosen} onChange={setChosen} />
      <Segmented<EnhancementKind>
        label={t('enhance.kind')}
        value={kind}
        choices={ENHANCEMENT_KINDS.map((value) => ({ value, label: t(`enhance.kinds.${value}`) }))}
        onChange={setKind}
      />
      <div className={classes.begin}>
        {hasManner ? (
          <>
            <NativeSelect
              label={t('enhance.style')}
              value={style}
              onChange={(event) => setStyle(event.currentTarget.value as ContentStyle | '')}
              data={styles}
            />
            <NativeSelect
              label={t('enhance.tone')}
              value={tone}
              onChange={(event) => setTone(event.currentTarget.value as ContentTone | '')}
              data={tones}
            />
          </>
        ) : null}
        {chosen.length > 0 ? (
          <MayButton
            needs="products.change"
            loading={enhancer.busy === 'begin'}
            leftSection={<PenLine size={16} aria-hidden />}
            onClick={() => void begin()}
          >
            {t('enhance.verb', { count: chosen.length })}
          </MayButton>
        ) : null}
      </div>
    </section>
  );
}

function Proposals({ enhancer }: { enhancer: Enhancer }) {
  const { t } = useTranslation('products');
  const { rows } = enhancer;
  const ready = rows.filter(isReady).length;
  return (
    <section className={classes.part} aria-label={t('enhance.proposals')}>
      <div className={classes.partHead}>
        <h2 className={classes.partTitle}>{t('enhance.proposals')}</h2>
        {ready > 1 ? (
          <MayButton
            needs="products.change"
            size="xs"
            loading={enhancer.busy === 'all'}
            disabled={enhancer.busy !== undefined}
            onClick={() => void enhancer.acceptAll()}
          >
            {t('enhance.every', { count: ready })}
          </MayButton>
        ) : null}
      </div>
      {enhancer.error && rows.length === 0 ? (
        <ErrorState small error={enhancer.error} onRetry={enhancer.retry} />
      ) : enhancer.isLoading ? (
        <SkeletonBox width="100%" height={160} />
      ) : rows.length === 0 ? (
        <EmptyState
          small
          picture={<PenLine size={28} strokeWidth={1.5} aria-hidden />}
          title={t('enhance.none')}
          text={t('enhance.noneText')}
        />
      ) : (
        <div className={classes.cards}>
          {rows.map((row) => (
            <ProposalCard key={row.enhancement_id} one={row} enhancer={enhancer} />
          ))}
        </div>
      )}
      {enhancer.hasMore ? (
        <Button variant="default" loading={enhancer.isLoadingMore} onClick={enhancer.loadMore}>
          {t('enhance.more')}
        </Button>
      ) : null}
    </section>
  );
}
