import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { SectionActions, SectionRow, SourceMark } from '../products/index.ts';
import classes from './monitoring.module.css';

type Supplier = CallData<'GET /center/products/suppliers'>['items'][number];

const TONES: Record<Supplier['state'], Tone> = {
  ready: 'done',
  active: 'done',
  needs_reconnect: 'broken',
  absent: 'closed',
};

/** The suppliers of the workspace's products: what is imported from each, how much of it is watched, and its connection. */
export default function SupplierListPage() {
  const { t } = useTranslation('monitoring');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('products', 'suppliers'),
    queryFn: ({ signal }) => api('GET /center/products/suppliers', { signal }),
  });
  return (
    <>
      <SectionRow active="suppliers" />
      <PageHeader title={t('suppliers.title')} actions={<SectionActions active="suppliers" />} />
      <div className={classes.page}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={240} /> : null}
        {data?.items.length === 0 ? (
          <EmptyState
            picture={<Truck size={28} strokeWidth={1.5} aria-hidden />}
            title={t('suppliers.empty')}
            text={t('suppliers.emptyText')}
            action={<LinkButton to="/app/find-product">{t('suppliers.find')}</LinkButton>}
          />
        ) : null}
        {data && data.items.length > 0 ? (
          <>
            <p className={classes.quiet}>{t('suppliers.note')}</p>
            <div className={classes.cards}>
              {data.items.map((one) => (
                <SupplierCard key={`${one.source} ${one.is_sandbox}`} supplier={one} />
              ))}
            </div>
          </>
        ) : null}
      </div>
    </>
  );
}

function SupplierCard({ supplier }: { supplier: Supplier }) {
  const { t } = useTranslation('monitoring');
  const { number } = useFormats();
  const { source, name, state, products, skus } = supplier;
  return (
    <article className={classes.card} aria-label={name}>
      <header className={classes.head}>
        <SourceMark source={source} bare />
        <h2 className={classes.name}>
          <bdi>{name}</bdi>
        </h2>
        {supplier.is_sandbox ? <SandboxTag /> : null}
        <StatusBadge tone={TONES[state]} label={t(`suppliers.state.${state}`)} />
      </header>
      {supplier.problem ? <p className={classes.problem}>{supplier.problem.text}</p> : null}
      <table className={classes.counts}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('suppliers.products')}</th>
            <th scope="col">{t('suppliers.skus')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('suppliers.tracking')}</th>
            <td>{number(products.tracking)}</td>
            <td>{number(skus.tracking)}</td>
          </tr>
          <tr>
            <th scope="row">{t('suppliers.partial')}</th>
            <td>{number(products.partial)}</td>
            <td>–</td>
          </tr>
          <tr>
            <th scope="row">{t('suppliers.not_tracking')}</th>
            <td>{number(products.not_tracking)}</td>
            <td>{number(skus.not_tracking)}</td>
          </tr>
          <tr>
            <th scope="row">{t('suppliers.total')}</th>
            <td>{number(products.total)}</td>
            <td>{number(skus.total)}</td>
          </tr>
        </tbody>
      </table>
      <div className={classes.actions}>
        <LinkButton to="/app/products-center" search={{ source }} size="xs" variant="default">
          {t('suppliers.show')}
        </LinkButton>
        {state === 'absent' || state === 'needs_reconnect' ? (
          <LinkButton to="/app/channel" size="xs" variant="subtle">
            {t('suppliers.connect')}
          </LinkButton>
        ) : null}
      </div>
    </article>
  );
}
