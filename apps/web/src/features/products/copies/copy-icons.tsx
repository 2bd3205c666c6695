import { ActionIcon } from '@mantine/core';
import { Copy, Split } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/use-may.ts';
import { type CopyTarget, useCopy } from './use-copy.ts';

interface Props {
  target: CopyTarget;
  title: string;
  /** Unknown variants may be several. */
  variants?: number;
  size?: number;
  onSplit(target: CopyTarget): void;
}

/** Among the actions of a product: duplicates it, or opens the dialog that splits it. Where that can't be done, they say why. */
export function CopyIcons({ target, title, variants, size = 28, onSplit }: Props) {
  const { t } = useTranslation('products');
  const { duplicate } = useCopy();
  const why = useMay().why('products.change');
  const noSplit = why ?? (variants === 1 ? t('copy.one') : undefined);
  return (
    <>
      <ActionIcon
        size={size}
        aria-label={t('copy.duplicateNamed', { name: title })}
        aria-disabled={why ? true : undefined}
        data-disabled={why ? true : undefined}
        data-hint={why ?? t('copy.duplicate')}
        onClick={why ? undefined : () => void duplicate(target)}
      >
        <Copy size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={size}
        aria-label={t('copy.splitNamed', { name: title })}
        aria-disabled={noSplit ? true : undefined}
        data-disabled={noSplit ? true : undefined}
        data-hint={noSplit ?? t('copy.split')}
        onClick={noSplit ? undefined : () => onSplit(target)}
      >
        <Split size={15} className="flip" aria-hidden />
      </ActionIcon>
    </>
  );
}
