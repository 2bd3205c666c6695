import { Button } from '@mantine/core';
import type { SourceCard } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, PackageX, Send, Star } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailPanel, PanelSection } from '../../../kit/detail-panel.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { ApiError } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { urlPart, useUrlState } from '../../../lib/url-state.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { HtmlText, isolated, MoneyRange, type PushProduct, pushOfSource, SourceMark } from '../../products/index.ts';
import type { OpenProduct } from '../find/use-detail-nav.ts';
import { ImportButton } from '../import-button.tsx';
import { useViewed } from '../recent/use-viewed.ts';
import { sourceDetail } from '../source-queries.ts';
import { Fold } from './fold.tsx';
import { Gallery } from './gallery.tsx';
import classes from './product-panel.module.css';
import { ProfitBlock } from './profit-block.tsx';
import { ShippingBlock, useShipping } from './shipping-block.tsx';
import { Specifications } from './specifications.tsx';
import { type Choice, getChoice, matchVariant } from './variant-match.ts';
import { VariantPicker } from './variant-picker.tsx';

interface SavedChoice {
  key: string;
  choice?: Choice;
  service?: string;
}

interface Props {
  open: OpenProduct;
  /** Its card in the list, when it is there: shown until everything is read. */
  card: SourceCard | undefined;
  onShipTo(code: string): void;
  onPush(product: PushProduct): void;
  onClose(): void;
  onPrevious?(): void;
  onNext?(): void;
}

const URL_SHAPE = { sku: urlPart.text() };
const NOT_FOUND = 202;
/** Days after receipt in which a refund may be asked for. Source: document 2, section 9. */
const REFUND_DAYS = 30;

/** A supplier's product beside the list: pictures, variants, shipping, what is left, and what it is. */
export function ProductPanel({ open, card, onShipTo, onPush, onClose, onPrevious, onNext }: Props) {
  const { t } = useTranslation('sourcing');
  const { count, number, country, list } = useFormats();
  const [{ sku }, setUrl] = useUrlState(URL_SHAPE);
  const query = useQuery(sourceDetail(open));
  const detail = query.data;
  useViewed(detail ? open : undefined);
  // Another product begins with nothing chosen.
  const key = `${open.source}/${open.productId}`;
  const [kept, setKept] = useState<SavedChoice>({ key });
  const { choice, service } = kept.key === key ? kept : { choice: undefined, service: undefined };
  const chosen = choice ?? (detail ? getChoice(detail, sku || undefined) : {});
  const variant = detail && matchVariant(detail, chosen);
  const shipping = useShipping(open, variant?.sku_id, service);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (key) top.current?.parentElement?.scrollTo({ top: 0 });
  }, [key]);

  const product = detail ?? card;
  const name = product?.name ?? '';
  const range = detail?.price_range ?? card?.details.price_range;
  const orders = detail?.lastest_volume ?? card?.details.lastest_volume;
  const rating = detail?.rating ?? card?.details.rating;
  const reviews = detail?.reviews_count ?? card?.details.reviews_count;
  const nav = { onClose, onPrevious, onNext };

  if (query.error && !product) {
    const isGone = query.error instanceof ApiError && query.error.status === NOT_FOUND;
    return (
      <DetailPanel title={t('detail.title')} {...nav}>
        {isGone ? (
          <EmptyState
            picture={<PackageX size={28} strokeWidth={1.5} aria-hidden />}
            title={t('detail.gone')}
            text={t('detail.goneText')}
            action={
              <Button variant="default" onClick={onClose}>
                {t('detail.back')}
              </Button>
            }
          />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </DetailPanel>
    );
  }
  return (
    <DetailPanel
      title={product ? isolated(name) : <SkeletonLine width="70%" height={16} />}
      subtitle={
        product ? (
          <>
            <SourceMark source={product.source} />
            {detail?.store_info.store_name && detail.store_info.store_name !== connectorName(product.source) ? (
              <bdi>{detail.store_info.store_name}</bdi>
            ) : null}
            {rating === null || rating === undefined ? null : (
              <span className={classes.rating}>
                <Star size={13} aria-hidden /> {number(rating, 1)}
                {reviews ? ` (${count(reviews)})` : ''}
              </span>
            )}
            {orders === null || orders === undefined ? null : <span>{t('card.orders', { count: orders })}</span>}
            {product.is_sandbox ? <SandboxTag /> : null}
          </>
        ) : null
      }
      footer={
        product ? (
          <>
            <LinkButton
              to="/app/orders/create"
              search={{ way: 'sample', source: open.source, item: open.productId, sku: variant?.sku_id }}
              variant="default"
              leftSection={<FlaskConical size={16} aria-hidden />}
            >
              {t('detail.sample')}
            </LinkButton>
            <ImportButton product={product} shipTo={open.shipTo} size="sm" />
            <MayButton
              needs="products.push"
              leftSection={<Send size={16} className="flip" aria-hidden />}
              onClick={() => onPush(pushOfSource(product, open.shipTo))}
            >
              {t('push.action')}
            </MayButton>
          </>
        ) : null
      }
      {...nav}
    >
      <div ref={top} />
      <PanelSection>
        <Gallery
          key={key}
          images={product?.images ?? []}
          wanted={variant?.sku_property.find((property) => property.sku_image)?.sku_image}
          name={name}
        />
      </PanelSection>
      <PanelSection>
        <div className={classes.price}>
          {variant ? (
            <Money value={variant.price_usd} currency="USD" strong />
          ) : range && product ? (
            <MoneyRange low={range.min} high={range.max} currency={product.currency} strong />
          ) : (
            <SkeletonLine width={90} height={20} />
          )}
          <span className={classes.priceNote}>{t('detail.supplierCost')}</span>
        </div>
        {detail?.made_in || detail?.shipping_default.ships_from?.length ? (
          <dl className={classes.places}>
            {detail.made_in ? (
              <div>
                <dt>{t('detail.madeIn')}</dt>
                <dd>{country(detail.made_in)}</dd>
              </div>
            ) : null}
            {detail.shipping_default.ships_from?.length ? (
              <div>
                <dt>{t('detail.shipsFrom')}</dt>
                <dd>{list(detail.shipping_default.ships_from.map(country))}</dd>
              </div>
            ) : null}
          </dl>
        ) : null}
        {query.error ? (
          <ErrorState small error={query.error} onRetry={() => void query.refetch()} />
        ) : detail ? (
          <VariantPicker
            detail={detail}
            choice={chosen}
            variant={variant}
            onChoose={(next) => {
              setKept({ key, choice: next, service });
              setUrl({ sku: matchVariant(detail, next)?.sku_id ?? '' });
            }}
          />
        ) : (
          <div className={classes.skeletons} aria-hidden="true">
            <SkeletonLine width="30%" />
            <SkeletonLine width="80%" height={34} />
          </div>
        )}
      </PanelSection>
      <ShippingBlock
        product={open}
        shipCountries={detail?.shipping_default.ship_countries ?? card?.details.ship_countries ?? []}
        shipping={shipping}
        onChoose={(next) => setKept({ key, choice, service: next })}
        onShipTo={onShipTo}
      />
      <ProfitBlock product={open} skuId={variant?.sku_id} shipping={shipping.chosen} />
      {detail ? (
        <>
          {detail.item_specifics.blockContent.length > 0 ? (
            <Fold title={t('detail.specifications')} name="specifications">
              <Specifications key={key} items={detail.item_specifics.blockContent} />
            </Fold>
          ) : null}
          {detail.description ? (
            <Fold title={t('detail.description')} name="description">
              <HtmlText html={detail.description} />
            </Fold>
          ) : null}
          <Fold title={t('detail.returns')} name="returns" open={false}>
            <p className={classes.quiet}>{t('detail.returnsText', { count: REFUND_DAYS })}</p>
            {detail.product_link ? (
              <p>
                <a href={detail.product_link} target="_blank" rel="noreferrer">
                  {t('detail.atSupplier')}
                </a>
              </p>
            ) : null}
          </Fold>
        </>
      ) : null}
    </DetailPanel>
  );
}
