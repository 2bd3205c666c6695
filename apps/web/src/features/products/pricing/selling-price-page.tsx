import { NativeSelect, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { SellingPriceSetting } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../../kit/confirm-money.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SaveBar } from '../../../kit/save-bar.tsx';
import { SettingCard, SettingNote, SettingPage } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { LeaveGuard } from '../editor/leave-guard.tsx';
import { MarketsCard } from '../markets/lazy-markets.tsx';
import { BatchList } from './batch-list.tsx';
import { PreviewCard } from './preview-card.tsx';
import classes from './pricing.module.css';
import { settingQuery } from './pricing-queries.ts';
import { ruleFaults } from './rule-faults.ts';
import { RuleForm } from './rule-form.tsx';

const ApplyDialog = lazyChunk(() => import('./apply-dialog.tsx'));
const PREVIEW_DELAY_MS = 350;

/** How selling prices follow from costs (route R075): for all stores, and for stores with their own rule. */
export default function SellingPricePage() {
  const { t } = useTranslation('pricing');
  const { workplaceId } = useAccount();
  const [storeId, setStoreId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(settingQuery(storeId));
  return (
    <>
      <PageHeader title={t('title')} note={t('intro')} />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={420} /> : null}
        {data ? <Editor key={`${workplaceId} ${storeId}`} latest={data} onStore={setStoreId} /> : null}
        {data ? (
          <Suspense fallback={null}>
            <MarketsCard storeId={storeId} />
          </Suspense>
        ) : null}
      </SettingPage>
    </>
  );
}

type Draft = Pick<SellingPriceSetting, 'rule' | 'for_imports' | 'suggested_first'>;

const draftOf = ({ rule, for_imports, suggested_first }: SellingPriceSetting): Draft => ({
  rule,
  for_imports,
  suggested_first,
});

function Editor({ latest, onStore }: { latest: SellingPriceSetting; onStore(id: string | null): void }) {
  const { t } = useTranslation('pricing');
  const client = useQueryClient();
  const obstacle = useMay().why('products.change');
  /** The edited version: another person's save does not replace it while there are changes. */
  const [saved, setSaved] = useState(latest);
  const [draft, setDraft] = useState(() => draftOf(latest));
  const [includeEdited, setIncludeEdited] = useState(false);
  const [applying, setApplying] = useState(0);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [shownRule] = useDebouncedValue(draft.rule, PREVIEW_DELAY_MS);
  const faults = ruleFaults(draft.rule);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(saved));
  const { store_id: storeId } = saved;
  const start = (from: SellingPriceSetting) => {
    setSaved(from);
    setDraft(draftOf(from));
  };
  if (!isDirty && latest.revision !== saved.revision) start(latest);
  // A store without an own rule has nothing to apply: the rule shown can be saved unchanged.
  const canSave = isDirty || (storeId !== null && saved.revision === 0);
  const disabled = obstacle !== undefined;

  async function save(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { store_id: storeId, revision: saved.revision, ...draft };
      const next = await api('PUT /center/products/setting/selling_price', { body });
      client.setQueryData(settingQuery(storeId).queryKey, next);
      start(next);
      await client.invalidateQueries({ queryKey: ['products'] });
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <StoreCard saved={latest} isDirty={isDirty} onStore={onStore} />
      <RuleForm
        rule={draft.rule}
        faults={faults}
        disabled={disabled}
        onChange={(rule) => setDraft((now) => ({ ...now, rule }))}
      />
      {storeId === null ? (
        <SettingCard title={t('imports.title')}>
          <Switch
            label={t('imports.on')}
            description={t('imports.note')}
            checked={draft.for_imports}
            disabled={disabled}
            onChange={(event) => {
              const for_imports = event.currentTarget.checked;
              setDraft((now) => ({ ...now, for_imports }));
            }}
          />
          <Switch
            label={t('imports.suggested')}
            checked={draft.suggested_first}
            disabled={disabled || !draft.for_imports}
            onChange={(event) => {
              const suggested_first = event.currentTarget.checked;
              setDraft((now) => ({ ...now, suggested_first }));
            }}
          />
        </SettingCard>
      ) : null}
      <PreviewCard
        ask={{ storeId, rule: shownRule, includeEdited }}
        paused={ruleFaults(shownRule).length > 0}
        onIncludeEdited={setIncludeEdited}
        actions={
          <MayButton
            needs="products.change"
            size="xs"
            disabled={canSave}
            title={canSave ? t('apply.saveFirst') : undefined}
            onClick={() => {
              setApplying((before) => before + 1);
              setOpen(true);
            }}
          >
            {t('apply.open')}
          </MayButton>
        }
      />
      <BatchList />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      {canSave && !obstacle ? (
        <SaveBar
          label={t('save.label')}
          {...(isDirty ? {} : { text: t('save.first') })}
          verb={t('save.save')}
          busy={busy}
          disabled={faults.length > 0}
          failure={failure}
          onSave={() => void save()}
          onDiscard={
            isDirty
              ? () => {
                  start(latest);
                  setFailure(undefined);
                }
              : undefined
          }
        />
      ) : null}
      <LeaveGuard isDirty={isDirty} onLeave={() => setDraft(draftOf(saved))} />
      {applying > 0 ? (
        <Suspense fallback={null}>
          <ApplyDialog key={applying} open={open} onClose={() => setOpen(false)} storeId={storeId} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The store of the rule, with the exchange rates it needs. */
function StoreCard({
  saved,
  isDirty,
  onStore,
}: {
  saved: SellingPriceSetting;
  isDirty: boolean;
  onStore(id: string | null): void;
}) {
  const { t } = useTranslation('pricing');
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const { store_id: storeId, stores, rates, rule } = saved;
  const store = stores.find((one) => one.store_id === storeId);
  const note = (): ReactNode => {
    if (!store) return t('scope.workspaceNote', { currency: rule.currency });
    return t(store.has_rule ? 'scope.ownNote' : 'scope.storeNote', { currency: rule.currency });
  };
  return (
    <SettingCard
      title={t('scope.label')}
      actions={
        store?.has_rule ? (
          <MayButton needs="products.change" size="xs" variant="default" onClick={() => setRemoving(true)}>
            {t('scope.remove')}
          </MayButton>
        ) : null
      }
    >
      <NativeSelect
        aria-label={t('scope.label')}
        className={classes.select}
        value={storeId ?? ''}
        disabled={isDirty}
        data={[
          { value: '', label: t('scope.workspace') },
          ...stores.map((one) => ({
            value: one.store_id,
            label: one.has_rule ? t('scope.own', { name: one.name }) : one.name,
          })),
        ]}
        onChange={(event) => onStore(event.currentTarget.value || null)}
      />
      <p className={classes.note}>{note()}</p>
      <Rates rates={rates} />
      <ConfirmMoney
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('scope.removeTitle', { name: store?.name ?? '' })}
        text={t('scope.removeText')}
        verb={t('scope.removeVerb')}
        danger
        onConfirm={async () => {
          if (!storeId) return;
          const body = { store_id: storeId, revision: saved.revision };
          await api('DELETE /center/products/setting/selling_price', { body });
          await client.invalidateQueries({ queryKey: ['products'] });
          setRemoving(false);
        }}
      />
    </SettingCard>
  );
}

function Rates({ rates }: { rates: SellingPriceSetting['rates'] }) {
  const { t } = useTranslation('pricing');
  const { day, number } = useFormats();
  if (rates.length === 0) return null;
  return (
    <ul className={classes.rates}>
      {rates.map(({ from, to, rate, stale }) => (
        <li key={`${from} ${to}`} data-warn={!rate || stale || undefined}>
          {rate
            ? t(stale ? 'rates.stale' : 'rates.line', {
                from,
                to,
                rate: number(Number(rate.rate), 4),
                day: day(rate.day),
              })
            : t('rates.missing', { from, to })}
        </li>
      ))}
    </ul>
  );
}
