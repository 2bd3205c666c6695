import { ActionIcon } from '@mantine/core';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDensity, setDensity } from '../lib/density.ts';
import { ChoiceList } from './choice-list.tsx';
import classes from './column-choice.module.css';
import type { Column } from './columns.ts';
import { Pop } from './pop.tsx';

interface Props {
  columns: readonly Column<never>[];
  hidden: readonly string[];
  onChange(hidden: string[]): void;
}

/** Chooses visible columns and row density. */
export function ColumnChoice({ columns, hidden, onChange }: Props) {
  const { t } = useTranslation('common');
  const [compact, setCompact] = useState(() => readDensity() === 'compact');
  const free = columns.filter((column) => column.priority !== 1);
  return (
    <Pop
      label={t('table.view')}
      align="end"
      trigger={(props) => (
        <ActionIcon aria-label={t('table.view')} data-hint={t('table.view')} {...props}>
          <Settings2 size={18} aria-hidden />
        </ActionIcon>
      )}
    >
      {() => (
        <>
          <ChoiceList
            many
            label={t('table.columnsTitle')}
            choices={free.map((column) => ({ value: column.key, label: column.header }))}
            chosen={free.filter((column) => !hidden.includes(column.key)).map((column) => column.key)}
            emptyText={t('nothingFound')}
            onChange={(shown) => onChange(free.map((column) => column.key).filter((key) => !shown.includes(key)))}
          />
          <label className={classes.density}>
            <input
              type="checkbox"
              checked={compact}
              onChange={(event) => {
                setCompact(event.currentTarget.checked);
                setDensity(event.currentTarget.checked ? 'compact' : 'normal');
              }}
            />
            {t('table.compact')}
          </label>
        </>
      )}
    </Pop>
  );
}
