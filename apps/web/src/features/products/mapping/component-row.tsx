import { ActionIcon, NumberInput } from '@mantine/core';
import type { MappingComponent } from '@quayside/contracts';
import { MOST_PIECES } from '@quayside/contracts/pieces.ts';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SourceMark } from '../mark.tsx';
import classes from './mapping.module.css';

interface Props {
  component: MappingComponent;
  onPieces(pieces: number): void;
  onRemove(): void;
  children?: ReactNode;
}

/** A supplier's variant and its name, for labels. */
export const componentName = ({ option_values, title }: MappingComponent): string =>
  [title, option_values.join(' / ')].filter(Boolean).join(' · ');

/** A supplier's variant that one unit sold takes, and how many pieces of it. */
export function ComponentRow({ component, onPieces, onRemove, children }: Props) {
  const { t } = useTranslation('mapping');
  const options = component.option_values.join(' / ');
  const name = componentName(component);
  return (
    <div className={classes.row}>
      <ProductPicture src={component.image} alt="" size={32} />
      <span className={classes.words}>
        <span dir="auto">{component.title}</span>
        <span className={classes.under}>
          {options ? <bdi>{options}</bdi> : null}
          <SourceMark source={component.source} />
          <Money value={component.cost} />
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
        value={component.pieces_per_unit}
        onChange={(value) => onPieces(Number(value) || 1)}
      />
      {children}
      <ActionIcon size={28} aria-label={t('suppliers.remove', { name })} onClick={onRemove}>
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}
