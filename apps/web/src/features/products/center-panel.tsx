import type { ProductSummary } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Pencil, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DetailPanel, Facts, PanelSection } from '../../kit/detail-panel.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import type { DetailNav } from '../../kit/list-page.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonDetail } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './center-panel.module.css';
import { CopyIcons } from './copies/copy-icons.tsx';
import { type CopyTarget, copyTarget } from './copies/use-copy.ts';
import { isolated } from './isolated.ts';
import { StoreListing } from './listings/store-lines.tsx';
import { StoreStatus } from './listings/store-status.tsx';
import { MappingSection } from './mapping/mapping-section.tsx';
import { SourceMark } from './mark.tsx';
import { MoneyRange } from './money-range.tsx';
import { pictureAt } from './picture-at.ts';
import { productDetail } from './product-queries.ts';
import { SupplierWatch } from './watch/supplier-watch.tsx';

interface Props {
  id: string;
  row: ProductSummary | undefined;
  nav: DetailNav;
  onPush(product: ProductSummary): void;
  onSplit(target: CopyTarget): void;
}

/** A product beside the list: its stores in full, its pictures and its figures. */
export function CenterPanel({ id, row, nav, onPush, onSplit }: Props) {
  const { t } = useTranslation(['products', 'monitoring']);
  const { dateTime, number } = useFormats();
  const { data, error, refetch } = useQuery(productDetail(id));
  const product = data ?? row;
  const steps = { onClose: nav.close, onPrevious: nav.previous, onNext: nav.next };
  if (!product) {
    return (
      <DetailPanel title={t('center.product')} {...steps}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonDetail />}
      </DetailPanel>
    );
  }
  return (
    <DetailPanel
      title={isolated(product.title)}
      subtitle={
        <>
          <SourceMark source={product.source} />
          <span className="mono">{product.source_product_id}</span>
          {product.is_sandbox ? <SandboxTag /> : null}
        </>
      }
      footer={
        <>
          <CopyIcons
            target={copyTarget(product)}
            title={product.title}
            variants={product.total_variant}
            size={36}
            onSplit={onSplit}
          />
          <LinkButton
            to="/app/products-center/editor/$productCenterId"
            params={{ productCenterId: id }}
            variant="default"
            leftSection={<Pencil size={16} aria-hidden />}
          >
            {t('edit.action')}
          </LinkButton>
          <LinkButton
            to="/app/orders/create"
            search={{ way: 'sample', product: id }}
            variant="default"
            leftSection={<FlaskConical size={16} aria-hidden />}
          >
            {t('sample')}
          </LinkButton>
          <MayButton
            needs="products.push"
            leftSection={<Send size={16} className="flip" aria-hidden />}
            onClick={() => onPush(product)}
          >
            {t(product.listings.length > 0 ? 'push.again' : 'push.action')}
          </MayButton>
        </>
      }
      {...steps}
    >
      <PanelSection title={t('column.stores')}>
        {product.listings.length > 0 ? (
          <>
            <StoreListing listings={product.listings} productId={id} />
            <StoreStatus productId={id} listings={product.listings} />
          </>
        ) : (
          <EmptyState small title={t('listing.noneTitle')} text={t('listing.noneText')} />
        )}
      </PanelSection>
      <MappingSection product={product} />
      {data ? (
        <PanelSection title={t('monitoring:watch.title')}>
          <SupplierWatch product={data} />
        </PanelSection>
      ) : null}
      <PanelSection title={t('center.facts')}>
        <Facts
          items={[
            {
              label: t('column.cost'),
              value: <MoneyRange low={product.cost_from} high={product.cost_to} currency={product.currency} />,
            },
            {
              label: t('column.price'),
              value: <MoneyRange low={product.price_from} high={product.price_to} currency={product.currency} />,
            },
            { label: t('column.variants'), value: number(product.total_variant) },
            { label: t('column.imported'), value: dateTime(product.created_at) },
            ...(data
              ? [{ label: t('center.changes'), value: t('center.changed', { count: data.changes.length }) }]
              : []),
          ]}
        />
      </PanelSection>
      {data && data.images.length > 0 ? (
        <PanelSection title={t('editor.pictures')}>
          <div className={classes.pictures}>
            {data.images.map((image) => (
              <ProductPicture key={image.url} src={pictureAt(image.url, 110)} alt={image.alt ?? ''} size="fill" />
            ))}
          </div>
        </PanelSection>
      ) : null}
    </DetailPanel>
  );
}
