import { useNavigate } from '@tanstack/react-router';
import { Check, Plus, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { toast } from '../../lib/toasts.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { importFailure } from './import-failure.ts';
import { type ToImport, useImport, useImportState } from './use-import.ts';

interface Props {
  product: ToImport;
  shipTo: string;
  size?: 'xs' | 'sm';
  /** The main action of its place. */
  primary?: boolean;
}

/** Imports a product at once; afterwards it leads to the editor. A failure says why and can be tried again. */
export function ImportButton({ product, shipTo, size = 'xs', primary }: Props) {
  const { t } = useTranslation('sourcing');
  const navigate = useNavigate();
  const state = useImportState(product);
  const start = useImport();
  const mobile = useIsMobile();

  async function run(): Promise<void> {
    const { showsToast, failures } = await start([product], shipTo);
    const [failure] = failures;
    if (failure && importFailure(failure.error, product.source, mobile) === 'toast') toast('error', failure.text);
    if (showsToast) toast('success', t('import.added'), { action: { label: t('import.open'), run: openList } });
  }
  const openList = () => void navigate({ to: '/app/products-import' });

  if (state.is === 'imported') {
    const look = {
      size,
      variant: 'light',
      leftSection: <Check size={14} aria-hidden />,
      'aria-label': t('import.editNamed', { name: product.name }),
      children: t('import.done'),
    };
    return state.productId ? (
      <LinkButton
        to="/app/products-import/editor/$productCenterId"
        params={{ productCenterId: state.productId }}
        {...look}
      />
    ) : (
      <LinkButton to="/app/products-import" {...look} />
    );
  }
  const Icon = state.is === 'failed' ? RotateCw : Plus;
  return (
    <MayButton
      needs="products.change"
      size={size}
      variant={primary ? 'filled' : 'default'}
      leftSection={<Icon size={14} aria-hidden />}
      loading={state.is === 'loading'}
      aria-label={t(state.is === 'failed' ? 'import.retryNamed' : 'import.actionNamed', { name: product.name })}
      data-hint={state.is === 'failed' ? state.text : undefined}
      onClick={() => void run()}
    >
      {t(state.is === 'failed' ? 'import.retry' : 'import.action')}
    </MayButton>
  );
}
