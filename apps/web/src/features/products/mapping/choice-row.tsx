import { ActionIcon, Button } from '@mantine/core';
import type { MappingChoice } from '@quayside/contracts';
import { ArrowUp, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CountryList } from '../../../kit/country-picker.tsx';
import { Money } from '../../../kit/money.tsx';
import { Pop } from '../../../kit/pop.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { MOST_PARTS, unitCost } from './choices.ts';
import { ComponentRow, componentName } from './component-row.tsx';
import classes from './mapping.module.css';

interface Props {
  choice: MappingChoice;
  isFirst: boolean;
  onUp(): void;
  onRemove(): void;
  onAddPart(): void;
  onChange(facts: Partial<Pick<MappingChoice, 'ship_to' | 'pieces_per_unit' | 'further'>>): void;
}

/** One choice for a variant: what is bought for a unit sold, of one supplier or of several, and for which countries. */
export function ChoiceRow({ choice, isFirst, onUp, onRemove, onAddPart, onChange }: Props) {
  const { t } = useTranslation('mapping');
  const { country } = useFormats();
  const name = componentName(choice);
  return (
    <li className={classes.choice}>
      <ComponentRow
        component={choice}
        onPieces={(pieces_per_unit) => onChange({ pieces_per_unit })}
        onRemove={onRemove}
      >
        {isFirst ? null : (
          <ActionIcon size={28} aria-label={t('suppliers.up', { name })} onClick={onUp}>
            <ArrowUp size={15} aria-hidden />
          </ActionIcon>
        )}
      </ComponentRow>
      {choice.further.map((part, at) => (
        <ComponentRow
          key={`${part.source} ${part.source_product_id} ${part.sku_id}`}
          component={part}
          onPieces={(pieces_per_unit) =>
            onChange({ further: choice.further.map((one, n) => (n === at ? { ...one, pieces_per_unit } : one)) })
          }
          onRemove={() => onChange({ further: choice.further.filter((_one, n) => n !== at) })}
        />
      ))}
      <div className={classes.countries}>
        {choice.further.length > 0 || choice.pieces_per_unit > 1 ? (
          <span className={classes.quiet}>
            {t('suppliers.sum')}: <Money value={unitCost(choice)} />
          </span>
        ) : null}
        {choice.further.length + 1 < MOST_PARTS ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Plus size={14} aria-hidden />}
            aria-label={t('suppliers.addPartTo', { name })}
            onClick={onAddPart}
          >
            {t('suppliers.addPart')}
          </Button>
        ) : null}
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
