import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MOST_RETURN_DAYS, MOST_RETURN_TEXT } from '@quayside/contracts/return-choices.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, supportedLanguage } from '../../../i18n/languages.ts';
import { Failure } from '../../../kit/failure.tsx';
import { Letter } from '../../../kit/letter.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { SettingNote } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, type CallBody, type CallData } from '../../../lib/api.ts';
import { parseAmount, wholeAmount } from '../../../lib/money-text.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useMay } from '../../../lib/use-may.ts';
import classes from './returns.module.css';

type Kept = CallData<'GET /orders/returns/v1/setting'>;
type Setting = Kept['setting'];

const languages = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));
/** While somebody types. */
const WAIT_MS = 400;

const decimalsOf = (currency: string): number => (/^[A-Z]{3}$/.test(currency) ? getDecimals(currency) : 2);

/** The return policy of the workspace, or of one store. */
export function SettingForm({ kept, storeId }: { kept: Kept; storeId: string }) {
  const { t } = useTranslation('returns');
  const { why } = useMay();
  const client = useQueryClient();
  const [setting, setSetting] = useState(kept.setting);
  const [isOwn, setOwn] = useState(kept.is_own);
  const inherits = storeId !== '' && !isOwn;
  const form = useForm(async () => {
    const body = { ...(storeId ? { store_id: storeId } : {}), setting: inherits ? null : setting };
    await api('PUT /orders/returns/v1/setting', { body, quiet: true });
    await client.invalidateQueries({ queryKey: ['orders'] });
    toast('success', t('saved'));
  });
  const obstacle = why('workspace.change');
  const off = obstacle !== undefined || inherits;
  const change = (part: Partial<Setting>) => setSetting((now) => ({ ...now, ...part }));
  const currency = setting.keep_currency ?? '';
  const isSame = isOwn === kept.is_own && (inherits || JSON.stringify(setting) === JSON.stringify(kept.setting));
  return (
    <form className={classes.form} onSubmit={form.submit}>
      {storeId ? (
        <Switch
          label={t('setting.own')}
          checked={isOwn}
          disabled={obstacle !== undefined}
          onChange={(event) => setOwn(event.currentTarget.checked)}
        />
      ) : null}
      <div className={classes.pair}>
        <NumberInput
          name="window_days"
          label={t('setting.window')}
          description={t('setting.windowNote')}
          value={setting.window_days}
          min={1}
          max={MOST_RETURN_DAYS}
          allowDecimal={false}
          allowNegative={false}
          disabled={off}
          error={form.error('setting.window_days')}
          onChange={(value) => change({ window_days: Number(value) })}
        />
        <NumberInput
          name="send_back_days"
          label={t('setting.sendBack')}
          description={t('setting.sendBackNote')}
          value={setting.send_back_days}
          min={1}
          max={120}
          allowDecimal={false}
          allowNegative={false}
          disabled={off}
          error={form.error('setting.send_back_days')}
          onChange={(value) => change({ send_back_days: Number(value) })}
        />
        <NumberInput
          name="restocking_percent"
          label={t('setting.restocking')}
          description={t('setting.restockingNote')}
          value={setting.restocking_percent}
          min={0}
          max={100}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          suffix=" %"
          hideControls
          inputMode="numeric"
          disabled={off}
          error={form.error('setting.restocking_percent')}
          onChange={(value) => change({ restocking_percent: Number(value) || 0 })}
        />
      </div>
      <Switch
        label={t('setting.keep')}
        description={t('setting.keepNote')}
        checked={setting.keep_below !== null}
        disabled={off}
        onChange={(event) =>
          change(
            event.currentTarget.checked
              ? { keep_below: 0, keep_currency: setting.keep_currency ?? 'USD' }
              : { keep_below: null, keep_currency: null },
          )
        }
      />
      {setting.keep_below === null ? null : (
        <div className={classes.pair}>
          <NumberInput
            name="keep_below"
            label={t('setting.keepBelow')}
            value={/^[A-Z]{3}$/.test(currency) ? wholeAmount(setting.keep_below, currency) : setting.keep_below / 100}
            min={0}
            decimalScale={decimalsOf(currency)}
            allowNegative={false}
            hideControls
            inputMode="decimal"
            disabled={off}
            error={form.error('setting.keep_below')}
            onChange={(value) => change({ keep_below: parseAmount(value, currency) ?? 0 })}
          />
          <TextInput
            name="keep_currency"
            label={t('setting.currency')}
            value={currency}
            maxLength={3}
            disabled={off}
            error={form.error('setting.keep_currency')}
            onChange={(event) => change({ keep_currency: event.currentTarget.value.toUpperCase() })}
          />
        </div>
      )}
      <Textarea
        name="instructions"
        label={t('setting.instructions')}
        description={t('setting.instructionsNote')}
        value={setting.instructions}
        maxLength={MOST_RETURN_TEXT}
        autosize
        minRows={3}
        maxRows={10}
        disabled={off}
        error={form.error('setting.instructions')}
        onChange={(event) => change({ instructions: event.currentTarget.value })}
      />
      <Failure text={form.failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton
          needs="workspace.change"
          type="submit"
          loading={form.busy}
          disabled={obstacle === undefined && isSame}
        >
          {t('save')}
        </MayButton>
      </div>
      <Sample storeId={storeId} days={setting.send_back_days} instructions={setting.instructions} />
    </form>
  );
}

/** The email with these instructions, before they are saved. */
function Sample({ storeId, days, instructions }: { storeId: string; days: number; instructions: string }) {
  const { t, i18n } = useTranslation('returns');
  const [language, setLanguage] = useState(() => supportedLanguage(i18n.language));
  const wanted: CallBody<'POST /orders/returns/v1/setting/preview'> = {
    ...(storeId ? { store_id: storeId } : {}),
    language,
    send_back_days: days,
    instructions: instructions.trim(),
  };
  const [text] = useDebouncedValue(JSON.stringify(wanted), WAIT_MS);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'return-sample', { text }),
    queryFn: ({ signal }) =>
      api('POST /orders/returns/v1/setting/preview', { body: JSON.parse(text) as typeof wanted, signal, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section className={classes.mail} aria-label={t('mail.preview')}>
      <h3 className={classes.part}>{t('mail.preview')}</h3>
      <NativeSelect
        label={t('setting.language')}
        value={language}
        data={languages}
        onChange={(event) => setLanguage(supportedLanguage(event.currentTarget.value))}
      />
      {data ? (
        <Letter letter={data} subject={t('mail.subject')} title={t('mail.preview')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} small />
      ) : (
        <SkeletonBox width="100%" height={420} />
      )}
    </section>
  );
}
