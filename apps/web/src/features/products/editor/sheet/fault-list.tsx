import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CellFault } from './cells.ts';
import { cellKey, SHEET_COLUMNS } from './columns.ts';
import classes from './fault-list.module.css';
import type { Cell } from './selection.ts';

const SHOWN = 3;

interface Props {
  ids: readonly string[];
  /** By variant id. */
  names: ReadonlyMap<string, string>;
  faults: ReadonlyMap<string, CellFault>;
  onGo(cell: Cell): void;
  onDismiss(): void;
}

/** The cells that refused a value, with their reasons; they may be far from the window. */
export function FaultList({ ids, names, faults, onGo, onDismiss }: Props) {
  const { t } = useTranslation('products');
  const listed =
    faults.size === 0
      ? []
      : ids.flatMap((id, row) =>
          SHEET_COLUMNS.flatMap((column, at) => {
            const fault = faults.get(cellKey(id, column));
            return fault ? [{ id, column, fault, cell: { row, column: at } }] : [];
          }),
        );
  return (
    <div role="status" className={listed.length > 0 ? classes.list : undefined}>
      {listed.length > 0 ? (
        <>
          <p className={classes.head}>
            <span>{t('sheet.refusedCells', { count: listed.length })}</span>
            <button type="button" className={classes.dismiss} aria-label={t('editor.putAway')} onClick={onDismiss}>
              <X size={14} aria-hidden />
            </button>
          </p>
          <ul>
            {listed.slice(0, SHOWN).map(({ id, column, fault, cell }) => (
              <li key={cellKey(id, column)}>
                <button type="button" className={classes.cell} onClick={() => onGo(cell)}>
                  {t('editor.fieldOf', { field: t(`field.${column}`), name: names.get(id) ?? '' })}
                </button>{' '}
                {t(`sheet.refused.${fault}`)}
              </li>
            ))}
          </ul>
          {listed.length > SHOWN ? <p>{t('sheet.refusedMore', { count: listed.length - SHOWN })}</p> : null}
        </>
      ) : null}
    </div>
  );
}
