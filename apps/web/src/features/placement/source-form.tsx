import { Button, CloseButton, NativeSelect } from '@mantine/core';
import type { OrderPlacementSetting, ShippingRuleView } from '@quayside/contracts';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountryPicker } from '../../kit/country-picker.tsx';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SettingCard, SettingNote } from '../../kit/setting-card.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useForm } from '../../lib/use-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMay } from '../../lib/use-may.ts';
import type { Draft } from './draft.ts';
import classes from './placement.module.css';
import { RuleRow, useCountryChoices } from './rule-row.tsx';
import { Sample, useSample } from './sample.tsx';

/** Most rows of the rule table, as the server limits them. */
const MOST_RULES = 50;

const NEW_RULE: ShippingRuleView = {
  country_code: null,
  weight_from: null,
  weight_to: null,
  cost_from: null,
  cost_to: null,
  shipping_method: '',
  otherwise: null,
};

const toDraft = ({ warehouse, countries, shipping_method, rules }: OrderPlacementSetting): Draft => ({
  warehouse,
  countries,
  shipping_method,
  rules,
});

/** Rows keep their identity while they are moved and edited. */
const withKeys = (rules: readonly ShippingRuleView[]) => rules.map((rule, at) => ({ rule, key: at }));

/** The settings of one supplier. */
export function SourceForm({ kept }: { kept: OrderPlacementSetting }) {
  const { t } = useTranslation('placement');
  const { country } = useFormats();
  const countries = useCountryChoices();
  const { why } = useMay();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => ({ ...toDraft(kept), rules: withKeys(kept.rules) }));
  const obstacle = why('workspace.change');
  const off = obstacle !== undefined;
  const { source } = kept;
  const sample = useSample(source);
  // The supplier's methods are asked for by country: those that the rules name, and the United States for any.
  const destinations = [...new Set(['US', ...draft.rules.flatMap(({ rule }) => rule.country_code ?? [])])];
  const carriers = useQueries({
    queries: destinations.map((destination) => ({
      queryKey: queryKeys.part('suppliers', 'carriers', { source, destination }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('GET /orders/v4/shippings/{product_source}/carrier', {
          params: { product_source: source },
          query: { country_code: destination },
          signal,
        }),
    })),
    combine: (all) => ({
      names: all.flatMap(({ data }) => data?.items.map((one) => one.service_name) ?? []),
      isRead: all.every(({ data }) => data !== undefined),
      isPending: all.some(({ data }) => data?.pending),
      problem: all.find(({ data }) => data?.problem)?.data?.problem,
    }),
  });
  const warehouses = useQuery({
    queryKey: queryKeys.part('suppliers', 'warehouses', { source }),
    queryFn: ({ signal }) =>
      api('GET /orders/v4/shippings/{product_source}/warehouse', { params: { product_source: source }, signal }),
    enabled: kept.takes_warehouse,
  });
  const settings: Draft = { ...draft, rules: draft.rules.map(({ rule }) => rule) };
  const form = useForm(async () => {
    await api('PUT /orders/v4/settings/{product_source}', { params: { product_source: source }, body: settings });
    await client.invalidateQueries({ queryKey: ['orders'] });
  });
  // A result holds for the settings that were checked.
  const matched = JSON.stringify(sample.asked?.settings) === JSON.stringify(settings) ? sample.found?.row : undefined;
  const isNew = JSON.stringify(settings) !== JSON.stringify(toDraft(kept));
  const isWhole = settings.rules.every((rule) => rule.shipping_method !== '');
  const change = (part: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...part }));
  const setRule = (at: number, rule: ShippingRuleView) =>
    change({ rules: draft.rules.map((one, index) => (index === at ? { ...one, rule } : one)) });
  const move = (at: number, by: number) => {
    const rules = [...draft.rules];
    const [row] = rules.splice(at, 1);
    if (row) rules.splice(at + by, 0, row);
    change({ rules });
  };
  const saved = [kept.shipping_method, ...kept.rules.flatMap((rule) => [rule.shipping_method, rule.otherwise])];
  const methods = [...new Set([...carriers.names, ...saved.flatMap((one) => one ?? [])])];
  return (
    <form className={classes.form} onSubmit={form.submit}>
      <SettingCard title={t('where')} note={t('whereNote')}>
        {kept.takes_warehouse ? (
          <NativeSelect
            label={t('warehouse')}
            value={draft.warehouse ?? ''}
            disabled={off}
            error={form.error('warehouse')}
            data={[
              { value: '', label: t('anyWarehouse') },
              ...(draft.warehouse && !warehouses.data?.items.some((one) => one.code === draft.warehouse)
                ? [draft.warehouse]
                : []),
              ...(warehouses.data?.items ?? []).map((one) => ({ value: one.code, label: one.name })),
            ]}
            onChange={(event) => change({ warehouse: event.currentTarget.value || null })}
            className={classes.field}
          />
        ) : null}
        {warehouses.data?.pending ? <SettingNote>{t('askingWarehouses')}</SettingNote> : null}
        {warehouses.data?.problem ? <SettingNote>{warehouses.data.problem.text}</SettingNote> : null}
        <div className={classes.countries}>
          <SettingNote>{t(draft.countries.length > 0 ? 'onlyCountries' : 'allCountries')}</SettingNote>
          <div className={classes.chips}>
            {draft.countries.map((code) => (
              <span key={code} className={classes.chip}>
                {country(code)}
                <CloseButton
                  size="sm"
                  disabled={off}
                  aria-label={t('removeCountry', { country: country(code) })}
                  onClick={() => change({ countries: draft.countries.filter((one) => one !== code) })}
                />
              </span>
            ))}
            {off ? null : (
              <CountryPicker
                label={t('addCountry')}
                value={undefined}
                onChange={(code) => change({ countries: [...new Set([...draft.countries, code])] })}
              />
            )}
          </div>
        </div>
      </SettingCard>
      <SettingCard title={t('methods')} note={t('methodsNote')}>
        <NativeSelect
          label={t('defaultMethod')}
          value={draft.shipping_method ?? ''}
          disabled={off}
          error={form.error('shipping_method')}
          data={[{ value: '', label: t('cheapest') }, ...methods]}
          onChange={(event) => change({ shipping_method: event.currentTarget.value || null })}
          className={classes.field}
        />
        {carriers.isPending ? <SettingNote>{t('askingMethods')}</SettingNote> : null}
        {carriers.problem ? <SettingNote>{carriers.problem.text}</SettingNote> : null}
        {carriers.isRead && !carriers.isPending && methods.length === 0 ? (
          <SettingNote>{t('noMethods')}</SettingNote>
        ) : null}
        <ol className={classes.rules}>
          {draft.rules.map(({ rule, key }, at) => (
            <RuleRow
              key={key}
              rule={rule}
              at={at}
              last={at === draft.rules.length - 1}
              methods={methods}
              countries={countries}
              disabled={off}
              matches={matched === at}
              error={(field) => form.error(`rules.${at}.${field}`)}
              onChange={(next) => setRule(at, next)}
              onMove={(by) => move(at, by)}
              onRemove={() => change({ rules: draft.rules.filter((_, index) => index !== at) })}
            />
          ))}
        </ol>
        <div>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={off || methods.length === 0 || draft.rules.length >= MOST_RULES}
            onClick={() =>
              change({
                rules: [
                  ...draft.rules,
                  {
                    rule: { ...NEW_RULE, shipping_method: methods[0] ?? '' },
                    key: Math.max(-1, ...draft.rules.map((one) => one.key)) + 1,
                  },
                ],
              })
            }
          >
            {t('addRule')}
          </Button>
        </div>
      </SettingCard>
      <Sample settings={settings} sample={sample} />
      <Failure text={form.failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton needs="workspace.change" type="submit" loading={form.busy} disabled={!off && (!isNew || !isWhole)}>
          {t('save')}
        </MayButton>
      </div>
    </form>
  );
}
