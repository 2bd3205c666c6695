import { ActionIcon, Button, NumberInput } from '@mantine/core';
import type { MappingChoice } from '@quayside/contracts';
import { MOST_PIECES } from '@quayside/contracts/pieces.ts';
import { ArrowUp, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CountryList } from '../../../kit/country-picker.tsx';
import { Money } from '../../../kit/money.tsx';
import { Pop } from '../../../kit/pop.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { SourceMark } from '../mark.tsx';
import classes from './mapping.module.css';

interface Props {
  choice: MappingChoice;
  isFirst: boolean;
  onUp(): void;
  onRemove(): void;
  onChange(facts: Partial<Pick<MappingChoice, 'ship_to' | 'pieces_per_unit'>>): void;
}

/** One supplier of a variant: what is bought, how many pieces for a unit sold, and for which countries. */
export function ChoiceRow({ choice, isFirst, onUp, onRemove, onChange }: Props) {
  const { t } = useTranslation('mapping');
  const { country } = useFormats();
  const options = choice.option_values.join(' / ');
  const name = [choice.title, options].filter(Boolean).join(' · ');
  return (
    <li className={classes.choice}>
      <div className={classes.row}>
        <ProductPicture src={choice.image} alt="" size={32} />
        <span className={classes.words}>
          <span dir="auto">{choice.title}</span>
          <span className={classes.under}>
            {options ? <bdi>{options}</bdi> : null}
            <SourceMark source={choice.source} />
            <Money value={choice.cost} />
          </span>
        </span>
        <NumberInput
          aria-label={t('suppliers.piecesOf', { name })}
          leftSection={<span aria-hidden>×</span>}
          title={t('suppliers.pieces')}
          size="xs"
          w={84}
          min={1}
          max={MOST_PIECES}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={choice.pieces_per_unit}
          onChange={(value) => onChange({ pieces_per_unit: Number(value) || 1 })}
        />
        {isFirst ? null : (
          <ActionIcon size={28} aria-label={t('suppliers.up', { name })} onClick={onUp}>
            <ArrowUp size={15} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon size={28} aria-label={t('suppliers.remove', { name })} onClick={onRemove}>
          <Trash2 size={15} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.countries}>
        <span className={classes.quiet}>
          {choice.ship_to.length === 0 ? t('suppliers.everywhere') : `${t('suppliers.shipTo')}:`}
        </span>
        {choice.ship_to.map((code) => (
          <span key={code} className={classes.country}>
            {country(code)}
            <ActionIcon
              size={20}
              aria-label={t('suppliers.dropCountry', { country: country(code) })}
              onClick={() => onChange({ ship_to: choice.ship_to.filter((one) => one !== code) })}
            >
              <X size={12} aria-hidden />
            </ActionIcon>
          </span>
        ))}
        <Pop
          label={t('suppliers.addCountry')}
          trigger={(props) => (
            <Button size="compact-xs" variant="subtle" {...props}>
              {t('suppliers.addCountry')}
            </Button>
          )}
        >
          {(close) => (
            <CountryList
              value={undefined}
              onChange={(code) => {
                onChange({ ship_to: [...new Set([...choice.ship_to, code])] });
                close();
              }}
            />
          )}
        </Pop>
      </div>
    </li>
  );
}
