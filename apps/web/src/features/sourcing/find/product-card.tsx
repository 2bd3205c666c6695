import type { Collection, SourceCard } from '@quayside/contracts';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Flag, ShoppingBag, Star, Zap } from 'lucide-react';
import { type MouseEventHandler, memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { connectorName } from '../../../lib/connectors.ts';
import { FROM_LIST } from '../../../lib/url-state.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { pictureAt } from '../../products/index.ts';
import { takeAlong } from '../collections/use-collection.ts';
import { ImportButton } from '../import-button.tsx';
import { importKey } from '../import-state.ts';
import { CardFigures } from './card-figures.tsx';
import classes from './product-card.module.css';
import { QuickView } from './quick-view.tsx';
import { ShipLine } from './ship-line.tsx';
import { useShipFigures } from './use-ship-figures.ts';

/** Edge at which cards draw their picture; a little more than the widest card. */
const PICTURE = 260;

interface Props {
  product: SourceCard;
  shipTo: string;
  chosen: boolean;
  /** Several are being chosen: the boxes stay in sight. */
  choosing: boolean;
  /** While several are chosen, a touch chooses instead of opening. */
  touch: boolean;
  open: boolean;
  /** A product is open beside the list: this one takes its place. */
  besidePanel: boolean;
  /** The collection that is looked through. */
  collection: Collection | undefined;
  onToggle(key: string): void;
}

/** A supplier's product in the grid: its picture, what it costs, where and how it is sent, and the import. */
export const ProductCard = memo(function ProductCard({
  product,
  shipTo,
  chosen,
  choosing,
  touch,
  open,
  besidePanel,
  collection,
  onToggle,
}: Props) {
  const { t } = useTranslation('sourcing');
  const { compact, number } = useFormats();
  const key = importKey(product);
  const { details } = product;
  const figures = useShipFigures(product, shipTo);
  const link = useRef<HTMLAnchorElement>(null);
  /** What has a tooltip lies above the name's link, which covers the card: its clicks are the link's, with their keys. */
  const openCard: MouseEventHandler = ({ nativeEvent }) =>
    link.current?.dispatchEvent(new MouseEvent('click', nativeEvent));
  return (
    <article
      className={classes.card}
      data-chosen={chosen || undefined}
      data-choosing={choosing || undefined}
      data-open={open || undefined}
    >
      <div className={classes.picture}>
        <ProductPicture src={pictureAt(product.images[0], PICTURE)} alt="" size="fill" />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the box inside is named; the label only makes it larger to the hand */}
        <label className={classes.choose}>
          <Checkbox
            aria-label={t('card.choose', { name: product.name })}
            checked={chosen}
            onChange={() => onToggle(key)}
          />
        </label>
        <span className={classes.corner}>
          <QuickView product={product} />
        </span>
        <span className={classes.badges}>
          {product.source === 'quayside' ? (
            <span className={classes.badge}>
              <BadgeCheck size={14} aria-hidden /> {t('badge.verified')}
            </span>
          ) : null}
          {product.source === 'ebay' ? (
            <span className={classes.badge}>
              <Flag size={12} aria-hidden /> {t('badge.madeInUs')}
            </span>
          ) : null}
          {product.source === 'quayside' || product.source === 'ebay' ? null : (
            <span className={classes.badge} data-plain>
              {connectorName(product.source)}
            </span>
          )}
          {product.is_sandbox ? <SandboxTag /> : null}
        </span>
      </div>
      <div className={classes.words}>
        <h2 className={classes.name} dir="auto">
          <Link
            ref={link}
            to="/app/find-product/$productSource/detail/$productId/$shipTo"
            params={{ productSource: product.source, productId: product.source_product_id, shipTo }}
            search={takeAlong(collection)}
            replace={besidePanel}
            state={besidePanel ? true : FROM_LIST}
            resetScroll={false}
            className={classes.link}
            onClick={(event) => {
              if (!choosing || !touch) return;
              event.preventDefault();
              onToggle(key);
            }}
          >
            {product.name}
          </Link>
        </h2>
        <CardFigures product={product} figures={figures} onClick={openCard} />
        <ShipLine product={product} shipTo={shipTo} figures={figures} />
        <div className={classes.foot}>
          <span className={classes.facts}>
            {details.lastest_volume === null ? null : (
              <span className={classes.volume} data-hint={t('card.ordersExact', { count: details.lastest_volume })}>
                <ShoppingBag size={12} aria-hidden />
                <span aria-hidden="true">{compact(details.lastest_volume)}</span>
                <span className="visually-hidden">{t('card.orders', { count: details.lastest_volume })}</span>
              </span>
            )}
            {details.rating === null ? null : (
              <span className={classes.rating}>
                <Star size={12} aria-hidden /> {number(details.rating, 1)}
                <span className="visually-hidden"> / 5</span>
              </span>
            )}
            {collection !== 'fastest_delivery_us' || details.fastest_us_days === null ? null : (
              <span className={classes.rating} data-hint={t('card.fastest', { count: details.fastest_us_days })}>
                <Zap size={12} aria-hidden />
                <span aria-hidden="true">{t('days', { count: details.fastest_us_days })}</span>
                <span className="visually-hidden">{t('card.fastest', { count: details.fastest_us_days })}</span>
              </span>
            )}
          </span>
          <span className={classes.action}>
            <ImportButton product={product} shipTo={shipTo} />
          </span>
        </div>
      </div>
    </article>
  );
});
