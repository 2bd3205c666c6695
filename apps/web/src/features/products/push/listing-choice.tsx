import { Switch } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { connectorName } from '../../../lib/connectors.ts';
import classes from './push-drawer.module.css';
import type { ListingOptions } from './push-request.ts';
import { StatusChoice } from './status-choice.tsx';

interface Props {
  /** The channel that has options of its own; undefined: all others. */
  channel: string | undefined;
  value: ListingOptions;
  onChange(value: ListingOptions): void;
}

/** Whether products are published, and sold when out of stock. */
export function ListingChoice({ channel, value, onChange }: Props) {
  const { t } = useTranslation('products');
  const id = useId();
  const name = channel === undefined ? undefined : connectorName(channel);
  const state = name === undefined ? t('push.state') : t('push.stateOn', { channel: name });
  const stock = name === undefined ? t('push.sellOutOfStock') : t('push.sellOutOfStockOn', { channel: name });
  return (
    <>
      <div className={classes.block}>
        <h4 className={classes.label}>{state}</h4>
        <StatusChoice label={state} publish={value.publish} onChange={(publish) => onChange({ ...value, publish })} />
        <p className={classes.note}>{t(value.publish ? 'push.activeNote' : 'push.draftNote')}</p>
      </div>
      <div className={classes.block}>
        <div className={classes.switch}>
          <label htmlFor={id}>
            <span className={classes.label}>{stock}</span>
            <span className={classes.note}>{t('push.sellOutOfStockNote')}</span>
          </label>
          <Switch
            id={id}
            checked={value.sellOutOfStock}
            onChange={(event) => onChange({ ...value, sellOutOfStock: event.currentTarget.checked })}
          />
        </div>
      </div>
    </>
  );
}
