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
  count: number | undefined;
  turn: number;
}

/** The dialog that exports products, and the buttons that open it. */
export function useExport(): {
  button(choice: ExportChoice, count: number | undefined, size?: 'xs'): ReactNode;
  dialog: ReactNode;
} {
  const { t } = useTranslation('products');
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  return {
    button: (choice, count, size) => (
      <MayButton
        needs="products.read"
        {...(size ? { size } : {})}
        variant="default"
        leftSection={<Download size={size ? 14 : 16} aria-hidden />}
        onClick={() => {
          setAsked((now) => ({ choice, count, turn: (now?.turn ?? 0) + 1 }));
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
          count={asked.count}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ) : null,
  };
}
