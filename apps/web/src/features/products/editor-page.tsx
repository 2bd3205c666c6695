import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { PackageX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SkeletonDetail } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { ApiError } from '../../lib/api.ts';
import { useAccount } from '../../lib/use-account.ts';
import { EditorForm } from './editor/editor-form.tsx';
import { productDetail } from './product-queries.ts';

const NOT_FOUND = 202;

/** The editor of one product; it leads back to the list that it was opened from. */
export default function EditorPage() {
  const { t } = useTranslation('products');
  const inImports = useParams({ from: '/app/products-import/editor/$productCenterId', shouldThrow: false });
  const inCenter = useParams({ from: '/app/products-center/editor/$productCenterId', shouldThrow: false });
  const { productCenterId } = inImports ?? inCenter ?? { productCenterId: '' };
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(productDetail(productCenterId));
  const back = () => void navigate({ to: inImports ? '/app/products-import' : '/app/products-center' });
  // Unsaved changes are their account's: who is at the screen is known before they are brought back.
  const { account, error: stranger } = useAccount();
  if (data && (account || stranger)) return <EditorForm key={data.id} product={data} onBack={back} />;
  const isGone = error instanceof ApiError && error.status === NOT_FOUND;
  return (
    <>
      <PageHeader title={t('edit.action')} onBack={back} />
      {isGone ? (
        <EmptyState
          picture={<PackageX size={28} strokeWidth={1.5} aria-hidden />}
          title={t('editor.gone')}
          text={t('editor.goneText')}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonDetail />
      )}
    </>
  );
}
