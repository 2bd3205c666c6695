import { Download } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/index.ts';
import { MayButton } from '../../../kit/may-button.tsx';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import type { ExportChoice } from './export-choice.ts';

const ExportDialog = lazyChunk(async () => {
  const [chunk] = await Promise.all([import('./export-dialog.tsx'), loadTexts(['productFiles'])]);
  return chunk;
});

interface Asked {
  choice: ExportChoice;
  turn: number;
}

/**
 * The dialog that exports products, and the buttons that open it.
 * @param matching how many products match the list's filter; undefined: not counted yet
 */
export function useExport(matching: number | undefined): {
  button(choice: ExportChoice, size?: 'xs'): ReactNode;
  dialog: ReactNode;
} {
  const { t } = useTranslation('products');
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  return {
    button: (choice, size) => (
      <MayButton
        needs="products.read"
        {...(size ? { size } : {})}
        variant="default"
        leftSection={<Download size={size ? 14 : 16} aria-hidden />}
        onClick={() => {
          setAsked((now) => ({ choice, turn: (now?.turn ?? 0) + 1 }));
          setOpen(true);
        }}
      >
        {t('exportAction')}
      </MayButton>
    ),
    dialog: asked ? (
      <Suspense fallback={null}>
        <ExportDialog
          key={asked.turn}
          open={open}
          choice={asked.choice}
          count={'filter' in asked.choice ? matching : asked.choice.productIds.length}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ) : null,
  };
}
