import { Button, Select, TextInput } from '@mantine/core';
import type { ShipmentStateName, WarehouseOrder } from '@quayside/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { api, errorText } from '../../lib/api.ts';
import { SHIPMENT_TONES } from '../parcels/index.ts';
import { PARCEL_STATES } from './labels.ts';
import classes from './warehouse.module.css';

type ParcelState = (typeof PARCEL_STATES)[number];

const toneOf = (state: string) => SHIPMENT_TONES[state as ShipmentStateName] ?? 'closed';
const isState = (state: string): state is ParcelState => PARCEL_STATES.some((one) => one === state);

interface Props {
  parcel: WarehouseOrder['parcels'][number];
  onChanged(): void;
}

/** A parcel that left: what was seen of it, and a way to write down more. */
export function ParcelCard({ parcel, onChanged }: Props) {
  const { t } = useTranslation('warehouse');
  const [adding, setAdding] = useState(false);
  const [state, setState] = useState<ParcelState>('in_transit');
  const [words, setWords] = useState('');
  const [location, setLocation] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const say = (one: string) => (isState(one) ? t(`parcelState.${one}`) : one);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await api('POST /operator/warehouse/parcels/{parcel_id}/events', {
        params: { parcel_id: parcel.parcel_id },
        body: {
          state,
          description: words.trim() || t(`parcelState.${state}`),
          ...(location.trim() ? { location: location.trim() } : {}),
        },
        quiet: true,
      });
      setAdding(false);
      setWords('');
      setLocation('');
      onChanged();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className={classes.parcel}>
      <div className={classes.parcelHead}>
        <span>
          <span className={classes.strong}>{parcel.carrier}</span>{' '}
          <span className="mono">{parcel.tracking_number}</span>
        </span>
        <StatusBadge tone={toneOf(parcel.state)} label={say(parcel.state)} />
      </div>
      {parcel.events.length > 0 ? (
        <Timeline
          label={t('events')}
          items={parcel.events.map((event, index) => ({
            id: `${event.at}-${index}`,
            at: event.at,
            title: event.description || say(event.state),
            body: event.location ?? undefined,
            tone: toneOf(event.state),
          }))}
        />
      ) : null}
      {adding ? (
        <form className={classes.form} onSubmit={(event) => void add(event)}>
          <Select
            label={t('event.state')}
            data={PARCEL_STATES.map((value) => ({ value, label: t(`parcelState.${value}`) }))}
            value={state}
            allowDeselect={false}
            comboboxProps={{ zIndex: 1050 }}
            onChange={(value) => value && isState(value) && setState(value)}
          />
          <TextInput
            label={t('event.words')}
            value={words}
            maxLength={500}
            placeholder={t(`parcelState.${state}`)}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <TextInput
            label={t('event.location')}
            value={location}
            maxLength={200}
            onChange={(event) => setLocation(event.currentTarget.value)}
          />
          {failure ? (
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          ) : null}
          <div className={classes.buttons}>
            <Button variant="subtle" size="sm" onClick={() => setAdding(false)}>
              {t('dialog.cancel')}
            </Button>
            <Button type="submit" size="sm" loading={busy}>
              {t('event.verb')}
            </Button>
          </div>
        </form>
      ) : (
        <Button size="compact-sm" variant="default" className={classes.add} onClick={() => setAdding(true)}>
          {t('event.open')}
        </Button>
      )}
    </li>
  );
}
