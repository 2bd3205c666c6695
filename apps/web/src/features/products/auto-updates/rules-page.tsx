import { NativeSelect, Switch } from '@mantine/core';
import type { StoreAutoUpdates } from '@quayside/contracts';
import {
  type AutoUpdateRules,
  COST_ACTIONS,
  RESTOCK_ACTIONS,
  STOCK_ACTIONS,
  UNSHIPPED_ACTIONS,
  VANISHED_ACTIONS,
} from '@quayside/contracts/auto-update-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SaveBar } from '../../../kit/save-bar.tsx';
import { SettingCard, SettingNote, SettingPage } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { useMay } from '../../../lib/use-may.ts';
import { LeaveGuard } from '../editor/leave-guard.tsx';
import { AmountField, ScaledField } from '../pricing/number-fields.tsx';
import { rulesQuery } from './auto-update-queries.ts';
import classes from './auto-updates.module.css';

const CHANGES = '/app/products/auto-update/changes';
const PRICING = '/app/setting/selling-price';
const MOST_PERCENT = 1_000;
const MOST_AMOUNT = 100_000_000_000;

/** What each store does when its suppliers' costs, stock and shipping change. */
export default function AutoUpdateRulesPage() {
  const { t } = useTranslation('autoUpdates');
  const { data, error, refetch } = useQuery(rulesQuery);
  const [storeId, setStoreId] = useState<string>();
  const store = data?.items.find((one) => one.store_id === storeId) ?? data?.items[0];
  return (
    <>
      <PageHeader
        title={t('rules.title')}
        note={t('rules.intro')}
        actions={<LinkButton to={CHANGES}>{t('title')}</LinkButton>}
      />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={420} /> : null}
        {data && !store ? <SettingNote>{t('rules.noStore')}</SettingNote> : null}
        {data && store ? <Editor key={store.store_id} latest={store} stores={data.items} onStore={setStoreId} /> : null}
      </SettingPage>
    </>
  );
}

interface Draft {
  is_enabled: boolean;
  rules: AutoUpdateRules;
}

const draftOf = ({ is_enabled, rules }: StoreAutoUpdates): Draft => ({ is_enabled, rules });

function Editor({
  latest,
  stores,
  onStore,
}: {
  latest: StoreAutoUpdates;
  stores: readonly StoreAutoUpdates[];
  onStore(id: string): void;
}) {
  const { t } = useTranslation('autoUpdates');
  const client = useQueryClient();
  const obstacle = useMay().why('products.push');
  /** The edited version: another person's save does not replace it while there are changes. */
  const [saved, setSaved] = useState(latest);
  const [draft, setDraft] = useState(() => draftOf(latest));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(saved));
  const start = (from: StoreAutoUpdates) => {
    setSaved(from);
    setDraft(draftOf(from));
    setFailure(undefined);
  };
  if (!isDirty && latest.revision !== saved.revision) start(latest);
  const disabled = obstacle !== undefined;
  const change = (part: Partial<AutoUpdateRules>) => setDraft((now) => ({ ...now, rules: { ...now.rules, ...part } }));

  async function save(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { store_id: saved.store_id, revision: saved.revision, ...draft };
      start(await api('PUT /center/products/auto_update/rules', { body }));
      await client.invalidateQueries({ queryKey: ['products'] });
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  const { rules } = draft;
  const follows = [rules.cost_up, rules.cost_down, rules.shipping_up, rules.shipping_down].includes('follow');
  return (
    <>
      <SettingCard title={t('rules.store')}>
        <NativeSelect
          aria-label={t('rules.store')}
          className={classes.select}
          value={saved.store_id}
          disabled={isDirty}
          data={stores.map((one) => ({ value: one.store_id, label: one.store_name }))}
          onChange={(event) => onStore(event.currentTarget.value)}
        />
        <Switch
          label={t('rules.on')}
          description={t(saved.can_change ? 'rules.onNote' : 'rules.cannot')}
          checked={draft.is_enabled}
          disabled={disabled || !saved.can_change}
          onChange={(event) => {
            const is_enabled = event.currentTarget.checked;
            setDraft((now) => ({ ...now, is_enabled }));
          }}
        />
      </SettingCard>
      <SettingCard title={t('rules.costs')} note={t('rules.costsNote')}>
        <div className={classes.fields}>
          {(['cost_up', 'cost_down'] as const).map((cause) => (
            <PriceChoice
              key={cause}
              name={cause}
              value={rules[cause]}
              canFollow={saved.has_price_rule}
              disabled={disabled}
              onChange={change}
            />
          ))}
          {saved.has_price_rule ? null : (
            <SettingNote>
              {t('rules.needsPriceRule')}{' '}
              <Link to={PRICING} className={classes.textLink}>
                {t('rules.priceRule')}
              </Link>
            </SettingNote>
          )}
        </div>
      </SettingCard>
      <SettingCard title={t('rules.shipping')} note={t('rules.shippingNote')}>
        <div className={classes.fields}>
          {(['shipping_up', 'shipping_down'] as const).map((cause) => (
            <PriceChoice
              key={cause}
              name={cause}
              value={rules[cause]}
              canFollow={saved.prices_shipping}
              disabled={disabled}
              onChange={change}
            />
          ))}
          {saved.prices_shipping ? null : (
            <SettingNote>
              {t('rules.needsShipping')}{' '}
              <Link to={PRICING} className={classes.textLink}>
                {t('rules.priceRule')}
              </Link>
            </SettingNote>
          )}
          <Choice
            name="shipping_gone"
            values={UNSHIPPED_ACTIONS}
            value={rules.shipping_gone}
            disabled={disabled}
            onChange={(shipping_gone) => change({ shipping_gone })}
          />
          <Choice
            name="shipping_back"
            values={RESTOCK_ACTIONS}
            value={rules.shipping_back}
            disabled={disabled}
            onChange={(shipping_back) => change({ shipping_back })}
          />
        </div>
      </SettingCard>
      {follows ? (
        <SettingCard title={t('limits.title')} note={t('limits.note')}>
          <Limits
            limits={rules.limits}
            currency={saved.currency}
            disabled={disabled}
            onChange={(limits) => change({ limits })}
          />
        </SettingCard>
      ) : null}
      <SettingCard title={t('rules.stock')} note={t('rules.stockNote')}>
        <div className={classes.fields}>
          <Choice
            name="out_of_stock"
            values={STOCK_ACTIONS}
            value={rules.out_of_stock}
            disabled={disabled}
            onChange={(out_of_stock) => change({ out_of_stock })}
          />
          <Choice
            name="back_in_stock"
            values={RESTOCK_ACTIONS}
            value={rules.back_in_stock}
            disabled={disabled}
            onChange={(back_in_stock) => change({ back_in_stock })}
          />
          <Choice
            name="vanished"
            values={VANISHED_ACTIONS}
            value={rules.vanished}
            disabled={disabled}
            onChange={(vanished) => change({ vanished })}
          />
        </div>
      </SettingCard>
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      {isDirty && !obstacle ? (
        <SaveBar
          label={t('rules.saveLabel')}
          verb={t('rules.save')}
          busy={busy}
          failure={failure}
          onSave={() => void save()}
          onDiscard={() => start(latest)}
        />
      ) : null}
      <LeaveGuard isDirty={isDirty} onLeave={() => start(saved)} />
    </>
  );
}

type PriceCause = 'cost_up' | 'cost_down' | 'shipping_up' | 'shipping_down';

function PriceChoice({
  name,
  value,
  canFollow,
  disabled,
  onChange,
}: {
  name: PriceCause;
  value: AutoUpdateRules[PriceCause];
  canFollow: boolean;
  disabled: boolean;
  onChange(part: Partial<AutoUpdateRules>): void;
}) {
  const { t } = useTranslation('autoUpdates');
  return (
    <NativeSelect
      label={t(`cause.${name}`)}
      className={classes.select}
      value={value}
      disabled={disabled}
      data={COST_ACTIONS.map((one) => ({
        value: one,
        label: t(`action.${one}`),
        disabled: one === 'follow' && !canFollow,
      }))}
      onChange={(event) => {
        const chosen = COST_ACTIONS.find((one) => one === event.currentTarget.value);
        if (chosen) onChange({ [name]: chosen });
      }}
    />
  );
}

type Chosen = 'out_of_stock' | 'back_in_stock' | 'vanished' | 'shipping_gone' | 'shipping_back';
type Action = AutoUpdateRules[Chosen];

function Choice<T extends Action>({
  name,
  values,
  value,
  disabled,
  onChange,
}: {
  name: Chosen;
  values: readonly T[];
  value: T;
  disabled: boolean;
  onChange(value: T): void;
}) {
  const { t } = useTranslation('autoUpdates');
  const label = (action: Action) =>
    t(action === 'draft' && name === 'shipping_gone' ? 'action.draftUnshipped' : `action.${action}`);
  return (
    <NativeSelect
      label={t(`cause.${name}`)}
      className={classes.select}
      value={value}
      disabled={disabled}
      data={values.map((one) => ({ value: one, label: label(one) }))}
      onChange={(event) => {
        const chosen = values.find((one) => one === event.currentTarget.value);
        if (chosen) onChange(chosen);
      }}
    />
  );
}

function Limits({
  limits,
  currency,
  disabled,
  onChange,
}: {
  limits: AutoUpdateRules['limits'];
  currency: string;
  disabled: boolean;
  onChange(limits: AutoUpdateRules['limits']): void;
}) {
  const { t } = useTranslation('autoUpdates');
  const set = (key: keyof AutoUpdateRules['limits']) => (value: number | null) =>
    onChange({ ...limits, [key]: value || null });
  return (
    <div className={classes.limits}>
      {(['change', 'day'] as const).map((period) => (
        <ScaledField
          key={`${period}_percent`}
          label={t(`limits.${period}_percent`)}
          value={limits[`${period}_percent`]}
          scale={1}
          decimals={0}
          most={MOST_PERCENT}
          optional
          suffix=" %"
          disabled={disabled}
          onChange={set(`${period}_percent`)}
        />
      ))}
      {(['change', 'day'] as const).map((period) => (
        <AmountField
          key={`${period}_amount`}
          label={t(`limits.${period}_amount`)}
          value={limits[`${period}_amount`]}
          currency={currency}
          most={MOST_AMOUNT}
          optional
          disabled={disabled}
          onChange={set(`${period}_amount`)}
        />
      ))}
    </div>
  );
}
