import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './bulk.module.css';

export interface Carried {
  collections: boolean;
  store_values: boolean;
}

interface Props {
  carry: Carried;
  disabled?: boolean;
  onChange(carry: Carried): void;
}

/** What goes along when products are copied to another store. */
export function CarryFields({ carry, disabled = false, onChange }: Props) {
  const { t } = useTranslation('bulkPush');
  return (
    <fieldset className={classes.carry}>
      <legend className={classes.label}>{t('copy.carry.title')}</legend>
      {(['collections', 'store_values'] as const).map((key) => (
        <Switch
          key={key}
          label={t(`copy.carry.${key}`)}
          description={t(`copy.carry.${key}Note`)}
          checked={carry[key]}
          disabled={disabled}
          onChange={(event) => onChange({ ...carry, [key]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}
