import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SettingCard, SettingList, SettingNote, SettingRow } from '../../kit/setting-card.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { EraseDialog } from './erase-dialog.tsx';
import classes from './privacy.module.css';
import { saveExport } from './save-json.ts';
import type { Shopper, Wanted } from './shopper.ts';

const KEYS = ['email', 'phone', 'order'] as const;
const HELD = ['orders', 'supplier_orders', 'parcels'] as const;

/** Looks a shopper up and shows what is held of them. */
export function ShopperCard() {
  const { t } = useTranslation('privacy');
  const [by, setBy] = useState<Wanted['by']>('email');
  const [found, setFound] = useState<{ wanted: Wanted; shopper: Shopper }>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [fault, setFault] = useState<string>();

  async function find(wanted: Wanted): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    setFault(undefined);
    setFound(undefined);
    try {
      setFound({ wanted, shopper: await api('POST /privacy/shoppers/find', { body: wanted, quiet: true }) });
    } catch (error) {
      const ofField = error instanceof ApiError ? error.errors.value?.[0] : undefined;
      if (ofField) setFault(ofField);
      else setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get('value') ?? '').trim();
    void find({ by, value });
  }
  return (
    <SettingCard title={t('find.title')} note={t('find.note')}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <NativeSelect
          label={t('find.by')}
          value={by}
          data={KEYS.map((key) => ({ value: key, label: t(`find.key.${key}`) }))}
          onChange={(event) => setBy(event.currentTarget.value as Wanted['by'])}
        />
        <TextInput
          className={classes.value}
          name="value"
          label={t(`find.key.${by}`)}
          type={by === 'email' ? 'email' : by === 'phone' ? 'tel' : 'text'}
          dir="auto"
          autoComplete="off"
          error={fault}
        />
        <Button type="submit" loading={busy}>
          {t('find.action')}
        </Button>
      </form>
      <Failure text={failure} />
      <div aria-live="polite">
        {found?.shopper.total === 0 ? <SettingNote>{t('find.none')}</SettingNote> : null}
        {found && found.shopper.total > 0 ? <Found {...found} onErased={() => setFound(undefined)} /> : null}
      </div>
    </SettingCard>
  );
}

function Found({ wanted, shopper, onErased }: { wanted: Wanted; shopper: Shopper; onErased(): void }) {
  const { t } = useTranslation('privacy');
  const { date, list, number } = useFormats();
  const [erasing, setErasing] = useState(false);
  async function save(): Promise<void> {
    await saveExport((cursor) => api('POST /privacy/shoppers/export', { body: { ...wanted, ...cursor } })).catch(
      () => undefined,
    );
  }
  const held = HELD.map((key) => `${t(`place.${key}`)}: ${number(shopper.held[key] ?? 0)}`);
  return (
    <div className={classes.found}>
      <div>
        <div className={classes.people}>
          <bdi>{[...shopper.names, ...shopper.emails, ...shopper.phones].join(' · ')}</bdi>
        </div>
        <SettingNote>{held.join(' · ')}</SettingNote>
      </div>
      <SettingList>
        {shopper.orders.map((one) => (
          <SettingRow key={one.id} name={one.name} note={`${one.store} · ${date(one.placed_at)}`}>
            {one.under_way ? <StatusBadge tone="moving" label={t('find.underWay')} /> : null}
          </SettingRow>
        ))}
      </SettingList>
      {shopper.total > shopper.orders.length ? (
        <SettingNote>{t('find.more', { n: number(shopper.total - shopper.orders.length) })}</SettingNote>
      ) : null}
      {shopper.suppliers.length > 0 ? (
        <SettingNote>{t('suppliers', { names: list(shopper.suppliers) })}</SettingNote>
      ) : null}
      <div className={classes.buttons}>
        <MayButton needs="privacy.change" variant="default" onClick={() => void save()}>
          {t('find.export')}
        </MayButton>
        <MayButton needs="privacy.change" variant="default" color="red" onClick={() => setErasing(true)}>
          {t('erase.open')}
        </MayButton>
      </div>
      {erasing ? (
        <EraseDialog wanted={wanted} shopper={shopper} onClose={() => setErasing(false)} onErased={onErased} />
      ) : null}
    </div>
  );
}
