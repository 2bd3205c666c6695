import { NativeSelect, Switch } from '@mantine/core';
import type { ProductSettings } from '@quayside/contracts';
import { CREDIT_COSTS } from '@quayside/contracts/quota.ts';
import { resultingProducts, type SplitOptions } from '@quayside/contracts/split.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SaveBar } from '../../../kit/save-bar.tsx';
import { SectionTabs } from '../../../kit/section-tabs.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import {
  SettingCard,
  SettingList,
  SettingNote,
  SettingPage,
  SettingRow,
  SettingTag,
} from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { getConnectors } from '../../../lib/connectors.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useMay } from '../../../lib/use-may.ts';
import { CategoriesCard } from '../collections/lazy-collections.tsx';
import { LeaveGuard } from '../editor/leave-guard.tsx';
import { writerQuery } from '../enhancer/enhancer-queries.ts';
import { aiImagesQuery, imageEnhancerQuery } from '../images/image-queries.ts';
import { PlatformMark } from '../mark.tsx';
import { SplitFields } from '../push/split-fields.tsx';
import { StockLocationsCard } from '../stock/lazy-stock.tsx';
import classes from './product-settings.module.css';
import { automationQuery, productSettingsQuery } from './product-settings-queries.ts';
import { type Draft, differs, draftOf, toRequest, withOption } from './settings-draft.ts';

/** Numbers of variants whose split is shown as an example. */
const EXAMPLES = [120, 250, 600] as const;

/** Defaults for pushing products (route R068). */
export default function ProductSettingsPage() {
  const { t } = useTranslation(['productSettings', 'products']);
  const { workplaceId } = useAccount();
  const { data, error, refetch } = useQuery(productSettingsQuery);
  const sections = [
    { id: 'split', label: t('products:split.title') },
    { id: 'listing', label: t('listing.title') },
    { id: 'channels', label: t('channels.title') },
    { id: 'automation', label: t('automation.title') },
  ];
  return (
    <>
      <PageHeader title={t('title')} note={t('intro')}>
        <SectionTabs label={t('parts')} sections={sections} />
      </PageHeader>
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={420} /> : null}
        {data ? <Editor key={workplaceId} latest={data} /> : null}
      </SettingPage>
    </>
  );
}

function Editor({ latest }: { latest: ProductSettings }) {
  const { t } = useTranslation(['productSettings', 'products']);
  const client = useQueryClient();
  const obstacle = useMay().why('workspace.change');
  const installed = getConnectors('channel').map((one) => one.id);
  /** The edited version: another person's save does not replace it while there are changes. */
  const [saved, setSaved] = useState(latest);
  const [draft, setDraft] = useState(() => draftOf(latest, installed));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isDirty = differs(draft, draftOf(saved, installed));
  const disabled = obstacle !== undefined;
  const start = (from: ProductSettings) => {
    setSaved(from);
    setDraft(draftOf(from, installed));
  };
  if (!isDirty && latest !== saved) start(latest);
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));

  async function save(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const next = await api('PUT /center/products/setting/update', { body: toRequest(draft, saved) });
      client.setQueryData(productSettingsQuery.queryKey, next);
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
      <SplitCard
        split={draft.auto_split_variant_options}
        disabled={disabled}
        onChange={(auto_split_variant_options) => change({ auto_split_variant_options })}
      />
      <ListingCard draft={draft} disabled={disabled} onChange={change} />
      <ChannelsCard draft={draft} installed={installed} disabled={disabled} onChange={setDraft} />
      <AutomationCard draft={draft} disabled={disabled} onChange={change} />
      <Suspense fallback={null}>
        <StockLocationsCard />
        <CategoriesCard />
      </Suspense>
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      {isDirty && !obstacle ? (
        <SaveBar
          label={t('save.label')}
          verb={t('save.save')}
          busy={busy}
          failure={failure}
          onSave={() => void save()}
          onDiscard={() => {
            start(latest);
            setFailure(undefined);
          }}
        />
      ) : null}
      <LeaveGuard isDirty={isDirty} onLeave={() => start(latest)} />
    </>
  );
}

function SplitCard(props: { split: SplitOptions; disabled: boolean; onChange(split: SplitOptions): void }) {
  const { t } = useTranslation(['productSettings', 'products']);
  return (
    <SettingCard id="split" title={t('products:split.title')} note={t('split.note')}>
      <div className={classes.split}>
        <SplitFields {...props} />
        <div className={classes.examples}>
          <h3 className={classes.label}>{t('split.examples')}</h3>
          <ul aria-live="polite">
            {EXAMPLES.map((variants) => (
              <li key={variants}>
                <span>{t('products:variants', { count: variants })}</span>
                <strong>{t('products:split.parts', { count: resultingProducts(variants, props.split) })}</strong>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </SettingCard>
  );
}

interface PartProps {
  draft: Draft;
  disabled: boolean;
  onChange(part: Partial<Draft>): void;
}

function ListingCard({ draft, disabled, onChange }: PartProps) {
  const { t } = useTranslation(['productSettings', 'products']);
  return (
    <SettingCard id="listing" title={t('listing.title')} note={t('listing.note')}>
      <fieldset className={classes.plain} disabled={disabled}>
        <div className={classes.status}>
          <span className={classes.label}>{t('products:push.state')}</span>
          <Segmented
            label={t('products:push.state')}
            value={draft.is_publish ? 'active' : 'draft'}
            onChange={(value) => onChange({ is_publish: value === 'active' })}
            choices={[
              { value: 'active', label: t('products:listing.status.active') },
              { value: 'draft', label: t('products:listing.status.draft') },
            ]}
          />
        </div>
        <SettingNote>{t(draft.is_publish ? 'products:push.activeNote' : 'products:push.draftNote')}</SettingNote>
        <Switch
          label={t('products:push.sellOutOfStock')}
          description={t('products:push.sellOutOfStockNote')}
          checked={draft.allow_sell_out_of_stock}
          onChange={(event) => onChange({ allow_sell_out_of_stock: event.currentTarget.checked })}
        />
      </fieldset>
    </SettingCard>
  );
}

/** A choice that may follow the other channels. */
const CHOICES = ['', 'true', 'false'] as const;
const formatChoice = (value: boolean | undefined) => (value === undefined ? '' : `${value}`);
const parseChoice = (chosen: string) => (chosen === '' ? undefined : chosen === 'true');

interface ChannelsProps {
  draft: Draft;
  installed: readonly string[];
  disabled: boolean;
  onChange(draft: Draft): void;
}

function ChannelsCard({ draft, installed, disabled, onChange }: ChannelsProps) {
  const { t } = useTranslation(['productSettings', 'products']);
  const state = (active: boolean) => t(`products:listing.status.${active ? 'active' : 'draft'}`);
  const stock = (selling: boolean) => t(selling ? 'channels.selling' : 'channels.stopping');
  const options = (name: (value: boolean) => string, followed: boolean) =>
    CHOICES.map((value) => ({
      value,
      label: value === '' ? t('channels.same', { value: name(followed) }) : name(value === 'true'),
    }));
  return (
    <SettingCard id="channels" title={t('channels.title')} note={t('channels.note')}>
      <SettingList>
        {getConnectors('channel').map(({ id, label }) => (
          <li key={id} className={classes.channel}>
            <span className={classes.channelName}>
              <PlatformMark platform={id} />
              {label}
            </span>
            <NativeSelect
              aria-label={t('products:push.stateOn', { channel: label })}
              value={formatChoice(draft.channels[id]?.is_publish)}
              disabled={disabled}
              data={options(state, draft.is_publish)}
              onChange={(event) =>
                onChange(withOption(draft, installed, id, 'is_publish', parseChoice(event.currentTarget.value)))
              }
            />
            <NativeSelect
              aria-label={t('products:push.sellOutOfStockOn', { channel: label })}
              value={formatChoice(draft.channels[id]?.allow_sell_out_of_stock)}
              disabled={disabled}
              data={options(stock, draft.allow_sell_out_of_stock)}
              onChange={(event) =>
                onChange(
                  withOption(draft, installed, id, 'allow_sell_out_of_stock', parseChoice(event.currentTarget.value)),
                )
              }
            />
          </li>
        ))}
      </SettingList>
    </SettingCard>
  );
}

function AutomationCard({ draft, disabled, onChange }: PartProps) {
  const { t } = useTranslation(['productSettings', 'products', 'settings']);
  const { data } = useQuery(automationQuery);
  const { data: writer } = useQuery(writerQuery);
  const { data: enhancer } = useQuery(imageEnhancerQuery);
  const { data: images } = useQuery(aiImagesQuery);
  // Its choice of improvement may need an AI that is not set up.
  const canImprove = images !== undefined && (enhancer?.actions.includes(images.action) ?? false);
  const state = (on: boolean | undefined) =>
    on === undefined ? null : <SettingTag>{t(on ? 'automation.on' : 'automation.off')}</SettingTag>;
  return (
    <SettingCard id="automation" title={t('automation.title')}>
      <Switch
        label={t('automation.writing')}
        description={
          writer?.kind === 'ai'
            ? `${t('automation.writingNote')} ${t('products:writing.ruleCost', { cost: CREDIT_COSTS.AI_PRODUCT_CONTENT })}`
            : t('automation.writingNote')
        }
        checked={draft.auto_optimize_content}
        disabled={disabled}
        onChange={(event) => onChange({ auto_optimize_content: event.currentTarget.checked })}
      />
      <Switch
        label={t('automation.images')}
        description={
          canImprove ? t('automation.imagesNote') : `${t('automation.imagesNote')} ${t('automation.imagesMissing')}`
        }
        checked={draft.auto_optimize_image}
        disabled={disabled || (!canImprove && !draft.auto_optimize_image)}
        onChange={(event) => onChange({ auto_optimize_image: event.currentTarget.checked })}
      />
      <SettingNote>
        <Link to="/app/setting/integration/ai-writing" className={classes.link}>
          {t('products:writing.settings')}
        </Link>
      </SettingNote>
      <SettingList>
        <SettingRow
          name={t('automation.prices')}
          note={
            <Link to="/app/setting/selling-price" className={classes.link}>
              {t('products:push.pricingLink')}
            </Link>
          }
        >
          {state(data?.selling_price.for_imports)}
        </SettingRow>
        <SettingRow
          name={t('automation.tracking')}
          note={
            <Link to="/app/setting/monitoring" className={classes.link}>
              {t('settings:sections.monitoring')}
            </Link>
          }
        >
          {state(data?.monitoring.watch_new)}
        </SettingRow>
      </SettingList>
    </SettingCard>
  );
}
