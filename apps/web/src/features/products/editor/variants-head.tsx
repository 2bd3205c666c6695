// biome-ignore-all lint/a11y/useSemanticElements: rows stand at their own places, which a table's elements cannot; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SHEET_COLUMNS } from './sheet/columns.ts';
import { WEIGHT_UNITS, type WeightUnit } from './sheet/weight.ts';
import table from './variants.module.css';

const BEFORE = ['variant', 'cost', 'profit'] as const;
/** Columns that are read from their start. */
const LETTERS: readonly string[] = ['variant', 'sku', 'barcode'];
/** Columns of the table, with the checkboxes. */
export const HEAD_COLUMNS = 1 + BEFORE.length + SHEET_COLUMNS.length;

interface Props {
  unit: WeightUnit;
  onUnit(unit: WeightUnit): void;
  chosen: number;
  of: number;
  onChooseAll(all: boolean): void;
}

/** Names of the columns, with the unit of the weights. */
export const VariantsHead = memo(function VariantsHead({ unit, onUnit, chosen, of, onChooseAll }: Props) {
  const { t } = useTranslation('products');
  return (
    <div role="rowgroup" className={table.top}>
      <div role="row" aria-rowindex={1} className={table.head}>
        <div role="columnheader" className={table.select}>
          <Checkbox
            aria-label={t('editor.chooseAll')}
            checked={chosen === of}
            indeterminate={chosen > 0 && chosen < of}
            onChange={() => onChooseAll(chosen < of)}
          />
        </div>
        {[...BEFORE, ...SHEET_COLUMNS].map((column) => (
          <div key={column} role="columnheader" data-end={!LETTERS.includes(column) || undefined}>
            {t(`field.${column}`)}
            {column === 'weight_grams' ? (
              <select
                className={table.unit}
                aria-label={t('field.weight_unit')}
                value={unit}
                onChange={(event) => {
                  const next = WEIGHT_UNITS.find((one) => one === event.currentTarget.value);
                  if (next) onUnit(next);
                }}
              >
                {WEIGHT_UNITS.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
});
